/** Counts SMTP connections, in all and per peer address. */

export class PeerLimits {
  readonly #all: number
  readonly #each: number
  readonly #counts = new Map<string, number>()
  #total = 0

  /** At most `all` connections, `each` of one address. */
  constructor(all: number, each: number) {
    this.#all = all
    this.#each = each
  }

  /** Counts a connection in; false, and not counted, where there is no room. */
  enter(address: string): boolean {
    const count = this.#counts.get(address) ?? 0
    if (this.#total >= this.#all || count >= this.#each) return false
    this.#total++
    this.#counts.set(address, count + 1)
    return true
  }

  /** Counts a connection out. */
  leave(address: string): void {
    const count = (this.#counts.get(address) ?? 0) - 1
    if (count > 0) this.#counts.set(address, count)
    else this.#counts.delete(address)
    this.#total--
  }
}
