/** Whether a mail is from somebody whom the inbox knows, who has proven it, and who writes for himself. */
import { freeMail } from './brands.ts'
import { knownHistory } from './known-history.ts'
import { provenSender } from './likeness/proven-sender.ts'
import { registrableDomain } from './lookalike.ts'
import { writesForOthers } from './relays.ts'
import type { RiskMessage } from './scorer.ts'

/** Clean messages of an address, and days since the first of them, from which it is a correspondent's: a stranger has to write for so long. */
const leastClean = 5
const leastDays = 14
/** Clean messages from which his words are taken for his own. */
const ownWordsClean = 10

/** Local parts of programs that bring what others have written: forms, tickets, lists, bots. */
const ofPrograms =
  /^(?:(?:web|site)?-?forms?|formulare?|kontakt\w*|contact\w*|website|webmaster|web|www\w*|no-?reply|do-?not-?reply|notif\w*|tickets?|support|help\w*|bots?|.{1,40}[-_.](?:bot|list|bounces|request)|mailer\w*|lists?|orders?|bookings?|reservations?|reviews?|comments?|feedback|chat\w*|intake|inbox|scan\w*|copier|fax\w*|voicemail)(?:\+|@)/

/**
 * Whether the mail of this very address was clean so far, and DMARC vouches for it. Of services and lists that others write
 * through, that says nothing, nor where somebody else gets the answer, as in what forms of a site send.
 */
export function isFromCorrespondent(message: RiskMessage): boolean {
  const { mail, knownSenders = [] } = message
  const address = mail.from?.address.toLowerCase() ?? ''
  const domain = registrableDomain(address)
  const past = knownSenders.find(({ sender }) => sender === address)
  return (
    knownHistory(message) !== null &&
    past !== undefined &&
    past.bad === 0 &&
    past.clean >= leastClean &&
    past.days >= leastDays &&
    domain !== null &&
    !writesForOthers(domain) &&
    !mail.headers.some(({ name }) => /^list-post$/i.test(name)) &&
    mail.replyToMailboxes.every(
      (one) =>
        one.address.toLowerCase() === address ||
        (!freeMail.has(domain) && registrableDomain(one.address) === domain),
    )
  )
}

/** Whether it holds such a sender's own words, and not what strangers have typed into a form, a ticket or a list (RFC 2919) of his. */
export function speaksForHimself(message: RiskMessage): boolean {
  const { from, headers } = message.mail
  return (
    isFromCorrespondent(message) &&
    (knownHistory(message)?.clean ?? 0) >= ownWordsClean &&
    !ofPrograms.test(from!.address.toLowerCase()) &&
    !headers.some(({ name }) => /^list-id$/i.test(name))
  )
}

/** Whether a service that writes for others has proven itself, and the answer goes to correspondents alone. */
export function isForCorrespondent(message: RiskMessage): boolean {
  const { from, replyToMailboxes } = message.mail
  const domain = from === null ? null : registrableDomain(from.address)
  return (
    domain !== null &&
    writesForOthers(domain) &&
    provenSender(message) !== null &&
    replyToMailboxes.length > 0 &&
    replyToMailboxes.every(({ address }) =>
      (message.correspondents ?? []).some(
        (one) => one.address === address.toLowerCase() && one.clean >= leastClean,
      ),
    )
  )
}
