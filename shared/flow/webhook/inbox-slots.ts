/** How many webhook requests each inbox and tenant may have under way: a slow receiver waits for itself, a dead one for no one. */

/** How many requests may be under way. */
interface SlotLimits {
  /** Of one inbox. */
  each: number
  /** Of one inbox whose receiver failed last time. */
  failing: number
  /** Of all inboxes of one tenant. */
  tenant: number
  /** Of all inboxes of one tenant whose receivers failed last time. */
  tenantFailing: number
}

/** Inboxes that are remembered to fail: of more than that, the ones that failed longest ago are tried in full again. */
const rememberedFailing = 10_000

/** Counts requests under way by inbox. */
export class InboxSlots {
  readonly #limits: SlotLimits
  readonly #running = new Map<string, { tenant: string; count: number }>()
  readonly #ofTenant = new Map<string, number>()
  readonly #waiting = new Map<string, ((granted: boolean) => void)[]>()
  readonly #failing = new Set<string>()

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Inboxes that nothing more is to be fetched for now. */
  busy(): string[] {
    const failing = this.#failingOfTenants()
    return [...this.#running]
      .filter(
        ([inbox, { tenant, count }]) =>
          count + (this.#waiting.get(inbox)?.length ?? 0) >= this.#limitOf(inbox) ||
          (this.#ofTenant.get(tenant) ?? 0) >= this.#limits.tenant ||
          (this.#failing.has(inbox) && (failing.get(tenant) ?? 0) >= this.#limits.tenantFailing),
      )
      .map(([inbox]) => inbox)
  }

  /**
   * Takes a slot, waiting for one of the inbox; false, and none taken, where its receiver fails or its tenant has all
   * that one tenant may have: try later.
   */
  enter(inbox: string, tenant: string): Promise<boolean> {
    if (!this.#tenantHasRoom(inbox, tenant)) return Promise.resolve(false)
    if (this.#runningOf(inbox) < this.#limitOf(inbox)) {
      this.#count(inbox, tenant, 1)
      return Promise.resolve(true)
    }
    if (this.#failing.has(inbox)) return Promise.resolve(false)
    const waiting = this.#waiting.get(inbox) ?? []
    this.#waiting.set(inbox, waiting)
    return new Promise((resolve) => waiting.push(resolve))
  }

  /** Remembers whether the receiver answered as it should. */
  learn(inbox: string, succeeded: boolean): void {
    this.#failing.delete(inbox)
    if (succeeded) return
    if (this.#failing.size >= rememberedFailing) this.#failing.delete(this.#failing.keys().next().value!)
    this.#failing.add(inbox)
  }

  /** Gives a slot back. */
  leave(inbox: string, tenant: string): void {
    this.#count(inbox, tenant, -1)
    const waiting = this.#waiting.get(inbox)
    if (waiting === undefined) return
    while (
      waiting.length > 0 &&
      this.#runningOf(inbox) < this.#limitOf(inbox) &&
      this.#tenantHasRoom(inbox, tenant)
    ) {
      this.#count(inbox, tenant, 1)
      waiting.shift()?.(true)
    }
    // Without a request of its own under way, an inbox has nothing that would wake those who wait.
    if (this.#failing.has(inbox) || this.#runningOf(inbox) === 0)
      for (const granted of waiting.splice(0)) granted(false)
    if (waiting.length === 0) this.#waiting.delete(inbox)
  }

  #tenantHasRoom(inbox: string, tenant: string): boolean {
    if ((this.#ofTenant.get(tenant) ?? 0) >= this.#limits.tenant) return false
    if (!this.#failing.has(inbox)) return true
    return (this.#failingOfTenants().get(tenant) ?? 0) < this.#limits.tenantFailing
  }

  /** Requests under way to receivers that failed last time, by tenant. */
  #failingOfTenants(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [inbox, { tenant, count }] of this.#running)
      if (this.#failing.has(inbox)) counts.set(tenant, (counts.get(tenant) ?? 0) + count)
    return counts
  }

  #limitOf(inbox: string): number {
    return this.#failing.has(inbox) ? this.#limits.failing : this.#limits.each
  }

  #runningOf(inbox: string): number {
    return this.#running.get(inbox)?.count ?? 0
  }

  #count(inbox: string, tenant: string, change: number): void {
    const count = this.#runningOf(inbox) + change
    if (count > 0) this.#running.set(inbox, { tenant, count })
    else this.#running.delete(inbox)
    const ofTenant = (this.#ofTenant.get(tenant) ?? 0) + change
    if (ofTenant > 0) this.#ofTenant.set(tenant, ofTenant)
    else this.#ofTenant.delete(tenant)
  }
}
