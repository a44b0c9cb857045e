/** How many webhook requests each inbox may have under way: a slow receiver waits for itself, a dead one for no one. */

/** Counts requests under way by inbox. */
export class InboxSlots {
  readonly #limits: { each: number; failing: number }
  readonly #running = new Map<string, number>()
  readonly #waiting = new Map<string, ((granted: boolean) => void)[]>()
  readonly #failing = new Set<string>()

  /** At most `each` of one inbox; `failing` of one whose receiver failed last time. */
  constructor(limits: { each: number; failing: number }) {
    this.#limits = limits
  }

  /** Inboxes that nothing more is to be fetched for now. */
  busy(): string[] {
    return [...this.#running]
      .filter(([inbox, count]) => count + (this.#waiting.get(inbox)?.length ?? 0) >= this.#limitOf(inbox))
      .map(([inbox]) => inbox)
  }

  /** Takes a slot, waiting for one; false, and none taken, where the inbox's receiver fails: try later. */
  enter(inbox: string): Promise<boolean> {
    if ((this.#running.get(inbox) ?? 0) < this.#limitOf(inbox)) {
      this.#count(inbox, 1)
      return Promise.resolve(true)
    }
    if (this.#failing.has(inbox)) return Promise.resolve(false)
    const waiting = this.#waiting.get(inbox) ?? []
    this.#waiting.set(inbox, waiting)
    return new Promise((resolve) => waiting.push(resolve))
  }

  /** Remembers whether the receiver answered as it should. */
  learn(inbox: string, succeeded: boolean): void {
    if (succeeded) this.#failing.delete(inbox)
    else this.#failing.add(inbox)
  }

  /** Gives a slot back. */
  leave(inbox: string): void {
    this.#count(inbox, -1)
    const waiting = this.#waiting.get(inbox)
    if (waiting === undefined) return
    while (waiting.length > 0 && (this.#running.get(inbox) ?? 0) < this.#limitOf(inbox)) {
      this.#count(inbox, 1)
      waiting.shift()?.(true)
    }
    if (this.#failing.has(inbox)) for (const granted of waiting.splice(0)) granted(false)
    if (waiting.length === 0) this.#waiting.delete(inbox)
  }

  #limitOf(inbox: string): number {
    return this.#failing.has(inbox) ? this.#limits.failing : this.#limits.each
  }

  #count(inbox: string, change: number): void {
    const count = (this.#running.get(inbox) ?? 0) + change
    if (count > 0) this.#running.set(inbox, count)
    else this.#running.delete(inbox)
  }
}
