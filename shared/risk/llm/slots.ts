/** How many requests to a language model are under way at once, over all threads: slots that run out by themselves. */

/** Slots there can be. */
export const maxSlots = 64
/** After which a slot is free again whatever became of who had it: its thread may have been ended. */
const leaseMs = 20_000

/** Below when a slot runs out, in one cell of 64 bits, is whose it is. */
const ownerBits = 16n
const ownerMask = (1n << ownerBits) - 1n

export class Slots {
  readonly #cells: BigInt64Array
  readonly #first: number
  readonly #size: number
  readonly #perOwner: number

  /** `share`: percent of them that one owner may have; at least one. */
  constructor(cells: BigInt64Array, first: number, size: number, share: number) {
    this.#cells = cells
    this.#first = first
    this.#size = Math.min(size, maxSlots)
    this.#perOwner = Math.max(1, Math.ceil((this.#size * share) / 100))
  }

  /** Takes a slot for `owner` (below 65,536); the function that frees it, or null where none is free. */
  take(owner: number, now: number): (() => void) | null {
    let had = 0
    let free = -1
    for (let i = this.#first; i < this.#first + this.#size; i++) {
      const cell = Atomics.load(this.#cells, i)
      if (Number(cell >> ownerBits) <= now) free = i
      else if (Number(cell & ownerMask) === owner) had++
    }
    if (free < 0 || had >= this.#perOwner) return null
    const old = Atomics.load(this.#cells, free)
    if (Number(old >> ownerBits) > now) return null
    const mine = (BigInt(now + leaseMs) << ownerBits) | BigInt(owner)
    if (Atomics.compareExchange(this.#cells, free, old, mine) !== old) return null
    return () => void Atomics.compareExchange(this.#cells, free, mine, 0n)
  }
}
