/** Tells whether a message reports about mail that was sent, and reads what it says. */
import { isCalledReport } from '../../domain/automated.ts'
import type { MailReport } from '../../domain/mail-report.ts'
import { decodeUndeclared } from '../charset.ts'
import { decodeWords } from '../encoded-words.ts'
import { firstField, type HeaderField, splitHeaderFields } from '../header-fields.ts'
import { messageIdsOf } from '../message-ids.ts'
import { type MimePart, type MimeTree, readMimeTree } from '../mime-tree.ts'
import { decodeTransfer } from '../transfer-encoding.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { readPlainBounce } from './plain-bounce.ts'

/** Bytes of a part that are read. */
const partBytes = 256 * 1024

/**
 * The report in `raw`; null where it is none that can be read. `ours` are addresses of the sender. Never throws.
 * The caller knows by the return path which message it is about: what the report says of that is a hint.
 */
export function readReport(raw: Uint8Array, ours: readonly string[] = []): MailReport | null {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const tree = readMimeTree(bytes)
  const text = (part: MimePart) => textOf(bytes, part)
  const messageId = returnedMessageId(tree, text)
  const parts = reportingParts(tree)
  const feedback = parts.find(({ type }) => type.value === 'message/feedback-report')
  const fields = tree.parts[0]!.fields
  // Whether somebody has read a message (RFC 8098) is no matter of its delivery.
  if (parts.some(({ type }) => type.value === 'message/disposition-notification')) return null
  if (feedback !== undefined) return { ...readFeedback(text(feedback), tree, text), messageId }
  const complainer = junkReporter(tree, text)
  if (complainer !== null)
    return { kind: 'complaint', feedbackType: 'abuse', recipients: [complainer], messageId }
  const said = spoken(tree, text) || bodyOf(bytes)
  const statuses = parts.filter(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type.value))
  const recipients = statuses.flatMap((part) => readDeliveryStatus(text(part), said))
  if (recipients.length > 0) return { kind: 'bounce', recipients, messageId }
  const quoted = quotedStatus(statuses.length === 0 ? bodyOf(bytes) : '', said)
  if (quoted.length > 0) return { kind: 'bounce', recipients: quoted, messageId }
  const hinted = (firstField(fields, 'x-failed-recipients') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const header = returnedHeader(tree, text)
  const to = header === null ? '' : bare(firstField(header, 'to') ?? '')
  const plain = readPlainBounce(said, {
    ours,
    named: hinted,
    returned: to === '' ? [] : [to],
    filter: isFilter(fields),
    reports: header !== null || tree.parts[0]!.type.value === 'multipart/report' || isCalled(fields),
  })
  return plain.length === 0 ? null : { kind: 'bounce', recipients: plain, messageId }
}

/** Types of parts that report by themselves. */
const reporting = /^message\/(?:(?:global-)?delivery-status|feedback-report|disposition-notification)$/

/** The parts that report: the message's own; those of a message within it only where a report was passed on in one. */
function reportingParts({ parts }: MimeTree): MimePart[] {
  const found = parts.filter(({ type }) => reporting.test(type.value))
  const own = found.filter(({ enclosed }) => !enclosed)
  return own.length > 0 ? own : found
}

function readFeedback(report: string, tree: MimeTree, text: (part: MimePart) => string) {
  const fields = splitHeaderFields(report.replaceAll('\r\n', '\n'))
  const named = fields.filter(({ key }) => key === 'original-rcpt-to').map(({ value }) => bare(value))
  const header = returnedHeader(tree, text)
  const to = header === null ? '' : bare(firstField(header, 'to') ?? '')
  return {
    kind: 'complaint' as const,
    feedbackType: (firstField(fields, 'feedback-type') ?? 'abuse').toLowerCase().slice(0, 64),
    recipients: named.length > 0 ? named : to === '' ? [] : [to],
  }
}

const isCalled = (fields: readonly HeaderField[]): boolean =>
  isCalledReport({
    from: bare(firstField(fields, 'from') ?? ''),
    subject: decodeWords(firstField(fields, 'subject') ?? ''),
  })

/** Products that take mail before they know whether there is a mailbox, and refuse it afterwards. */
const isFilter = (fields: readonly HeaderField[]): boolean =>
  fields.some(({ key, value }) => key === 'x-ahmailid' || (key === 'x-mailer' && /^m-filter/i.test(value)))

/** Reports of Outlook.com about what its users called junk: no feedback report, but a field that names the user. */
function junkReporter(tree: MimeTree, text: (part: MimePart) => string): string | null {
  const header = returnedHeader(tree, text)
  const named = header === null ? undefined : firstField(header, 'x-hmxmroriginalrecipient')
  return named === undefined ? null : bare(named) || null
}

/** Everything behind the header, as text: where a multipart has lost its parts, or a report was passed on as text. */
function bodyOf(bytes: Buffer): string {
  const raw = bytes.subarray(0, partBytes).toString('latin1').replaceAll('\r\n', '\n')
  const start = raw.indexOf('\n\n')
  return start < 0 ? '' : raw.slice(start + 2)
}

/** The recipients of a delivery status that stands in the text. */
function quotedStatus(body: string, said: string) {
  const start = body.search(/^final-recipient:/im)
  return start < 0 ? [] : readDeliveryStatus(body.slice(start, start + 4_000), said)
}

const bare = (value: string): string => /<?([^\s<>;,]{1,320}@[^\s<>;,]{1,320})>?/.exec(value)?.[1] ?? ''

/** What the report tells people: its first text part. */
function spoken(tree: MimeTree, text: (part: MimePart) => string): string {
  const part = tree.parts.find(
    ({ type, boundary, enclosed }) =>
      boundary === null && !enclosed && (type.value === '' || type.value.startsWith('text/')),
  )
  if (part === undefined) return ''
  const said = text(part)
  return part.type.value === 'text/html' ? said.replaceAll(/<[^<>]{0,2000}>/g, ' ') : said
}

/** The Message-ID of the message that came back, whole or its header only. */
function returnedMessageId(tree: MimeTree, text: (part: MimePart) => string): string | null {
  const header = returnedHeader(tree, text)
  const value = header === null ? undefined : firstField(header, 'message-id')
  return value === undefined ? null : (messageIdsOf(value)[0] ?? null)
}

function returnedHeader(tree: MimeTree, text: (part: MimePart) => string) {
  const part = tree.parts.find(({ type }) =>
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822-|global-)headers)$/.test(
      type.value,
    ),
  )
  if (part !== undefined) return splitHeaderFields(headerBlock(text(part)))
  // Reports for people quote it in their text.
  const plain = tree.parts.length === 1 ? text(tree.parts[0]!) : ''
  const at = plain.search(/^message-id:/im)
  return at < 0 ? null : splitHeaderFields(plain.slice(at, at + 1_000))
}

const headerBlock = (text: string): string => {
  const trimmed = text.replace(/^\s+/, '')
  const end = trimmed.search(/\r?\n\r?\n/)
  return end < 0 ? trimmed : trimmed.slice(0, end)
}

function textOf(bytes: Buffer, part: MimePart): string {
  const body = bytes.subarray(part.bodyStart, Math.min(part.bodyEnd, part.bodyStart + partBytes))
  return decodeUndeclared(decodeTransfer(body, part.encoding))
}
