/** All that policies do with the content of a message that came in: look for values, decide, rewrite. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { Envelope } from '../domain/authentication.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { AppliedPolicy, Firing } from '../domain/policy.ts'
import type { Direction } from '../domain/status.ts'
import { fromAddresses, fromNames } from '../mail/from-domains.ts'
import { evaluate } from '../policy/evaluate.ts'
import type { InboundSubject } from '../policy/policy-type.ts'
import { entitiesOf, type RedactionOrder, redactionsOf } from '../policy/redactions.ts'
import { findSensitive } from '../risk/find-sensitive.ts'
import { redact } from '../risk/redact.ts'
import type { RewrittenContent } from '../store/message-original.ts'
import { seenText } from './seen-text.ts'

/** What policies do with a message: which fired, and what it says once values were taken out; null: as it was. */
export interface Applied {
  fired: Firing[]
  rewritten: RewrittenContent | null
}

/** What an inbound message is judged by. */
export interface Inbound {
  mail: ParsedMail
  envelope: Pick<Envelope, 'mailFrom'>
  /** Ids of the rate limits that it was over when it was taken. */
  exceeded: readonly string[]
  /** Whether the domain in From is proven: an aligned DMARC pass. */
  authenticated: boolean
}

/** Holds policies against an inbound message, and takes out of it what they want taken out. */
export function applyInbound(
  policies: readonly AppliedPolicy[],
  { mail, envelope, exceeded, authenticated }: Inbound,
): Applied {
  if (policies.length === 0) return { fired: [], rewritten: null }
  const texts = textsOf(mail)
  const { content, redacted } = rewrite(mail, redactionsOf(policies, 'inbound'))
  const subject: InboundSubject = {
    stage: 'message',
    direction: 'inbound',
    authors: fromAddresses(mail.headers, mail.from),
    authorNames: fromNames(mail.headers, mail.from),
    authenticated,
    mailFrom: envelope.mailFrom,
    subject: mail.subject,
    texts,
    attachmentNames: mail.attachments.map(({ filename }) => filename),
    entities: foundEntities(policies, 'inbound', [mail.subject, ...texts]),
    redacted,
    exceeded,
  }
  return { fired: evaluate(policies, subject), rewritten: content }
}

/** Every form in which somebody may read the message, hidden text included. */
export function textsOf({ body, bodySanitized, html, hidden }: ParsedMail): string[] {
  const seen = html === null ? [] : [seenText(html)]
  const unseen = hidden.map(({ text }) => text).join('\n')
  return [...new Set([body, bodySanitized, ...seen, unseen])].filter((text) => text !== '')
}

/** The kinds of value in `texts`, of those that policies fire on. */
export function foundEntities(
  policies: readonly AppliedPolicy[],
  direction: Direction,
  texts: readonly string[],
) {
  const entities = entitiesOf(policies, direction)
  if (entities.length === 0) return []
  return [...new Set(texts.flatMap((text) => findSensitive(text, { entities }).map(({ type }) => type)))]
}

/** Carries out orders one after another; answers the content and the ids of the policies that took something out. */
export function rewrite(
  mail: RewrittenContent,
  orders: readonly RedactionOrder[],
): { content: RewrittenContent | null; redacted: string[] } {
  let content: RewrittenContent | null = null
  const redacted: string[] = []
  for (const order of orders) {
    const next = rewriteOnce(content ?? mail, order)
    if (next === null) continue
    content = next
    redacted.push(order.policyId)
  }
  return { content: content === null ? null : { ...content, headers: shownHeaders(content) }, redacted }
}

/** Null where there is nothing to take out. */
function rewriteOnce(
  content: RewrittenContent,
  { entities, replacement }: RedactionOrder,
): RewrittenContent | null {
  const options = { entities, replacement }
  const main = redact({ subject: content.subject, text: content.body, html: content.html }, options, seenText)
  let changed = main.redactions.length > 0
  const text = (given: string) => {
    if (given === content.body) return main.text
    const other = redact({ subject: '', text: given, html: null }, options)
    changed ||= other.redactions.length > 0
    return other.text
  }
  const bodySanitized = text(content.bodySanitized)
  const extractedText = text(content.extractedText)
  if (!changed) return null
  return { ...content, subject: main.subject, body: main.text, html: main.html, bodySanitized, extractedText }
}

/** Fields that name people, machines and messages and hold no words of the sender's: all others could tell what was taken out. */
const keptHeaders = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'reply-to',
  'date',
  'subject',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'auto-submitted',
  'precedence',
  'list-id',
])

const shownHeaders = ({ headers, subject }: RewrittenContent) =>
  headers
    .filter(({ name }) => keptHeaders.has(name.toLowerCase()))
    .map((field) => (field.name.toLowerCase() === 'subject' ? { ...field, value: subject } : field))

/**
 * The analysis of a message that was rewritten: what it quotes of the message goes, since the quotes would tell what was
 * taken out.
 */
export function withoutQuotes(
  analysis: SecurityAnalysis,
  policies: readonly AppliedPolicy[],
): SecurityAnalysis {
  const orders = redactionsOf(policies, 'inbound')
  const text = (given: string) =>
    orders.reduce(
      (rest, { entities, replacement }) =>
        redact({ subject: '', text: rest, html: null }, { entities, replacement }).text,
      given,
    )
  return {
    ...analysis,
    summary: text(analysis.summary),
    detections: analysis.detections.map(({ evidence: _, ...detection }) => ({
      ...detection,
      detail: text(detection.detail),
    })),
  }
}
