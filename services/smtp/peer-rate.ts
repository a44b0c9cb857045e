/** The rate at which one peer may send: so many messages a minute, in this process. */
import { limits } from '../../shared/domain/limits.ts'
import { networkOf } from '../../shared/domain/network.ts'

/** A peer is its IPv4 address or its IPv6 /64. Of very many, those that sent nothing for longest are forgotten first. */
export class PeerRate {
  readonly #perMinute: number
  readonly #counts = new Map<string, number>()
  #minute = 0

  /** 0: any rate. */
  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts a message; false where it is one too many. */
  take(address: string, now = Date.now()): boolean {
    if (this.#perMinute === 0) return true
    const minute = Math.floor(now / 60_000)
    if (minute !== this.#minute) this.#counts.clear()
    this.#minute = minute
    const network = networkOf(address)
    const count = (this.#counts.get(network) ?? 0) + 1
    // Behind all others: the map's order is that of their last messages.
    this.#counts.delete(network)
    if (this.#counts.size >= limits.smtpCountedPeers) this.#counts.delete(this.#counts.keys().next().value!)
    this.#counts.set(network, count)
    return count <= this.#perMinute
  }
}
