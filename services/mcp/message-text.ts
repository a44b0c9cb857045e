/** Shows a message to a model: what is known of it first, then what its sender wrote, as data. */
import { limits } from '../../shared/domain/limits.ts'
import type { ListedMessage, Message } from '../../shared/domain/message.ts'
import type { Shown } from './tool.ts'
import { lineOf, pieceOf, untrusted, visible } from './untrusted.ts'

/** Which piece of its text is shown. */
export interface Budget {
  offset: number
  max_chars: number
  include_quoted: boolean
}

/** That of a message whose caller asked for no piece of it. */
export const firstPiece: Budget = {
  offset: 0,
  max_chars: limits.mcpTextCharacters,
  include_quoted: false,
}

/** What is known of a message beside what its sender says. */
const known = (message: Message | ListedMessage) => ({
  id: message.id,
  thread_id: message.thread_id,
  inbox_id: message.inbox_id,
  direction: message.direction,
  status: message.status,
  verdict: message.verdict,
  risk_score: message.security_analysis?.risk_score ?? null,
  sender_authenticated: authenticated(message),
  created_at: message.created_at,
})

/** The domain that the sender's mail system has proved to be (DMARC, RFC 7489); null where it hasn't. */
function authenticated({ authentication }: Message | ListedMessage): string | null {
  return authentication?.dmarc.result === 'pass' ? authentication.dmarc.domain : null
}

/** A line for a list; `untrusted` is what others wrote. */
export function listed(message: ListedMessage, withPreview = true): Record<string, unknown> {
  return {
    ...known(message),
    has_attachments: message.has_attachments,
    content_hidden: message.content_hidden,
    untrusted: {
      from: lineOf(message.from),
      to: lineOf(message.to),
      subject: lineOf(message.subject),
      ...(withPreview ? { preview: lineOf(message.extracted_text || message.body_sanitized) } : {}),
    },
  }
}

/** A message within a budget. */
export function messageShown(message: Message, budget: Budget): Shown {
  const { body_sanitized, extracted_text, content_hidden, attachments } = message
  const whole = visible(budget.include_quoted || extracted_text === '' ? body_sanitized : extracted_text)
  const piece = pieceOf(whole, budget.offset, budget.max_chars)
  const files = attachments.map(({ id, filename, content_type, size_bytes, scan_status }) => ({
    id,
    filename: lineOf(filename),
    content_type: lineOf(content_type),
    size_bytes,
    scan_status,
  }))
  const written = [
    `From: ${lineOf(message.from_name === '' ? message.from : `${message.from_name} <${message.from}>`)}`,
    `To: ${lineOf(message.to)}`,
    ...(message.cc === '' ? [] : [`Cc: ${lineOf(message.cc)}`]),
    ...(message.reply_to === '' ? [] : [`Reply-To: ${lineOf(message.reply_to)}`]),
    `Subject: ${lineOf(message.subject)}`,
    ...files.map(
      ({ id, filename, size_bytes, scan_status }) =>
        `Attachment: ${filename} (${id}, ${size_bytes} bytes, ${scan_status})`,
    ),
    '',
    piece.text,
  ].join('\n')
  const content = content_hidden ? null : untrusted(written)
  const { nextOffset } = piece
  return {
    text: [
      aboutLine(message),
      ...warnings(message),
      content ??
        'Its content is withheld: a person has to release it before you can read it. Go on with other work.',
      ...(nextOffset === null || content_hidden
        ? []
        : [
            `Shown up to character ${nextOffset} of ${piece.total}. For more, call get_message with offset ${nextOffset}.`,
          ]),
    ].join('\n'),
    structured: {
      ...known(message),
      content,
      truncated: nextOffset !== null,
      next_offset: nextOffset,
      total_chars: piece.total,
      attachments: content_hidden ? [] : files,
      ...(message.approval === undefined ? {} : { approval: approvalOf(message.approval) }),
    },
  }
}

function aboutLine(message: Message): string {
  const { id, thread_id, direction, status, created_at } = message
  const domain = authenticated(message)
  const score = message.security_analysis?.risk_score
  return [
    `Message ${id} of thread ${thread_id}`,
    `${direction}, ${created_at}`,
    `status ${status}`,
    ...(score === undefined ? [] : [`risk ${score} of 100`]),
    ...(direction === 'outbound'
      ? []
      : [domain === null ? 'sender not authenticated' : `sender authenticated as ${lineOf(domain)}`]),
  ].join('; ')
}

function warnings({ verdict, security_analysis, direction }: Message): string[] {
  if (direction === 'outbound' || verdict === null || verdict === 'clean') return []
  return [`Be careful, this message was ${verdict}: ${lineOf(security_analysis?.summary ?? '')}`]
}

function approvalOf({ id, status, expires_at, reason }: NonNullable<Message['approval']>) {
  return { id, status, expires_at, ...(reason === null ? {} : { reason: lineOf(reason) }) }
}

/** What became of a message that was to be sent. */
export function sentShown(message: Message): Shown {
  const { id, thread_id, status, approval, security_analysis } = message
  const structured = {
    id,
    thread_id,
    status,
    risk_score: security_analysis?.risk_score ?? null,
    held: approval?.status === 'pending',
    ...(approval === undefined ? {} : { approval: approvalOf(approval) }),
  }
  if (approval?.status === 'pending')
    return {
      text: `Held for a person. Do not send it again and do not send it in another way. Approval ${approval.id}, message ${id}, thread ${thread_id}. To see what was decided, call get_message with ${id} later: status sent means that it was approved and has left, rejected or expired that it never will.`,
      structured,
    }
  return {
    text: `Message ${id} of thread ${thread_id} is ${status}.${status === 'queued' ? ' It leaves in a moment; get_message tells whether it was taken.' : ''}`,
    structured,
  }
}
