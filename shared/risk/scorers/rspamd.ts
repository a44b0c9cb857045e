/** rspamd as an outside scorer (RSPAMD_URL): its verdict and the symbols that weighed most, over HTTP. */
import { z } from 'zod'
import type { Detection } from '../../domain/analysis.ts'
import { cleanText } from '../../lib/clean-text.ts'
import { httpClient } from '../http-client.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

const budgetMs = 5_000
const maxAnswerBytes = 1024 * 1024
/** Bytes of a message that are sent; of a bigger one the start. */
const maxSentBytes = 10 * 1024 * 1024
const maxEvidence = 5

/** Points of its actions. A soft reject asks for a later attempt, which mail that was taken can't have. */
const pointsOf: Readonly<Record<string, number>> = {
  'no action': 0,
  greylist: 15,
  'soft reject': 31,
  'add header': 45,
  'rewrite subject': 50,
  quarantine: 71,
  discard: 75,
  reject: 75,
}

const symbol = z.object({ score: z.number(), description: z.string().optional() })
const answer = z.object({
  action: z.string().max(100),
  score: z.number(),
  required_score: z.number(),
  is_skipped: z.boolean().optional(),
  symbols: z.record(z.string(), symbol).optional(),
})

/**
 * Asks rspamd at `address` (`http://host:11333`, a password as `http://:password@host:11333`) by its `/checkv2`
 * protocol. An answer that isn't as documented is thrown, so that the message counts as unjudged.
 */
export function createRspamd(address: string): Scorer {
  const url = new URL(address)
  const endpoint = `${url.origin}${url.pathname.replace(/\/+$/, '')}/checkv2`
  const { request } = httpClient()
  const password = decodeURIComponent(url.password)
  return {
    name: 'rspamd',
    directions: ['inbound'],
    budgetMs,
    score: async (message, { raw, signal }) => {
      if (raw === null || raw === undefined) throw new Error('the raw message is not at hand')
      const response = await request(endpoint, {
        method: 'POST',
        headers: { ...envelopeHeaders(message), ...(password === '' ? {} : { Password: password }) },
        body: raw.subarray(0, maxSentBytes),
        signal,
      })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > maxAnswerBytes) throw new Error(`an answer over ${maxAnswerBytes} bytes`)
        chunks.push(chunk)
      }
      if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
      return toDetections(answer.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
    },
  }
}

/** What rspamd is told of the envelope; only what fits a header field of HTTP. */
function envelopeHeaders({ envelope }: RiskMessage): Record<string, string | string[]> {
  const plain = (value: string): boolean => /^[\x20-\x7e]{1,512}$/.test(value)
  const given: [string, string][] = [
    ['IP', envelope.peerAddress],
    ['Helo', envelope.helo],
    ['From', envelope.mailFrom],
  ]
  return {
    'content-type': 'message/rfc822',
    ...Object.fromEntries(given.filter(([, value]) => plain(value))),
    Rcpt: envelope.rcptTo.filter(plain).slice(0, 20),
  }
}

function toDetections({
  action,
  score,
  required_score,
  is_skipped,
  symbols = {},
}: z.infer<typeof answer>): Detection[] {
  if (is_skipped === true) throw new Error('rspamd has skipped the message')
  const points = pointsOf[action]
  if (points === undefined) throw new Error('an unknown action')
  const figures = `${score.toFixed(1)} of ${required_score.toFixed(1)}`
  if (points === 0)
    return [{ method: 'rspamd', result: 'clean', detail: `rspamd lets it pass (${figures}).`, confidence: 1 }]
  const telling = Object.entries(symbols)
    .filter(([, { score: own }]) => own > 0)
    .toSorted(([, a], [, b]) => b.score - a.score)
    .slice(0, maxEvidence)
  return [
    {
      method: 'rspamd',
      result: action.replace(/[^a-z]+/g, '_'),
      detail: `rspamd says ${action} (${figures}).`,
      confidence: 1,
      evidence: telling.map(([name, { description }]) => ({
        where: 'raw',
        text: quote(cleanText(description === undefined ? name : `${name}: ${description}`)),
      })),
      points,
    },
  ]
}
