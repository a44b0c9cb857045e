/** How often a language model may be asked, and a circuit breaker: counted in memory that threads share. */

/** Failures in a row after which it isn't asked for a while, and for how many seconds. */
const failuresToOpen = 5
const openSeconds = 30

const minute = 0
const count = 1
const failures = 2
const openUntil = 3

/** Why the model isn't asked now. */
export type Refusal = 'budget' | 'broken'

/** Memory for a {@link LlmGate}; handed to each thread, so that they count together. */
export const gateMemory = (): SharedArrayBuffer => new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT)

/** `perMinute` requests in each minute of the clock, and none while the model does not answer. */
export class LlmGate {
  readonly #cells: Int32Array
  readonly #perMinute: number
  readonly #now: () => number

  constructor(memory: SharedArrayBuffer, perMinute: number, now: () => number = Date.now) {
    this.#cells = new Int32Array(memory)
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Takes one request of the budget; null where it may be made. */
  enter(): Refusal | null {
    const seconds = Math.floor(this.#now() / 1_000)
    if (Atomics.load(this.#cells, openUntil) > seconds) return 'broken'
    const current = Math.floor(seconds / 60)
    const counted = Atomics.load(this.#cells, minute)
    // Of threads that see a new minute at once, one resets the count.
    if (counted !== current && Atomics.compareExchange(this.#cells, minute, counted, current) === counted)
      Atomics.store(this.#cells, count, 0)
    if (Atomics.add(this.#cells, count, 1) < this.#perMinute) return null
    Atomics.sub(this.#cells, count, 1)
    return 'budget'
  }

  /** The model has answered as it should. */
  succeeded(): void {
    Atomics.store(this.#cells, failures, 0)
  }

  /** It was late, or answered nonsense. After a pause one failure more is enough to pause again. */
  failed(): void {
    if (Atomics.add(this.#cells, failures, 1) + 1 < failuresToOpen) return
    Atomics.store(this.#cells, failures, failuresToOpen - 1)
    Atomics.store(this.#cells, openUntil, Math.floor(this.#now() / 1_000) + openSeconds)
  }
}
