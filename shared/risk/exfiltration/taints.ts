/** Which values of an untrusted mail count when a draft, in any thread, writes to them or passes them on. */

import type { Detection } from '../../domain/analysis.ts'
import type { AuthenticationResults } from '../../domain/authentication.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import { freeMail } from '../brands.ts'
import { domainOf, markOf, type NamedValue, namedValues } from './named-values.ts'

/** The mail, and what was made of it. */
export interface JudgedMail {
  mail: ParsedMail
  attachmentTexts: readonly { text: string }[]
  inboxAddress: string
  authentication: AuthenticationResults | null
  detections: readonly Detection[]
}

/** Marks of what a mail names. `always`: also where it was let in; `withheld`: only where it was not. */
export interface Taints {
  always: string[]
  withheld: string[]
}

/** Findings that tell of an attempt, whoever wrote the mail, and the points from which they do. */
const attempts: ReadonlySet<string> = new Set(['injection', 'hidden_text', 'impostor'])
const attemptFrom = 20
/** A whole domain counts after mail that was withheld only. */
const isExact = ({ kind }: NamedValue): boolean => kind !== 'domain'

/**
 * What counts of a mail. Of one that is proven to come from its domain, and attempts nothing, only its sender and Reply-To,
 * and only if it is withheld after all. Of one that nobody has proven: no address of its sender's own domain, whom one may
 * be told to write to. Of what was let in: no whole domains.
 */
export function taintsOf({
  mail,
  attachmentTexts,
  inboxAddress,
  authentication,
  detections,
}: JudgedMail): Taints {
  const proven = authentication?.dmarc.result === 'pass'
  const attempt = detections.some(({ method, points = 0 }) => attempts.has(method) && points >= attemptFrom)
  const from = mail.from?.address.toLowerCase() ?? ''
  // Anybody can write in the name of somebody else, whom one will want to write to.
  const senders = [
    ...(proven ? [from] : []),
    ...mail.replyToMailboxes.map(({ address }) => address.toLowerCase()),
  ]
  const own = senders
    .filter((address) => address.includes('@'))
    .map((value): NamedValue => ({ kind: 'address', value }))
  if (proven && !attempt) return { always: [], withheld: marksOf(own) }

  const inboxDomain = inboxAddress.slice(inboxAddress.lastIndexOf('@') + 1).toLowerCase()
  const texts = [
    mail.subject,
    mail.body,
    ...mail.hidden.map(({ text }) => text),
    ...attachmentTexts.map(({ text }) => text),
  ]
  const links = mail.links.map(({ href }) => href)
  const named = namedValues(texts.join('\n'), links).filter(
    ({ value }) => value !== from && value !== inboxDomain && !value.endsWith(`@${inboxDomain}`),
  )
  const house = freeMail.has(domainOf(from)) ? null : domainOf(from)
  const ofStranger = ({ kind, value }: NamedValue): boolean =>
    kind !== 'domain' && !(kind === 'address' && (senders.includes(value) || domainOf(value) === house))
  return {
    always: marksOf(attempt ? named.filter(isExact) : named.filter(ofStranger)),
    withheld: marksOf([...own, ...named]),
  }
}

const marksOf = (values: readonly NamedValue[]): string[] => [...new Set(values.map(markOf))]
