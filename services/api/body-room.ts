/** Room in memory for large request bodies: what one becomes on its way is several times its size. */

/** A count of bytes, given out to tenants; whoever finds none is refused at once, and comes again. */
export class BodyRoom {
  readonly #max: number
  readonly #each: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  /** `max` bytes in all, `each` of one tenant; a body that is larger than its share has it to itself. */
  constructor(max: number, each: number) {
    this.#max = max
    this.#each = each
  }

  /** Bytes given out. */
  get held(): number {
    return this.#held
  }

  /** Begins to count a body of the tenant. */
  open(tenantId: string): BodyShare {
    return new BodyShare((bytes, had) => this.#take(tenantId, bytes, had))
  }

  #take(tenantId: string, bytes: number, had: number): boolean {
    const own = this.#heldBy.get(tenantId) ?? 0
    // Of what it has itself nothing is in its way.
    const fits = (held: number, max: number) => held === had || held + bytes <= max
    if (bytes > 0 && !(fits(own, this.#each) && fits(this.#held, this.#max))) return false
    this.#held += bytes
    if (own + bytes > 0) this.#heldBy.set(tenantId, own + bytes)
    else this.#heldBy.delete(tenantId)
    return true
  }
}

/** What one body holds of the room. */
export class BodyShare {
  readonly #take: (bytes: number, had: number) => boolean
  #bytes = 0
  #working = false
  #over = false

  constructor(take: (bytes: number, had: number) => boolean) {
    this.#take = take
  }

  /** Holds so many bytes in all; false where there is no room, and then what it held stays. */
  grow(bytes: number): boolean {
    if (bytes <= this.#bytes) return true
    if (this.#over || !this.#take(bytes - this.#bytes, this.#bytes)) return false
    this.#bytes = bytes
    return true
  }

  /** Whether the request may be worked on: not where its client hung up before; ended by {@link end}. */
  begin(): boolean {
    this.#working = !this.#over
    return this.#working
  }

  /** The work is done: gives back what it holds, unless the answer is still under way. */
  end(): void {
    this.#working = false
    this.#settle()
  }

  /** The answer is out, or nobody waits for it: gives back what it holds, unless it is worked on. */
  answered(): void {
    this.#over = true
    this.#settle()
  }

  #settle(): void {
    if (this.#working || !this.#over) return
    this.#take(-this.#bytes, this.#bytes)
    this.#bytes = 0
  }
}
