/** The transport straight to the recipients' own hosts (`mx:`), found by DNS. */
import { domainToASCII } from 'node:url'
import { Destination, destinationLimits, putOff } from './destination.ts'
import { HostPlaces } from './host-places.ts'
import { type FetchPolicy, MtaSts } from './mta-sts.ts'
import { findAddresses, findMxHosts, type MxHost, type Resolve } from './mx-hosts.ts'
import { putOffMs } from './pace.ts'
import { failure } from './reply.ts'
import { Session, SessionError } from './session.ts'
import type { TransportOptions } from './smart-host.ts'
import { allOf, type OutgoingMail, type RecipientResult, type Transport } from './transport.ts'

export interface DirectOptions extends TransportOptions {
  resolve: Resolve
  fetchPolicy: FetchPolicy
  /** Whether mail may go to this host at this address: not to private ones, unless the operator allows it. */
  mayReach: (host: string, address: string) => boolean
  /** Whether this host, by its name, is ourselves: nothing is handed to it that isn't for us. */
  isOwn: (host: string) => boolean
  port: number
}

/** Destinations that are remembered without being in use. */
const rememberedDestinations = 2_000

/** Sends to each domain on its own, so that a slow or dead one delays no other. */
export class Direct implements Transport {
  readonly #options: DirectOptions
  readonly #policies: MtaSts
  readonly #destinations = new Map<string, Destination>()
  readonly #places = new HostPlaces()

  constructor(options: DirectOptions) {
    this.#options = options
    this.#policies = new MtaSts(options.resolve, options.fetchPolicy)
  }

  async send(mail: OutgoingMail): Promise<RecipientResult[]> {
    const groups = new Map<string, string[]>()
    for (const address of mail.recipients) {
      const domain = domainOf(address)
      groups.set(domain, [...(groups.get(domain) ?? []), address])
    }
    const parts = await Promise.all(
      [...groups].map(([domain, recipients]) => this.#sendTo(domain, { ...mail, recipients })),
    )
    const byAddress = new Map(parts.flat().map((result) => [result.address, result]))
    return mail.recipients.map((address) => byAddress.get(address)!)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#destinations.values()].map((destination) => destination.close()))
  }

  async #sendTo(domain: string, mail: OutgoingMail): Promise<RecipientResult[]> {
    const destination = this.#destination(domain)
    if (!this.#places.enter(domain)) return allOf(mail, noPlace())
    try {
      return await destination.send(mail)
    } finally {
      this.#places.leave(domain)
    }
  }

  #destination(domain: string): Destination {
    const known = this.#destinations.get(domain)
    if (known !== undefined) return known
    if (this.#destinations.size >= rememberedDestinations) {
      const gone = [...this.#destinations]
        .filter(([name, { forgettable }]) => forgettable && !this.#places.holds(name))
        .map(([name]) => name)
      for (const name of gone) this.#destinations.delete(name)
      this.#places.forget(gone)
    }
    const { sessions } = this.#options
    const made = new Destination(() => this.#open(domain), { ...destinationLimits, sessions })
    this.#destinations.set(domain, made)
    return made
  }

  /** A session with the first host that takes one. @throws SessionError of the last one tried. */
  async #open(domain: string): Promise<Session> {
    if (domain === '') throw new SessionError('connect', failure('5.1.2', 'the domain is not valid', 550))
    const { resolve, mayReach, isOwn, port, ca, deadlines } = this.#options
    const demands = await this.#policies.demandsOf(domain)
    const hosts = betterThan(isOwn, await findMxHosts(domain, resolve))
    if (hosts.length === 0)
      throw new SessionError('connect', failure('5.4.6', 'the domain has its mail sent to ourselves'))
    const allowed = demands === null ? hosts : hosts.filter(({ name }) => demands(name))
    if (allowed.length === 0)
      throw new SessionError(
        'connect',
        failure('4.7.5', 'no host of the domain is one its MTA-STS policy names'),
      )
    const failures: SessionError[] = []
    // Many hosts that each take their time must not hold a message for hours: it comes again.
    const until = performance.now() + deadlines.openMs
    const late = () => failures.length > 0 && performance.now() > until
    const tooLate = new SessionError('connect', failure('4.4.1', 'no host of the domain answered in time'))
    let found = false
    for (const { name } of allowed) {
      if (late()) throw tooLate
      let addresses: string[]
      try {
        addresses = await findAddresses(name, resolve)
      } catch (error) {
        failures.push(asFailure(error))
        continue
      }
      const reachable = addresses.filter((address) => mayReach(name, address))
      found ||= reachable.length > 0
      for (const address of reachable) {
        if (late()) throw tooLate
        if (!this.#places.tries(domain, address)) throw new SessionError('connect', noPlace())
        const tls = demands === null ? 'opportunistic' : 'verified'
        const target = {
          host: name,
          address,
          port,
          secure: false,
          tls,
          ...(ca === undefined ? {} : { ca }),
        } as const
        try {
          return await Session.open(target, this.#options)
        } catch (error) {
          failures.push(asFailure(error))
        }
      }
    }
    if (!found && failures.length === 0)
      throw new SessionError('connect', failure('5.4.4', 'no host of the domain has a public address', 550))
    // Only when every host refuses for good is it for good.
    throw failures.find(({ result }) => result.outcome === 'deferred') ?? failures.at(-1)!
  }
}

/** Of a domain that names us, too, the hosts that it prefers: any other would bring it back (RFC 5321 §5.1). */
function betterThan(isOwn: DirectOptions['isOwn'], hosts: readonly MxHost[]): readonly MxHost[] {
  const own = hosts.find(({ name }) => isOwn(name))
  return own === undefined ? hosts : hosts.filter(({ priority }) => priority < own.priority)
}

/** The host has enough messages, of whatever domains: others have places, too. */
const noPlace = () => putOff(Date.now() + putOffMs, 'the host has no room now')

function asFailure(error: unknown): SessionError {
  if (error instanceof SessionError) return error
  throw error
}

/** The domain of an address in its ASCII form (RFC 5890), lower case; empty where it is none. */
export function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1)).replace(/\.$/, '')
}
