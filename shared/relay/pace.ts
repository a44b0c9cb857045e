/** How many messages a peer has taken lately: as many more may wait for it. */

/** Milliseconds that a message is put off where more wait already than the peer takes in such a time. */
export const putOffMs = 2_000

/** Counts what happened lately. */
export class Pace {
  #since = performance.now()
  #before = 0
  #now = 0

  add(): void {
    this.#turn()
    this.#now++
  }

  /** In the last period, or in this one where that is more. */
  get count(): number {
    this.#turn()
    return Math.max(this.#before, this.#now)
  }

  #turn(): void {
    const passed = performance.now() - this.#since
    if (passed < putOffMs) return
    this.#before = passed < 2 * putOffMs ? this.#now : 0
    this.#now = 0
    this.#since += passed
  }
}
