/** The antivirus ClamAV: clamd, over TCP or a Unix socket. */
import { once } from 'node:events'
import { createConnection, type NetConnectOpts } from 'node:net'
import { limits } from '../domain/limits.ts'
import type { ScanVerdict } from '../domain/scan.ts'
import { type ClamdReply, ClamdSession } from './clamd-session.ts'
import { type Scanner, ScannerUnavailableError } from './scanner.ts'
import { Semaphore } from './semaphore.ts'

export type { Scanner }

export interface ClamdOptions {
  /** Scans at once; clamd answers on ten threads unless told otherwise. */
  concurrency?: number
  /** Milliseconds a scan may take beside those for its size. */
  baseDeadlineMs?: number
  /** Milliseconds a scan may take for each megabyte: clamd does 65 MB in a second on two idle cores. */
  perMegabyteMs?: number
}

/** Signatures that say clamd could not look inside, not that it found something. */
const unscannable: readonly [prefix: string, reason: string][] = [
  ['Heuristics.Encrypted.', 'encrypted'],
  ['Heuristics.Limits.Exceeded', 'exceeds the limits of the scanner'],
]

/** The address that `url` names, as node:net takes it. @throws RangeError when it is of neither form. */
export function clamdAddress(url: string): NetConnectOpts {
  if (url.startsWith('unix:/')) return { path: url.slice('unix:'.length).replace(/^\/\/(?=\/)/, '') }
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.protocol !== 'tcp:' || parsed.hostname === '' || parsed.port === '')
    throw new RangeError('the address of clamd must be tcp://host:port or unix:/path')
  return { host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(parsed.port) }
}

/**
 * A Scanner that asks the clamd at `url` (`tcp://host:port` or `unix:/path`); it connects for each scan, so clamd
 * may come and go. @throws RangeError when `url` is of neither form.
 */
export function createScanner(url: string, options: ClamdOptions = {}): Scanner {
  return new Clamd(clamdAddress(url), options)
}

class Clamd implements Scanner {
  readonly #address: NetConnectOpts
  readonly #semaphore: Semaphore
  readonly #deadline: { base: number; perMegabyte: number }
  readonly #closing = new AbortController()

  constructor(
    address: NetConnectOpts,
    { concurrency = 8, baseDeadlineMs = limits.scanMs, perMegabyteMs = 2_000 }: ClamdOptions,
  ) {
    this.#address = address
    this.#semaphore = new Semaphore(concurrency)
    this.#deadline = { base: baseDeadlineMs, perMegabyte: perMegabyteMs }
  }

  /** No bytes hold no malware: clamd gives an empty stream no verdict, so it isn't asked. */
  async scan(content: Uint8Array): Promise<ScanVerdict> {
    if (content.length === 0) return { status: 'clean' }
    return this.#semaphore.run(async () => {
      const deadlineMs = this.#deadline.base + (content.length / 1_000_000) * this.#deadline.perMegabyte
      const ended = new AbortController()
      const session = new ClamdSession(this.#address, ended.signal)
      let reply: ClamdReply
      try {
        reply = await this.#before(deadlineMs, session.ask(content))
      } catch (error) {
        return verdictOfError(session.failure ?? error, session.heard)
      } finally {
        ended.abort()
      }
      return refusedForSize(session.heard) ?? verdictOfReply(reply)
    })
  }

  async ping(): Promise<boolean> {
    const socket = createConnection(this.#address)
    try {
      socket.on('error', () => {})
      socket.write('zPING\0')
      const [answer] = await once(socket, 'data', {
        signal: AbortSignal.any([AbortSignal.timeout(5_000), this.#closing.signal]),
      })
      return String(answer).startsWith('PONG')
    } catch {
      return false
    } finally {
      socket.destroy()
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
  }

  async #before<T>(deadlineMs: number, reply: Promise<T>): Promise<T> {
    const closing = this.#closing.signal
    let timer: NodeJS.Timeout | undefined
    let onClose: (() => void) | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(deadlineMs)} ms`)), deadlineMs)
      onClose = () => reject(new Error('the scanner was closed'))
      if (closing.aborted) onClose()
      else closing.addEventListener('abort', onClose)
    })
    try {
      return await Promise.race([reply, late])
    } finally {
      clearTimeout(timer)
      if (onClose !== undefined) closing.removeEventListener('abort', onClose)
    }
  }
}

function verdictOfReply({ isInfected, viruses, resultString }: ClamdReply): ScanVerdict {
  if (isInfected === true) {
    const names = viruses.length > 0 ? viruses : ['unnamed']
    const reasons = names.map((name) => unscannable.find(([prefix]) => name.startsWith(prefix))?.[1])
    const reason = reasons.find((found) => found !== undefined)
    return reasons.every((found) => found !== undefined) && reason !== undefined
      ? { status: 'error', reason }
      : { status: 'infected', signatures: names }
  }
  if (isInfected === false && /^stream: OK\0?$/.test(resultString)) return { status: 'clean' }
  throw new ScannerUnavailableError('clamd gave no verdict')
}

function refusedForSize(heard: string): ScanVerdict | null {
  return heard.startsWith('INSTREAM size limit exceeded')
    ? { status: 'error', reason: 'larger than the scanner takes', unseen: true }
    : null
}

function verdictOfError(error: unknown, heard: string): ScanVerdict {
  const { message, code } = error as NodeJS.ErrnoException
  const refused = refusedForSize(heard)
  if (refused !== null) return refused
  throw new ScannerUnavailableError(`clamd could not be asked: ${code ?? message}`, { cause: error })
}
