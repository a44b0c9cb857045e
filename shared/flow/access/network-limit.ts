/** Counts what callers without a name do, by their network, in the memory of this process. */
import { limits } from '../../domain/limits.ts'
import { networkOf } from '../../domain/network.ts'
import { rateLimited } from './rate-limited.ts'

const windowMs = 60_000

/**
 * At most `perMinute` of `what` from one network in a minute, which begins with the first. It costs no query, so that
 * refusing is cheaper than asking; each process counts for itself. Of very many networks at once, those that began
 * longest ago are forgotten first: memory is bounded, whoever comes.
 */
export class NetworkLimit {
  readonly #what: string
  readonly #perMinute: number
  readonly #now: () => number
  readonly #whose: string
  readonly #counted = new Map<string, { used: number; endsAt: number }>()

  /** `what` is counted, in words: `requests without a key`; `whose`, where that is not a network's. */
  constructor(
    what: string,
    perMinute: number,
    now: () => number = Date.now,
    whose: string = 'from one network',
  ) {
    this.#whose = whose
    this.#what = what
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Counts one of `address`. @throws ServiceError `rate_limited`, beyond the limit. */
  take(address: string): void {
    const network = networkOf(address)
    const now = this.#now()
    let counted = this.#counted.get(network)
    if (counted === undefined || counted.endsAt <= now) {
      this.#counted.delete(network)
      if (this.#counted.size >= limits.countedNetworks)
        this.#counted.delete(this.#counted.keys().next().value!)
      counted = { used: 0, endsAt: now + windowMs }
      this.#counted.set(network, counted)
    }
    if (counted.used >= this.#perMinute)
      throw rateLimited(
        {
          limit: this.#perMinute,
          seconds: windowMs / 1_000,
          reset: (counted.endsAt - now) / 1_000,
        },
        `${this.#perMinute} ${this.#what} a minute ${this.#whose}`,
      )
    counted.used++
  }

  /** Takes back one that turned out to be none. */
  giveBack(address: string): void {
    const counted = this.#counted.get(networkOf(address))
    if (counted !== undefined && counted.used > 0) counted.used--
  }

  /** Networks that are remembered. */
  get size(): number {
    return this.#counted.size
  }
}
