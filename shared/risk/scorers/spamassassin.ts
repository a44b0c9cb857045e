/** SpamAssassin as an outside scorer (SPAMD_URL): its score and rules, over the SPAMC protocol of spamd. */
import { connect, type Socket } from 'node:net'
import type { Detection } from '../../domain/analysis.ts'
import { cleanText } from '../../lib/clean-text.ts'
import { quote } from '../quote.ts'
import type { Scorer } from '../scorer.ts'

const budgetMs = 10_000
const maxAnswerBytes = 64 * 1024
/** Bytes of a message that are sent: spamc sends no more than half a megabyte, as spamd gets slow; here the start goes. */
const maxSentBytes = 512 * 1024

/**
 * Asks spamd at `address` (`tcp://host:783` or `unix:/path`) with SYMBOLS of SPAMC/1.5. An answer that isn't as
 * documented is thrown, so that the message counts as unjudged.
 */
export function createSpamAssassin(address: string): Scorer {
  return {
    name: 'spamassassin',
    directions: ['inbound'],
    budgetMs,
    score: async (_, { raw, signal }) => {
      if (raw === null || raw === undefined) throw new Error('the raw message is not at hand')
      return [toDetection(await ask(address, raw.subarray(0, maxSentBytes), signal))]
    },
  }
}

function ask(address: string, raw: Uint8Array, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(address)
    const chunks: Buffer[] = []
    let size = 0
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    const abort = (): void => fail(new Error('given up'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    socket.on('error', fail)
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxAnswerBytes) fail(new Error(`an answer over ${maxAnswerBytes} bytes`))
      else chunks.push(chunk)
    })
    socket.on('close', () => {
      signal.removeEventListener('abort', abort)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    socket.on('connect', () => {
      socket.write(`SYMBOLS SPAMC/1.5\r\nContent-length: ${raw.length}\r\n\r\n`)
      socket.end(raw)
    })
  })
}

function open(address: string): Socket {
  if (address.startsWith('unix:')) return connect({ path: address.slice('unix:'.length) })
  const { hostname, port } = new URL(address)
  return connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 783 : Number(port) })
}

/** `SPAMD/1.1 0 EX_OK`, header fields, among them `Spam: True ; 12.3 / 5.0`, an empty line, the names of rules. */
function toDetection(text: string): Detection {
  const end = text.indexOf('\r\n\r\n')
  const [status = '', ...fields] = text.slice(0, Math.max(0, end)).split('\r\n')
  if (!/^SPAMD\/1\.\d{1,2} 0 /.test(status)) throw new Error('spamd did not answer EX_OK')
  const length = fields
    .map((field) => /^content-length:\s{0,10}(\d{1,7})\s{0,10}$/i.exec(field)?.[1])
    .find(Boolean)
  const body = text.slice(end + 4)
  if (length !== undefined && body.length < Number(length)) throw new Error('the answer of spamd was cut off')
  const verdict = fields
    .map((field) =>
      /^spam:\s{0,10}(true|false|yes|no)\s{0,10};\s{0,10}(-?\d{1,6}(?:\.\d{1,6})?)\s{0,10}\/\s{0,10}(-?\d{1,6}(?:\.\d{1,6})?)/i.exec(
        field,
      ),
    )
    .find((found) => found !== null)
  if (verdict === undefined || verdict === null) throw new Error('spamd gave no verdict')
  const score = Number(verdict[2])
  const required = Number(verdict[3])
  const figures = `${score.toFixed(1)} of ${required.toFixed(1)}`
  const points = pointsOf(score, required)
  if (points === 0)
    return {
      method: 'spamassassin',
      result: 'clean',
      detail: `SpamAssassin lets it pass (${figures}).`,
      confidence: 1,
    }
  return {
    method: 'spamassassin',
    result: score >= required ? 'spam' : 'suspicious',
    detail: `SpamAssassin gives it ${figures} points.`,
    confidence: 1,
    evidence: [{ where: 'raw', text: quote(cleanText(body.trim().slice(0, 500))) }],
    points,
  }
}

/** None to half of what it asks for, 50 there, 75 at double that: as sure as it is itself. */
function pointsOf(score: number, required: number): number {
  if (!(required > 0)) return score >= required ? 50 : 0
  const share = score / required
  if (share < 0.5) return 0
  if (share < 1) return Math.round(10 + 80 * (share - 0.5))
  return Math.min(90, Math.round(50 + 25 * (share - 1)))
}
