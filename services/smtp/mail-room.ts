/** Room in memory for large messages: those that find none wait for it, in turns, and their senders with them. */

interface Waiting {
  peer: string
  bytes: number
  begin: () => void
}

/** A count of bytes that is given out to peers: to whoever has least of it, of those who wait. */
export class MailRoom {
  readonly #max: number
  readonly #each: number
  readonly #heldBy = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #held = 0

  /** `max` bytes in all, `each` of one peer; a message that is larger than that has its peer's share to itself. */
  constructor(max: number, each = max) {
    this.#max = max
    this.#each = each
  }

  /** Bytes given out. */
  get held(): number {
    return this.#held
  }

  /**
   * Resolves when there is room, with what gives it back (once, however often it is called).
   * Null where there was none within `waitMs`.
   */
  take(peer: string, bytes: number, waitMs = Number.POSITIVE_INFINITY): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer)
        this.#count(peer, bytes)
        let given = false
        resolve(() => {
          if (given) return
          given = true
          this.#count(peer, -bytes)
          this.#next()
        })
      }
      const waiting: Waiting = { peer, bytes, begin }
      const timer = Number.isFinite(waitMs)
        ? setTimeout(() => {
            this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
            resolve(null)
            this.#next()
          }, waitMs)
        : undefined
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  #next(): void {
    for (;;) {
      // Who waits longest goes first, of peers that hold as much.
      const [first] = this.#waiting
        .filter(({ peer, bytes }) => fits(this.#of(peer), bytes, this.#each))
        .toSorted((a, b) => this.#of(a.peer) - this.#of(b.peer))
      // Smaller ones behind it don't go ahead: it would wait for ever.
      if (first === undefined || !fits(this.#held, first.bytes, this.#max)) return
      this.#waiting.splice(this.#waiting.indexOf(first), 1)
      first.begin()
    }
  }

  #of(peer: string): number {
    return this.#heldBy.get(peer) ?? 0
  }

  #count(peer: string, bytes: number): void {
    this.#held += bytes
    const held = this.#of(peer) + bytes
    if (held > 0) this.#heldBy.set(peer, held)
    else this.#heldBy.delete(peer)
  }
}

const fits = (held: number, bytes: number, max: number): boolean => held === 0 || held + bytes <= max
