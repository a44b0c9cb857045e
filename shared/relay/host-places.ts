/** Messages that are with hosts of one address, whatever domains they are for: a slow host may have many domains. */
import { networkOf } from '../domain/network.ts'
import { Pace } from './pace.ts'

/** Messages at once that the hosts of one network may have in any case: a quarter of what a process holds. */
const usual = 256
/** The same where they take as many in a moment. */
const most = 768

interface Host {
  count: number
  readonly pace: Pace
}

interface Domain {
  count: number
  /** Where its hosts are, as far as is known. */
  host: Host | null
  /** Whether its messages were too many for the host: they are about to leave. */
  over: boolean
}

/** Counts messages by where they are taken to; a domain counts for the host that was tried for it last. */
export class HostPlaces {
  readonly #domains = new Map<string, Domain>()
  readonly #hosts = new Map<string, Host>()

  /** Counts a message in that is to go to `domain`; false, and not counted, where its host has enough of them. */
  enter(domain: string): boolean {
    const known = this.#domains.get(domain) ?? { count: 0, host: null, over: false }
    this.#domains.set(domain, known)
    if (known.host !== null && known.host.count >= roomOf(known.host)) return false
    known.over = false
    known.count++
    if (known.host !== null) known.host.count++
    return true
  }

  /** Counts it out again. */
  leave(domain: string): void {
    const known = this.#domains.get(domain)!
    known.count--
    if (known.host === null) return
    known.host.count--
    known.host.pace.add()
  }

  /** Whether a message for `domain` is counted in: what its destination has done with already may be. */
  holds(domain: string): boolean {
    return (this.#domains.get(domain)?.count ?? 0) > 0
  }

  /** Counts the messages of `domain` at `address` from now on; false where that is more than the host may have. */
  tries(domain: string, address: string): boolean {
    const network = networkOf(address)
    const host = this.#hosts.get(network) ?? { count: 0, pace: new Pace() }
    this.#hosts.set(network, host)
    const known = this.#domains.get(domain)
    if (known === undefined || known.host === host) return known?.over !== true
    known.over = host.count > 0 && host.count + known.count > roomOf(host)
    if (known.host !== null) known.host.count -= known.count
    known.host = host
    host.count += known.count
    return !known.over
  }

  /** Lets go of domains that hold none, and of hosts that no domain is known to have. */
  forget(domains: readonly string[]): void {
    for (const domain of domains) this.#domains.delete(domain)
    const used = new Set([...this.#domains.values()].map(({ host }) => host))
    for (const [network, host] of this.#hosts) if (!used.has(host)) this.#hosts.delete(network)
  }
}

const roomOf = ({ pace }: Host): number => Math.min(most, Math.max(usual, pace.count))
