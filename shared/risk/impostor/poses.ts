/** Whom the sender of a message poses as, of those that its inbox knows. */
import type { Correspondent } from '../../domain/correspondent.ts'
import { freeMail } from '../brands.ts'
import { registrableDomain } from '../lookalike.ts'
import { writesForOthers } from '../relays.ts'
import type { RiskMessage } from '../scorer.ts'
import { isNamed, isTelling, lookOf } from './people.ts'
import { remembered } from './remembered.ts'
import { type Likeness, likenessOf } from './resembles.ts'

/** The registrable domain of a host or address. */
export const houseOf = remembered(registrableDomain)

/** Correspondents that are looked at: as many as the store answers at most. */
const maxPeople = 500

/** Whom an inbox knows, as the scorer needs them. */
export interface Circle {
  /** The sender: address, host, registrable domain, in lower case. */
  address: string
  host: string
  domain: string
  /** Whether DMARC has passed for the very domain. */
  proven: boolean
  /** Whether it writes in others' names, as what it is. */
  relay: boolean
  correspondents: readonly Correspondent[]
  people: readonly { name: string; address: string }[]
  /** Domains of firms among them and of the reader's house; never those where anyone has an address. */
  domains: ReadonlySet<string>
  /** Whether the sender is known by its address, or by its domain where not anyone has one there. */
  known: boolean
  /** Messages of the sender, or its domain, that were clean. */
  clean: number
}

/** Null where a message has no sender, or nobody is known. */
export function circleOf({ mail, authentication, ...message }: RiskMessage): Circle | null {
  const { correspondents = [], house, threadPast } = message
  const address = mail.from?.address.toLowerCase() ?? ''
  const domain = houseOf(address)
  if (mail.from === null || domain === null) return null
  const own = message.inboxAddress.toLowerCase()
  const people = [
    ...correspondents.slice(0, maxPeople),
    ...(threadPast?.people ?? []).map((one) => ({ ...one, address: one.address.toLowerCase() })),
    ...(house?.addresses ?? []).map((one) => ({ name: '', address: one })),
  ].filter((one) => one.address !== own)
  if (people.length === 0 && (house === undefined || house.name === '')) return null
  // A stranger who has joined a thread, or wrote once, is known for that; never as what an imitator would imitate.
  const domains = new Set(
    people
      .filter((one) => one.address !== address)
      .flatMap((one) => houseOf(one.address) ?? [])
      .filter((one) => !freeMail.has(one)),
  )
  const ofSender = correspondents.filter(
    (one) => one.address === address || (!freeMail.has(domain) && houseOf(one.address) === domain),
  )
  const proven = authentication?.dmarc.result === 'pass' && houseOf(authentication.dmarc.domain) === domain
  return {
    address,
    host: address.slice(address.lastIndexOf('@') + 1),
    domain,
    proven,
    relay: proven && writesForOthers(domain),
    correspondents,
    people,
    domains,
    known: ofSender.length > 0 || (house?.addresses ?? []).some((one) => isHouse(one, address, domain)),
    clean: ofSender.reduce((sum, { clean }) => sum + clean, 0),
  }
}

const isHouse = (one: string, address: string, domain: string): boolean =>
  one === address || (!freeMail.has(domain) && houseOf(one) === domain)

/** Clean messages from which a name is its bearer's own, whoever bears it with more. */
const ownName = 3

/** Of whom the sender bears the name without being known by it, and how surely; null for nobody. */
export function poserOf(
  circle: Circle,
  name: string,
): { name: string; domain: string; confidence: number } | null {
  const local = circle.address.slice(0, circle.address.lastIndexOf('@'))
  const look = lookOf(name === '' ? local.replace(/[._\d+-]+/g, ' ') : name)
  if (!isTelling(look)) return null
  const bearers = circle.people.filter((one) => {
    const known = lookOf(one.name)
    return isTelling(known) && isNamed(look, known)
  })
  const isOwn = (one: { address: string }): boolean =>
    one.address === circle.address || (!freeMail.has(circle.domain) && houseOf(one.address) === circle.domain)
  const [other] = bearers
    .filter((one) => !isOwn(one))
    .toSorted((a, b) => cleanOf(circle, b) - cleanOf(circle, a))
  if (other === undefined) return null
  const own = bearers.filter(isOwn)
  // A first letter that asks for nothing must not make the name one's own; the tenth does.
  const clean = own.reduce((sum, one) => sum + cleanOf(circle, one), 0)
  if (own.length > 0 && (clean >= ownName || clean >= cleanOf(circle, other))) return null
  return {
    name: other.name,
    domain: houseOf(other.address) ?? other.address,
    confidence: own.length > 0 ? 0.5 : 1,
  }
}

const cleanOf = ({ correspondents }: Circle, { address }: { address: string }): number =>
  correspondents.find((one) => one.address === address)?.clean ?? 0

/** Whose domain a host resembles, of those known; the surest. */
export function modelOf(
  { domains }: Pick<Circle, 'domains'>,
  host: string,
): { model: string; likeness: Likeness; confidence: number } | null {
  const domain = houseOf(host)
  if (domain === null || freeMail.has(domain) || domains.has(domain)) return null
  let best: { model: string; likeness: Likeness; confidence: number } | null = null
  for (const model of domains) {
    const found = likenessOf(host, domain, model)
    if (
      found !== null &&
      (best === null || rank[found.likeness] * found.confidence > rank[best.likeness] * best.confidence)
    )
      best = { model, ...found }
  }
  return best
}

const rank: Record<Likeness, number> = { lookalike: 3, contains: 2, suffix: 1 }
