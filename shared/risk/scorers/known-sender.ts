/** A proven sender whose mail has been clean so far, who is widely known, or who is of the reader's own house. */
import type { Detection } from '../../domain/analysis.ts'
import { speaksForHimself } from '../from-correspondent.ts'
import { knownHistory } from '../known-history.ts'
import { registrableDomain } from '../lookalike.ts'
import { isOfHouse } from '../own-house.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'
import { isWellKnown } from '../well-known.ts'

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
  score: (message) => {
    const { authentication, house } = message
    const { from } = message.mail
    if (from === null || authentication?.dmarc.result !== 'pass') return []
    const address = from.address.toLowerCase()
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (registrableDomain(domain) !== registrableDomain(authentication.dmarc.domain)) return []
    const said = (result: string, detail: string, confidence = 1): Detection => ({
      method: 'known_sender',
      result,
      detail: quote(detail),
      confidence,
      evidence: [{ where: 'header:from', text: quote(from.address) }],
    })
    const wellKnown = isWellKnown(address)
      ? [said('well_known', `${domain} is a known house, and vouches for the sender (DMARC).`)]
      : []
    const known = knownHistory(message)
    if (known === null) return wellKnown
    const { sender, clean, days } = known
    const ofHouse = isOfHouse(address, domain, house) && clean >= houseClean && days >= houseDays
    return [
      ...wellKnown,
      said(
        'clean_history',
        `${clean} messages of the proven sender ${sender} were clean, none was not.`,
        Math.min(1, clean / fullClean),
      ),
      ...(leadsNowhere(message)
        ? [
            said(
              'leads_nowhere',
              `The proven sender ${from.address} writes for himself, and nothing in the mail leads elsewhere.`,
            ),
          ]
        : []),
      ...(ofHouse
        ? [said('own_house', `${domain} is the house of this inbox, and vouches for the sender (DMARC).`)]
        : []),
    ]
  },
}

/** What leads out of a text: a link, an address to write to, a host, a number to call (a date has fewer digits). */
const lead = /:\/\/|@[\p{L}\d-]|[a-z\d]\.[a-z]{2}|\d(?:[ ()./-]?\d){8}/iu
/** Characters that are looked at; what is longer leads anywhere. */
const mostCharacters = 20_000

/** Whether somebody writes for himself, and there is no link, file, address or number to follow but to answer him. */
function leadsNowhere(message: RiskMessage): boolean {
  const { links, attachments, subject, body, html } = message.mail
  const text = `${subject}\n${body}`
  return (
    speaksForHimself(message) &&
    links.length === 0 &&
    attachments.length === 0 &&
    (html === null || !/<(?:img|a|form|iframe|object|embed)\b/i.test(html)) &&
    text.length + (html?.length ?? 0) <= mostCharacters &&
    !lead.test(text)
  )
}
