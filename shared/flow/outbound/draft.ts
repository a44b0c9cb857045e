/** Makes the draft of an order: recipients, bodies, attachments and header fields, each checked. */

import { decodedBase64 } from '../../domain/base64.ts'
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import { headerRefusal } from '../../domain/send-headers.ts'
import { asRead, nameAsRead, plainName } from '../../judge/as-read.ts'
import { senderOf } from '../../judge/given-mailboxes.ts'
import type { OutgoingDraft } from '../../judge/outgoing-draft.ts'
import { truncate } from '../../lib/clean-text.ts'
import { DeadlineError } from '../../lib/thread-errors.ts'
import { type OutgoingAttachment, withCharset } from '../../mail/compose/compose.ts'
import {
  forwardSubject,
  type Quoted,
  replySubject,
  withForwarded,
  withQuote,
  withQuotedHtml,
} from '../../mail/compose/message-parts.ts'
import { findBlob } from '../../store/blobs.ts'
import type { Original, SendingInbox } from '../../store/sending.ts'
import type { OutboundParts } from './parts.ts'
import type { Asked } from './pipeline-items.ts'
import { read, recipientsOf } from './recipients.ts'

const dayMs = 86_400_000

/** @throws ServiceError `validation_error`, `message_too_large`. */
export async function draftOf(
  { order, principal, at }: Asked,
  inbox: SendingInbox,
  original: Original | undefined,
  parts: Pick<OutboundParts, 'database' | 'parser' | 'inboxDomain' | 'maxMessageBytes' | 'sendHeaders'>,
): Promise<OutgoingDraft> {
  const { body } = order
  mustBeAllowed(Object.keys(body.headers), parts.sendHeaders)
  const { slug } = inbox
  const { inboxDomain, maxMessageBytes } = parts
  const sendAt = body.send_at === undefined || body.send_at <= at ? null : body.send_at
  if (body.send_at !== undefined && body.send_at < at - limits.sendAtSkewMinutes * 60_000)
    throw invalid('send_at', `is in the past: more than ${limits.sendAtSkewMinutes} minutes ago`)
  if (sendAt !== null && sendAt > at + limits.sendAtDays * dayMs)
    throw invalid('send_at', `is more than ${limits.sendAtDays} days ahead`)
  const { to, cc, bcc, recipients } = recipientsOf(order, original, { slug, inboxDomain })
  const given = body.attachments.map((attachment, index) => decoded(attachment, index))
  const bytes = given.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > maxMessageBytes) throw new ServiceError('message_too_large')
  const forwarded =
    order.kind === 'forward' && order.body.include_attachments
      ? await attachmentsOf(principal.tenantId, original!, parts)
      : []
  const answers = order.kind === 'forward' ? undefined : original
  return {
    from: senderOf(inbox, inboxDomain),
    to,
    cc,
    bcc,
    recipients,
    replyTo: body.reply_to === undefined ? [] : read('reply_to', body.reply_to, inboxDomain),
    subject: subjectOf(order, original),
    ...(await bodiesOf(order, original, parts)),
    headers: Object.entries(body.headers).map(([name, value]) => ({
      name,
      value: asRead(`body.headers.${name}`, value),
    })),
    attachments: imagesFirst([...given, ...forwarded]),
    inReplyTo: answers?.messageId ?? null,
    references: answers === undefined ? [] : referencesOf(answers),
    listUnsubscribe: body.list_unsubscribe ?? [],
    oneClick: body.list_unsubscribe_one_click,
    metadata: body.metadata,
    sendAt,
  }
}

const invalid = (field: string, message: string) =>
  new ServiceError('validation_error', undefined, { details: [{ path: `body.${field}`, message }] })

/** @throws ServiceError `validation_error`, with each field that a sender may not set. */
function mustBeAllowed(names: readonly string[], allowed: readonly string[]): void {
  const details = names.flatMap((name) => {
    const message = headerRefusal(name, allowed)
    return message === null ? [] : [{ path: `body.headers.${name}`, message }]
  })
  if (details.length > 0) throw new ServiceError('validation_error', undefined, { details })
}

/** RFC 5322 §3.6.4: those of the message that is answered, or the one that it answers itself, and its own. */
function referencesOf({ references, inReplyTo, messageId }: Original): string[] {
  const before = references.length === 0 && inReplyTo.length === 1 ? inReplyTo : references
  return messageId === null ? before : [...before.filter((id) => id !== messageId), messageId]
}

function subjectOf(order: Asked['order'], original: Original | undefined): string {
  if (order.body.subject !== undefined) return asRead('body.subject', order.body.subject)
  const subject = (original?.subject ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim()
  return truncate(
    order.kind === 'forward' ? forwardSubject(subject) : replySubject(subject),
    limits.subjectCharacters,
  )
}

async function bodiesOf(
  order: Asked['order'],
  original: Original | undefined,
  { parser }: Pick<OutboundParts, 'parser'>,
): Promise<{ text: string; html: string | null }> {
  const { body, format, html: givenHtml } = order.body
  const html = format === 'markdown' ? await htmlOf(body, parser) : (givenHtml ?? null)
  if (original === undefined || order.kind === 'send') return { text: body, html }
  if (order.kind !== 'forward' && !order.body.quote) return { text: body, html }
  const quoted = quotedOf(original)
  const text = order.kind === 'forward' ? withForwarded(body, quoted) : withQuote(body, quoted)
  const added = order.kind === 'forward' ? withForwarded('', quoted) : withQuote('', quoted)
  return { text, html: html === null ? null : withQuotedHtml(html, added) }
}

/** @throws ServiceError `validation_error`. */
async function htmlOf(markdown: string, parser: OutboundParts['parser']): Promise<string> {
  const made = await parser.htmlOfMarkdown(markdown).catch((error: unknown) => {
    if (error instanceof DeadlineError) return { problem: 'is Markdown that takes too long to read' }
    throw error
  })
  if ('problem' in made) throw invalid('body', made.problem)
  return made.html
}

const quotedOf = ({ from, fromName, to, cc, subject, date, body }: Original): Quoted => ({
  from,
  fromName,
  to,
  cc,
  subject,
  date: new Date(date).toUTCString(),
  text: body,
})

/** In the order in which they stand in the message: what the HTML part shows goes with it, and the rest behind. */
const imagesFirst = (attachments: readonly OutgoingAttachment[]): OutgoingAttachment[] => [
  ...attachments.filter(({ contentId }) => contentId !== undefined),
  ...attachments.filter(({ contentId }) => contentId === undefined),
]

function decoded(
  {
    filename,
    content_type,
    content,
    content_id,
  }: { filename: string; content_type: string; content: string; content_id?: string | undefined },
  index: number,
): OutgoingAttachment {
  const bytes = decodedBase64(content)
  if (bytes === null) throw invalid(`attachments.${index}.content`, 'is not base64 (RFC 4648 §4)')
  return {
    filename: nameAsRead(`body.attachments.${index}.filename`, filename),
    contentType: content_type,
    content: bytes,
    ...(content_id === undefined ? {} : { contentId: content_id }),
  }
}

/** The clean attachments of a message; what is infected, or can't be scanned, doesn't travel on. */
async function attachmentsOf(
  tenantId: string,
  original: Original,
  { database, parser }: Pick<OutboundParts, 'database' | 'parser'>,
): Promise<OutgoingAttachment[]> {
  const clean = original.attachments.filter(({ scanStatus }) => scanStatus === 'clean')
  if (clean.length === 0) return []
  const raw = await findBlob(database, tenantId, original.id)
  if (raw === null) return []
  const files = await parser.attachments(raw)
  return clean.flatMap(({ index, filename, contentType }) => {
    const file = files[index]
    if (file === undefined) return []
    const { content, charset } = file
    return [{ filename: safeName(filename), contentType: withCharset(contentType, charset), content }]
  })
}

/** A stranger chose the name. */
const safeName = (name: string): string =>
  truncate(plainName(name).replaceAll(/[\p{Cc}/\\]/gu, '_'), limits.filenameCharacters) || 'attachment'
