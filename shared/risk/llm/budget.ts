/** How much a language model may be asked: requests a minute and a day, tokens a day, and no tenant all of it. */
import { WindowCounts } from './window-counts.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Places that tenants are counted in, by a hash of their ids: two that share one share its part. */
const places = 1024
/** Cell 0 counts all tenants, the others one place each; so thrice. */
const rows = places + 1

/** Cells of 64 bits that a budget needs. */
export const budgetCells = 3 * rows

export interface BudgetLimits {
  perMinute: number
  perDay: number
  tokensPerDay: number
  /** Percent of a budget that one tenant may use while nobody else uses any of it. */
  tenantShare: number
}

/** Which limit was met: of all, or of the one tenant. */
export type OverBudget = 'budget' | 'tenant_share'

/** Counted by the process's clock in memory: a restart begins anew. */
export class Budget {
  readonly #limits: BudgetLimits
  readonly #counts: readonly { counts: WindowCounts; limit: number; of: 'requests' | 'tokens' }[]

  constructor(cells: BigInt64Array, first: number, limits: BudgetLimits) {
    this.#limits = limits
    this.#counts = [
      { counts: new WindowCounts(cells, first, minuteMs), limit: limits.perMinute, of: 'requests' },
      { counts: new WindowCounts(cells, first + rows, dayMs), limit: limits.perDay, of: 'requests' },
      { counts: new WindowCounts(cells, first + 2 * rows, dayMs), limit: limits.tokensPerDay, of: 'tokens' },
    ]
  }

  /** Takes a request of `tokens` for `tenant`, from all or from none; null where it may be made. */
  take(tenant: string, tokens: number, now: number): OverBudget | null {
    const place = placeOf(tenant)
    const taken: (() => void)[] = []
    for (const { counts, limit, of } of this.#counts) {
      const amount = of === 'requests' ? 1 : tokens
      const mine = this.#shareOf(limit, counts.read(0, now))
      const refused: OverBudget | null = !counts.take(0, amount, limit, now)
        ? 'budget'
        : counts.take(place, amount, mine, now)
          ? null
          : 'tenant_share'
      if (refused === null) {
        taken.push(() => {
          counts.add(0, -amount, now)
          counts.add(place, -amount, now)
        })
        continue
      }
      if (refused === 'tenant_share') counts.add(0, -amount, now)
      for (const back of taken) back()
      return refused
    }
    return null
  }

  /** A request that was not made after all. */
  giveBack(tenant: string, tokens: number, now: number): void {
    const place = placeOf(tenant)
    for (const { counts, of } of this.#counts)
      for (const one of [0, place]) counts.add(one, of === 'requests' ? -1 : -tokens, now)
  }

  /** Corrects the tokens of a request by what it has used beyond (or, negative, less than) what was taken for it. */
  addTokens(tenant: string, more: number, now: number): void {
    const { counts } = this.#counts[2]!
    for (const one of [0, placeOf(tenant)]) counts.add(one, more, now)
  }

  /**
   * What one tenant may have used at most, in proportion to what is left of `limit`: alone `tenantShare` percent of all,
   * and each that comes later as much of the rest. So whoever is first leaves something.
   */
  #shareOf(limit: number, used: number): number {
    const share = this.#limits.tenantShare / 100
    return share >= 1 ? limit : Math.ceil((share / (1 - share)) * Math.max(0, limit - used))
  }
}

/** FNV-1a over the id: from 1 to `places`. */
export function placeOf(tenant: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < tenant.length; i++) hash = Math.imul(hash ^ tenant.charCodeAt(i), 0x01000193)
  return 1 + ((hash >>> 0) % places)
}
