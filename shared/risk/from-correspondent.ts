/** Whether a mail is from somebody whom the inbox knows, who has proven it, and who writes for himself. */
import { freeMail } from './brands.ts'
import { fold } from './fold.ts'
import { knownHistory } from './known-history.ts'
import { registrableDomain } from './lookalike.ts'
import { writesForOthers } from './relays.ts'
import type { RiskMessage } from './scorer.ts'

/** Clean messages of an address, and days since the first of them, from which it is a correspondent's: a stranger has to write for so long. */
const leastClean = 5
const leastDays = 14
/** Clean messages from which his words are taken for his own. */
const ownWordsClean = 10

/** Fields of mail that a program sends, a list, or whoever writes to many (RFC 3834 §5, RFC 2919, RFC 2369). */
const ofPrograms = /^(?:auto-submitted|precedence|x-auto-response-suppress|feedback-id|list-.{1,40})$/i
/** Letters of a name from which it is told in an address. */
const leastLetters = 3

/**
 * Whether the mail of this very address was clean so far, and DMARC vouches for it. Of services and lists that others write
 * through, that says nothing, nor where somebody else gets the answer, as in what forms of a site send.
 */
export const isFromCorrespondent = (message: RiskMessage): boolean => cleanFrom(message) !== null

/** How many clean messages have come from the address of such a mail; null where it is none. */
function cleanFrom(message: RiskMessage): number | null {
  const { mail } = message
  const past = knownHistory(message)?.own
  if (past === undefined || past.bad > 0 || past.clean < leastClean || past.days < leastDays) return null
  const address = mail.from?.address.toLowerCase() ?? ''
  const domain = registrableDomain(address)
  const isHisOwn =
    domain !== null &&
    !writesForOthers(domain) &&
    !mail.headers.some(({ name }) => /^list-post$/i.test(name)) &&
    mail.replyToMailboxes.every(
      (one) =>
        one.address.toLowerCase() === address ||
        (!freeMail.has(domain) && registrableDomain(one.address) === domain),
    )
  return isHisOwn ? past.clean : null
}

/**
 * Whether it holds such a sender's own words, and not what strangers have typed into a form, a ticket or a list of his: his address
 * is his name's, he has sent ten clean messages himself, and nothing says that a program has sent it.
 */
export function speaksForHimself(message: RiskMessage): boolean {
  const { from, headers } = message.mail
  const address = from?.address.toLowerCase() ?? ''
  return (
    (cleanFrom(message) ?? 0) >= ownWordsClean &&
    isNamedIn(from?.name ?? '', address.slice(0, address.lastIndexOf('@'))) &&
    !headers.some(({ name }) => ofPrograms.test(name))
  )
}

/** Whether a name of two words or more has one that stands in a local part: `h.dray`, `jonah`. */
function isNamedIn(name: string, local: string): boolean {
  const words = fold(name)
    .text.split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  const parts = fold(local).text.split(/[^\p{L}]+/u)
  return words.length > 1 && words.some((word) => word.length >= leastLetters && parts.includes(word))
}
