/** What an inbox knows of a sender who has proven who he is: how much of his mail was clean, and for how long. */
import { freeMail } from './brands.ts'
import { registrableDomain } from './lookalike.ts'
import type { RiskMessage } from './scorer.ts'

/** Clean messages, and days since the first of them, from which a sender counts as known. */
const leastClean = 5
const leastDays = 3

export interface KnownHistory {
  /** The domain of the sender; where anyone has an address at it, the whole address. */
  sender: string
  clean: number
  days: number
  /** The same of his very address, bad mail included; undefined where nothing is known of it. */
  own: NonNullable<RiskMessage['knownSenders']>[number] | undefined
}

/**
 * Null where there is none, or not all of it is clean. Only what can't be forged counts: DMARC has passed in our own
 * evaluation, for the very domain of From, now and each time before.
 */
export function knownHistory({
  mail: { from },
  authentication,
  knownSenders = [],
}: Pick<RiskMessage, 'mail' | 'authentication' | 'knownSenders'>): KnownHistory | null {
  if (from === null || authentication?.dmarc.result !== 'pass') return null
  const address = from.address.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (registrableDomain(domain) !== registrableDomain(authentication.dmarc.domain)) return null
  const wanted = freeMail.has(domain) ? address : domain
  const known = knownSenders.find(({ sender }) => sender === wanted)
  if (known === undefined || known.bad > 0 || known.clean < leastClean || known.days < leastDays) return null
  return { ...known, own: knownSenders.find(({ sender }) => sender === address) }
}
