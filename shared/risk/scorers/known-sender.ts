/** A proven sender whose mail has been clean so far, who is widely known, or who is of the reader's own house. */
import type { Detection } from '../../domain/analysis.ts'
import { freeMail } from '../brands.ts'
import { registrableDomain } from '../lookalike.ts'
import { isOfHouse } from '../own-house.ts'
import type { Scorer } from '../scorer.ts'
import { quote } from '../text-layers.ts'
import { isWellKnown } from '../well-known.ts'

/** Clean messages, and days since the first of them, from which a sender counts as known. */
const leastClean = 5
const leastDays = 3
/** Clean messages from which it counts in full. */
const fullClean = 20
/** Clean messages, and days, from which somebody of the own house may tell its agent what to do. */
const houseClean = 20
const houseDays = 14

/**
 * Only what can't be forged counts: DMARC has passed in our own evaluation, for the very domain of From, now and each
 * time before. A header field says nothing, nor does a look-alike, nor a thread that is answered. Where anyone has
 * an address at the domain, the whole address has to be known.
 */
export const knownSender: Scorer = {
  name: 'known_sender',
  directions: ['inbound'],
  budgetMs: 100,
  score: ({ mail, authentication, knownSenders = [], house }) => {
    const { from } = mail
    if (from === null || authentication?.dmarc.result !== 'pass') return []
    const address = from.address.toLowerCase()
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (registrableDomain(domain) !== registrableDomain(authentication.dmarc.domain)) return []
    const wanted = freeMail.has(domain) ? address : domain
    const wellKnown = isWellKnown(address)
      ? [
          {
            method: 'known_sender',
            result: 'well_known',
            detail: quote(`${domain} is a known house, and vouches for the sender (DMARC).`),
            confidence: 1,
            evidence: [{ where: 'header:from', text: quote(from.address) }],
          } satisfies Detection,
        ]
      : []
    const known = knownSenders.find(({ sender }) => sender === wanted)
    if (known === undefined || known.bad > 0 || known.clean < leastClean || known.days < leastDays)
      return wellKnown
    return [
      ...wellKnown,
      {
        method: 'known_sender',
        result: 'clean_history',
        detail: quote(`${known.clean} messages of the proven sender ${wanted} were clean, none was not.`),
        confidence: Math.min(1, known.clean / fullClean),
        evidence: [{ where: 'header:from', text: quote(from.address) }],
      } satisfies Detection,
      ...(isOfHouse(address, domain, house) && known.clean >= houseClean && known.days >= houseDays
        ? [
            {
              method: 'known_sender',
              result: 'own_house',
              detail: quote(`${domain} is the house of this inbox, and vouches for the sender (DMARC).`),
              confidence: 1,
              evidence: [{ where: 'header:from', text: quote(from.address) }],
            } satisfies Detection,
          ]
        : []),
    ]
  },
}
