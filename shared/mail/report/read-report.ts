/** Tells whether a message reports about mail that was sent, and reads what it says. */
import type { MailReport } from '../../domain/mail-report.ts'
import { decodeUndeclared } from '../charset.ts'
import { firstField, splitHeaderFields } from '../header-fields.ts'
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
  const feedback = tree.parts.find(({ type }) => type.value === 'message/feedback-report')
  if (feedback !== undefined) return { ...readFeedback(text(feedback), tree, text), messageId }
  const said = spoken(tree, text)
  const statuses = tree.parts.filter(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type.value))
  const recipients = statuses.flatMap((part) => readDeliveryStatus(text(part), said))
  if (recipients.length > 0) return { kind: 'bounce', recipients, messageId }
  const fields = tree.parts[0]!.fields
  const hinted = (firstField(fields, 'x-failed-recipients') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const plain = readPlainBounce(said, ours, hinted)
  return plain.length === 0 ? null : { kind: 'bounce', recipients: plain, messageId }
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

const bare = (value: string): string => /<?([^\s<>;,]{1,320}@[^\s<>;,]{1,320})>?/.exec(value)?.[1] ?? ''

/** What the report tells people: its first text part. */
function spoken(tree: MimeTree, text: (part: MimePart) => string): string {
  const part = tree.parts.find(
    ({ type, boundary, enclosed }) =>
      boundary === null && !enclosed && (type.value === '' || type.value.startsWith('text/')),
  )
  if (part === undefined) return ''
  const said = text(part)
  return part.type.value === 'text/html' ? said.replaceAll(/<[^>]{0,2000}>/g, ' ') : said
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
