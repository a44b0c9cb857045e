/** The scanner of a managed clamd, also where clamd is installed only while the service runs. */
import { setTimeout as delay } from 'node:timers/promises'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { type Scanner, ScannerUnavailableError } from '../../shared/antivirus/scanner.ts'
import type { ScanVerdict } from '../../shared/domain/scan.ts'
import { type ManagedClamd, type ManagedClamdOptions, startManagedClamd } from './managed-clamd.ts'

/** Milliseconds between looks for a clamd that isn't there yet. */
const lookEveryMs = 30_000
/** Milliseconds that a clamd being started is waited for at the end; the end of the process ends it anyway. */
const stopMs = 5_000

/**
 * Starts clamd and answers a scanner that asks it. Where clamd isn't installed the scanner is unavailable, and clamd is
 * looked for every `lookAgainMs` (30 s unless given) and started once it is there.
 * @throws Error when clamd is there and doesn't start.
 */
export async function startManagedScanner(
  options: ManagedClamdOptions & { lookAgainMs?: number },
): Promise<ManagedScanner> {
  const scanner = new ManagedScanner(options)
  await scanner.start()
  return scanner
}

export class ManagedScanner implements Scanner {
  readonly #options: ManagedClamdOptions & { lookAgainMs?: number }
  #clamd: ManagedClamd | undefined
  #scanner: Scanner | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  constructor(options: ManagedClamdOptions & { lookAgainMs?: number }) {
    this.#options = options
  }

  /** Starts clamd, or begins to look for it. @throws Error when it is there and doesn't start. */
  async start(): Promise<void> {
    if (await this.#look()) return
    const { log, lookAgainMs = lookEveryMs } = this.#options
    log.warn('clamd is not installed: mail with attachments waits until it is')
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look()
        .then(
          (found) => found && clearInterval(this.#timer),
          (error: unknown) => log.error({ err: error }, 'clamd does not start'),
        )
        .then(() => {
          this.#looking = undefined
        })
    }, lookAgainMs).unref()
  }

  async scan(content: Uint8Array): Promise<ScanVerdict> {
    if (this.#scanner === undefined) throw new ScannerUnavailableError('clamd is not installed')
    return this.#scanner.scan(content)
  }

  async ping(): Promise<boolean> {
    return (await this.#scanner?.ping()) ?? false
  }

  async close(): Promise<void> {
    await this.#scanner?.close()
  }

  /** Ends clamd, and the looking for it. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    if (this.#looking !== undefined)
      await Promise.race([this.#looking, delay(stopMs, undefined, { ref: false })])
    await this.close()
    await this.#clamd?.stop()
  }

  /** Whether clamd is there; it runs then. */
  async #look(): Promise<boolean> {
    const clamd = await startManagedClamd(this.#options)
    if (clamd === null) return false
    if (this.#stopped) {
      await clamd.stop()
      return true
    }
    this.#clamd = clamd
    this.#scanner = createScanner(clamd.url)
    return true
  }
}
