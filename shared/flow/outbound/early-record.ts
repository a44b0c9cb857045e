/** Puts on record what has become of some recipients, while the hosts of others still keep an attempt waiting. */
import type { RecipientOutcome } from '../../domain/outbound.ts'
import type { HandedOver } from './hand-over.ts'

/** Milliseconds that an outcome waits for the end of its attempt, which most of them see. */
const waitMs = 100

/**
 * Gathers the outcomes of one attempt and writes them when the attempt goes on: a tarpit may hold it for an hour, and
 * whoever continues after a crash would send to the others again.
 */
export class EarlyRecord {
  readonly #write: (recipients: RecipientOutcome[]) => Promise<void>
  #known: RecipientOutcome[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #ended = false

  /** `write` may fail: it is called again, until the attempt ends. */
  constructor(write: (recipients: RecipientOutcome[]) => Promise<void>) {
    this.#write = write
  }

  /** Takes what is known; only what is final is kept. */
  add(results: readonly HandedOver[]): void {
    for (const { index, result } of results) {
      const { outcome: status, code, enhancedCode, text: reason } = result
      if (status === 'sent' || status === 'failed')
        this.#known.push({ index, status, code, enhancedCode, reason })
    }
    this.#plan()
  }

  /** Resolves when nothing is written any more: the attempt's own settlement comes after it. */
  async end(): Promise<void> {
    this.#ended = true
    clearTimeout(this.#timer)
    await this.#writing
  }

  #plan(): void {
    if (this.#ended || this.#known.length === 0 || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#writing = this.#flush()
    }, waitMs)
  }

  async #flush(): Promise<void> {
    const known = this.#known
    this.#known = []
    await this.#write(known).catch(() => {
      this.#known.unshift(...known)
    })
    this.#timer = undefined
    this.#plan()
  }
}
