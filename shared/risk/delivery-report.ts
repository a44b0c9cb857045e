/** Tells mail that is a report on mail that was sent, by its form, and that leads nowhere. */
import { parse } from 'tldts'
import { registrableDomain } from './lookalike.ts'
import type { RiskMessage } from './scorer.ts'

/** Who writes reports. */
const daemon =
  /^(?:mailer-?daemon|mail-?daemon|postmaster|mdaemon|microsoftexchange[0-9a-f]{6,40}|no-?reply|bounces?|mail-?system)$/i
/** What refuses or puts off says so in digits (RFC 5321 §4.2, RFC 3463), or in words for it. */
const codes = /(?:^|[\s:(#])[45]\d\d[ -](?:[45]\.\d{1,3}\.\d{1,3}\b|[#(]?[a-z])|\b[45]\.\d{1,3}\.\d{1,3}\b/i
const words =
  /\b(?:undeliver\w{2,6}|not (?:yet )?(?:been )?delivered|could ?n.t be delivered|could not be delivered|delivery (?:has )?(?:failed|failure|incomplete|status)|unable to deliver|delay reason|nicht zugestellt|unzustellbar|non (?:remis|distribué|recapitabile)|n.a pas (?:pu être|été) remis|no (?:ha podido ser|se ha) entregado|onbestelbaar|não foi entregue|non è stato consegnato)\b|配信(?:でき|されません)/iu
/** Where the words of mail systems send whoever wants to know more. */
const helping =
  /^(?:support\.google\.com|(?:www\.|check\.)?spamhaus\.org|(?:go|aka|learn|support|docs)\.(?:microsoft\.com|ms)|(?:www\.)?(?:postmaster|help|senders)\.[a-z0-9.-]{4,40})$/i
/** What reports bring along: what comes back, and why. */
const enclosed = /^(?:message\/|text\/rfc822|image\/)/i
/** Characters of a report that says what came back of itself. */
const longest = 20_000

/**
 * Whether a message has no return path, the sender and the form of a report (RFC 3464, or the words of qmail, Exim and
 * their like), brings nothing but what came back, and leads nowhere but to the house itself and to help pages of mail
 * systems. All of it can be forged: it says how likenesses are to be taken, and proves nothing.
 */
export function isDeliveryReport({ envelope, mail, inboxAddress }: RiskMessage): boolean {
  if (envelope.mailFrom !== '' || mail.hasForm || mail.replyTo !== '' || mail.body.length > longest)
    return false
  const address = mail.from?.address ?? ''
  if (!daemon.test(address.slice(0, address.lastIndexOf('@')))) return false
  const type = mail.headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? ''
  const formed = /multipart\/report/i.test(type) && /delivery-status/i.test(type)
  if (!codes.test(mail.body) && !words.test(mail.body)) return false
  if (!formed && !/^auto-/.test(marked(mail)) && !/daemon|postmaster/i.test(address)) return false
  if (mail.attachments.some(({ contentType }) => !enclosed.test(contentType))) return false
  const own = houseOf(inboxAddress.slice(inboxAddress.lastIndexOf('@') + 1))
  return mail.links.every(({ href }) => leadsHome(href, own))
}

/** What it says of who made it (RFC 3834). */
const marked = ({ headers }: RiskMessage['mail']): string =>
  headers
    .find(({ name }) => /^auto-submitted$/i.test(name))
    ?.value.trim()
    .toLowerCase() ?? ''

const houseOf = (host: string): string => registrableDomain(host) ?? host

function leadsHome(href: string, own: string): boolean {
  if (/^(?:mailto|tel|cid|message):/i.test(href)) return true
  const { hostname } = parse(href)
  return hostname !== null && (helping.test(hostname) || houseOf(hostname) === own)
}
