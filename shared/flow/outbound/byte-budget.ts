/** Bounds the bytes of messages that are in memory at once, so that large mail to slow peers doesn't fill it. */

/** Messages up to this size are not counted: how many of them there are is bounded elsewhere. */
const smallBytes = 256 * 1_024
/** Share of the room that one group may have while it holds some. */
const groupShare = 0.25

interface Waiting {
  group: string | null
  bytes: number
  resolve: () => void
}

/**
 * A count of bytes with those who wait for room: of groups that have their share already, others go first, since slow
 * peers of one would hold up the large mail of all.
 */
export class ByteBudget {
  readonly #max: number
  #held = 0
  readonly #ofGroup = new Map<string | null, number>()
  #waiting: Waiting[] = []

  constructor(maxBytes: number) {
    this.#max = maxBytes
  }

  /** Waits for room, and takes it; one that is larger than all the room there is has it to itself. */
  async take(bytes: number, group: string | null): Promise<void> {
    if (bytes <= smallBytes) return
    await new Promise<void>((resolve) => {
      this.#waiting.push({ bytes, group, resolve })
      this.#next()
    })
  }

  /** Gives back what was taken. */
  give(bytes: number, group: string | null): void {
    if (bytes <= smallBytes) return
    this.#count(group, -bytes)
    this.#next()
  }

  #next(): void {
    for (;;) {
      const first = this.#waiting.find(({ group, bytes }) =>
        fits(this.#ofGroup.get(group) ?? 0, bytes, this.#max * groupShare),
      )
      // Smaller ones behind it don't go ahead: it would wait for ever.
      if (first === undefined || !fits(this.#held, first.bytes, this.#max)) return
      this.#waiting = this.#waiting.filter((one) => one !== first)
      this.#count(first.group, first.bytes)
      first.resolve()
    }
  }

  #count(group: string | null, bytes: number): void {
    this.#held += bytes
    const held = (this.#ofGroup.get(group) ?? 0) + bytes
    if (held > 0) this.#ofGroup.set(group, held)
    else this.#ofGroup.delete(group)
  }
}

const fits = (held: number, bytes: number, max: number): boolean => held === 0 || held + bytes <= max
