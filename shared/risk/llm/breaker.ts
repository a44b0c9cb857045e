/** Leaves a language model alone while it doesn't answer: a circuit breaker in memory that threads share. */

/** Failures in a row after which it isn't asked for a while, and for how many milliseconds. */
const failuresToOpen = 5
const openMs = 30_000
/** After which one that was let through to try is held to be lost: its thread has ended. */
const probeMs = 20_000

/** Cells of 64 bits that a breaker needs: failures in a row, and until when nobody asks. */
export const breakerCells = 2

/** Closed: all ask. Open: none. Half open, after a pause: one at a time asks, and its answer closes or opens it. */
export class Breaker {
  readonly #cells: BigInt64Array
  readonly #failures: number
  readonly #until: number

  constructor(cells: BigInt64Array, first: number) {
    this.#cells = cells
    this.#failures = first
    this.#until = first + 1
  }

  /** Whether nobody may ask now. */
  isOpen(now: number): boolean {
    return Number(Atomics.load(this.#cells, this.#until)) > now
  }

  /** Whether the caller may ask: after a pause, only one may until it is known what became of it. */
  passes(now: number): boolean {
    const until = Atomics.load(this.#cells, this.#until)
    if (until === 0n) return true
    if (Number(until) > now) return false
    return Atomics.compareExchange(this.#cells, this.#until, until, BigInt(now + probeMs)) === until
  }

  /** The model has answered. */
  succeeded(): void {
    Atomics.store(this.#cells, this.#failures, 0n)
    Atomics.store(this.#cells, this.#until, 0n)
  }

  /** It has not. */
  failed(now: number): void {
    const failures = Atomics.add(this.#cells, this.#failures, 1n) + 1n
    const trying = Atomics.load(this.#cells, this.#until) !== 0n
    if (trying || failures >= BigInt(failuresToOpen))
      Atomics.store(this.#cells, this.#until, BigInt(now + openMs))
  }
}
