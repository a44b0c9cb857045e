/** Puts on record what has been done outside and can't be undone: for as long as it takes, whatever the error. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../domain/errors.ts'
import { Batcher } from '../lib/batcher.ts'
import type { Log } from '../lib/log.ts'
import { ClaimLostError } from '../queue/queue.ts'

export interface SettlerParts<Item> {
  /** Settles items in one transaction. @throws ClaimLostError where a job is held elsewhere by now. */
  settle(items: readonly Item[]): Promise<void>
  /** Whether something was done that must not be done again. What doesn't matter is tried once. */
  matters(item: Item): boolean
  /** Writes as little of an item as it takes that nobody does it again; the rest is settled later, by whoever comes to it. */
  keep(item: Item): Promise<void>
  /** What is left to be put on record where the claim was lost; null: nothing. */
  unclaimed(item: Item): Item | null
  /** Whether the process is about to end. */
  stopping(): boolean
  /** Milliseconds for which busy batches are gathered. */
  gatherMs: number
  log: Log
}

interface Failing {
  since: number
  away: boolean
  /** Whether enough of it is written that nobody does it again. */
  kept: boolean
}

const batchItems = 200
/** Milliseconds between tries; doubled with each that failed for another reason than that the database is away. */
const againMs = 250
const longestAgainMs = 15_000
/** Tries together with others; further ones are made alone, so that what fails for itself holds nobody up. */
const triesTogether = 2
const aloneAtOnce = 4
/** Milliseconds after which what fails, and can't be kept either, may well fail for itself: one new job at a time finds out. */
const doubtMs = 60_000
/** Milliseconds that settling may fail before what is under way is held back too. */
const hiccupMs = 1_000

/**
 * Settles items of concurrent jobs together, and tries again what fails. While it does, the claims on their jobs are to
 * be kept up, and nothing new is to be claimed beyond {@link mostHeld}: it would be done, and perhaps not be settled.
 */
export class Settler<Item> {
  readonly #parts: SettlerParts<Item>
  readonly #together: Batcher<Item, undefined>
  readonly #alone: Batcher<Item, undefined>
  readonly #failing = new Set<Failing>()
  #settledAt = Number.NEGATIVE_INFINITY

  constructor(parts: SettlerParts<Item>) {
    this.#parts = parts
    const settle = async (items: Item[]): Promise<undefined[]> => {
      await parts.settle(items)
      return items.map(() => undefined)
    }
    this.#together = new Batcher(settle, { maxItems: batchItems, gatherMs: parts.gatherMs }, isDatabaseAway)
    this.#alone = new Batcher(settle, { maxItems: 1, lanes: aloneAtOnce })
  }

  /**
   * Resolves when the item is on record, or nothing of it is left to be.
   * @throws what went wrong with an item that doesn't matter; or with one that is kept, when the process is to end.
   */
  async settle(item: Item): Promise<void> {
    const failing: Failing = { since: 0, away: false, kept: false }
    let left: Item | null = item
    try {
      for (let tries = 0; left !== null; ) {
        try {
          await this.once(left, tries >= triesTogether)
          return
        } catch (error) {
          if (error instanceof ClaimLostError) {
            left = this.#parts.unclaimed(left)
            continue
          }
          if (!this.#parts.matters(left)) throw error
          failing.away = isDatabaseAway(error)
          this.#note(failing, error)
          if (!failing.away) {
            tries++
            failing.kept ||= await this.#kept(left)
          }
          if (failing.kept && this.#parts.stopping()) throw error
          await sleep(failing.away ? againMs : Math.min(againMs * 2 ** (tries - 1), longestAgainMs))
        }
      }
    } finally {
      this.#failing.delete(failing)
    }
  }

  /** One try. @throws whatever went wrong. */
  async once(item: Item, alone = false): Promise<void> {
    await (alone ? this.#alone : this.#together).add(item)
    this.#settledAt = performance.now()
  }

  /** Jobs that may be held, those that can't be settled included; Infinity where nothing fails, or only what fails alone. */
  mostHeld(): number {
    const blocking = this.#blocking()
    if (blocking.length === 0) return Number.POSITIVE_INFINITY
    const recent = performance.now() - doubtMs
    // What could be kept shows that the database writes, and that more of its like would not be done twice either.
    const inDoubt = blocking.every(({ away, kept, since }) => !away && (kept || since <= recent))
    return inDoubt ? this.#failing.size + 1 : 0
  }

  /** Whether nothing has been settled for a while, though it was tried: what can still be put back is. */
  get stuck(): boolean {
    const recent = performance.now() - hiccupMs
    return this.#blocking().some(({ since }) => since < recent)
  }

  /** What fails, and since when nothing else was settled either: otherwise it fails for itself. */
  #blocking(): Failing[] {
    return [...this.#failing].filter(({ since }) => since >= this.#settledAt)
  }

  #note(failing: Failing, error: unknown): void {
    if (this.#failing.has(failing)) return
    failing.since = performance.now()
    this.#failing.add(failing)
    this.#parts.log.warn(
      { err: error },
      'what was sent can not be put on record yet; it is tried until it is',
    )
  }

  async #kept(item: Item): Promise<boolean> {
    try {
      await this.#parts.keep(item)
      return true
    } catch {
      return false
    }
  }
}
