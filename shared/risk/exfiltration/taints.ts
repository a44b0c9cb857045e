/** Which values of an untrusted mail count when a draft, in any thread, writes to them or passes them on. */

import type { Detection, SecurityAnalysis } from '../../domain/analysis.ts'
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
  analysis: Pick<SecurityAnalysis, 'risk_score' | 'detections'>
}

/** Marks of what a mail names. `always`: also where it was let in; `withheld`: only where it was not. */
export interface Taints {
  always: string[]
  withheld: string[]
}

/** Score, and findings with their points, that tell of an attempt, whoever wrote the mail. */
const riskyFrom = 31
const attempts: ReadonlySet<string> = new Set(['injection', 'hidden_text', 'impostor'])
const attemptFrom = 20
/** What a rule has found; that it merely resembles attacks is said of short honest letters, too. */
const isAttempt = ({ method, result, points = 0 }: Detection): boolean =>
  attempts.has(method) && points >= attemptFrom && !result.startsWith('resembles_')
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
  analysis: { risk_score, detections },
}: JudgedMail): Taints {
  const proven = authentication?.dmarc.result === 'pass'
  const attempt = risk_score >= riskyFrom && detections.some(isAttempt)
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
