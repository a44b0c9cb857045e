/** Counts of a window of time (a minute, a day), in memory that threads share, without locks: a thread may be ended anywhere. */

/** Above the count (68,000 million at most), in one cell of 64 bits, is the number of its window: minutes have 25 of the 27 bits. */
const countBits = 36n
const countMask = (1n << countBits) - 1n

/** Counts in cells of `cells` from `first` on, each for windows of `lengthMs` of the clock. */
export class WindowCounts {
  readonly #cells: BigInt64Array
  readonly #first: number
  readonly #lengthMs: number

  constructor(cells: BigInt64Array, first: number, lengthMs: number) {
    this.#cells = cells
    this.#first = first
    this.#lengthMs = lengthMs
  }

  /** The count in `place` of the window that `now` (milliseconds) is in. */
  read(place: number, now: number): number {
    return this.#read(place, now).count
  }

  /** Adds `amount` where that leaves the count at `limit` or below; whether it has. */
  take(place: number, amount: number, limit: number, now: number): boolean {
    for (;;) {
      const { cell, window, count } = this.#read(place, now)
      if (count + amount > limit) return false
      if (this.#swap(place, cell, window, count + amount)) return true
    }
  }

  /** Adds `amount`, or with a negative one takes back, whatever the limit; never below 0. */
  add(place: number, amount: number, now: number): void {
    for (;;) {
      const { cell, window, count } = this.#read(place, now)
      if (this.#swap(place, cell, window, Math.max(0, count + amount))) return
    }
  }

  /** A clock that was set back doesn't open a window anew: the latest one that was counted in goes on. */
  #read(place: number, now: number): { cell: bigint; window: number; count: number } {
    const cell = Atomics.load(this.#cells, this.#first + place)
    const stored = Number(cell >> countBits)
    const current = Math.floor(now / this.#lengthMs)
    return current > stored
      ? { cell, window: current, count: 0 }
      : { cell, window: stored, count: Number(cell & countMask) }
  }

  #swap(place: number, cell: bigint, window: number, count: number): boolean {
    const next = (BigInt(window) << countBits) | BigInt(count)
    return Atomics.compareExchange(this.#cells, this.#first + place, cell, next) === cell
  }
}
