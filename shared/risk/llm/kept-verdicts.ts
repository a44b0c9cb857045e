/** Verdicts of a language model that are kept for a while, by what was asked: the same mail is asked about once. */
import { createHash } from 'node:crypto'
import type { Verdict } from './verdict.ts'

const maxKept = 2_000
const keptMs = 3_600_000

/** In the memory of one thread. */
export class KeptVerdicts {
  readonly #kept = new Map<string, { at: number; verdict: Verdict }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Of the very `parts`: whose mail, which model, which text. */
  static keyOf(...parts: string[]): string {
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
  }

  get(key: string): Verdict | undefined {
    const known = this.#kept.get(key)
    return known !== undefined && this.#now() - known.at < keptMs ? known.verdict : undefined
  }

  set(key: string, verdict: Verdict): void {
    if (this.#kept.size >= maxKept)
      for (const old of [...this.#kept.keys()].slice(0, maxKept / 4)) this.#kept.delete(old)
    this.#kept.set(key, { at: this.#now(), verdict })
  }
}
