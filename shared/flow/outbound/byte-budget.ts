/** Bounds the bytes of messages that are in memory at once, so that large mail to slow peers doesn't fill it. */

/** Messages up to this size are not counted: how many of them there are is bounded elsewhere. */
const smallBytes = 256 * 1_024

/** A count of bytes with those who wait for room, in order. */
export class ByteBudget {
  readonly #max: number
  #held = 0
  readonly #waiting: { bytes: number; resolve: () => void }[] = []

  constructor(maxBytes: number) {
    this.#max = maxBytes
  }

  /** Waits for room, and takes it; one that is larger than all the room there is has it to itself. */
  async take(bytes: number): Promise<void> {
    if (bytes <= smallBytes) return
    if (this.#waiting.length > 0 || !this.#fits(bytes))
      await new Promise<void>((resolve) => this.#waiting.push({ bytes, resolve }))
    else this.#held += bytes
  }

  /** Gives back what was taken. */
  give(bytes: number): void {
    if (bytes <= smallBytes) return
    this.#held -= bytes
    while (this.#waiting.length > 0 && this.#fits(this.#waiting[0]!.bytes)) {
      const { bytes: next, resolve } = this.#waiting.shift()!
      this.#held += next
      resolve()
    }
  }

  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.#max
  }
}
