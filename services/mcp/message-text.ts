/** Shows a message to a model: what is known of it first, then what its sender wrote, as data. */
import type { AgentView } from '../../shared/domain/agent-view.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { ListedMessage, Message } from '../../shared/domain/message.ts'
import type { Shown } from './tool.ts'
import { whyUnread } from './unread.ts'
import { lineOf, shortLineOf, untrusted } from './untrusted.ts'

/** What is known of a message beside what its sender says. */
const known = (message: ListedMessage) => ({
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
function authenticated({ authentication }: ListedMessage): string | null {
  return authentication?.dmarc.result === 'pass' ? authentication.dmarc.domain : null
}

/** A line for a list; `untrusted` is what others wrote. */
export function listed(message: ListedMessage, withPreview = true): Record<string, unknown> {
  return {
    ...known(message),
    has_attachments: message.has_attachments,
    content_hidden: message.content_hidden,
    untrusted: {
      from: shortLineOf(message.from),
      to: shortLineOf(message.to),
      subject: shortLineOf(message.subject),
      ...(withPreview ? { preview: shortLineOf(message.extracted_text || message.body_sanitized) } : {}),
    },
  }
}

/** What a model is shown of links: more are in a piece of the text, or in the API. */
const most = { links: 15, linkCharacters: 3_000 }

/** The first links, as far as their room goes. */
function linksWithin(links: AgentView['links']): AgentView['links'] {
  const shown = []
  let characters = 0
  for (const link of links.slice(0, most.links)) {
    characters += link.url.length
    if (characters > most.linkCharacters) break
    shown.push(link)
  }
  return shown
}

/** A message as its view for agents has it. */
export function messageShown(view: AgentView): Shown {
  const { content_hidden, links, codes, confirmation_links, next_offset, total_chars, approval } = view
  const files = view.attachments
    .slice(0, limits.mcpAttachments)
    .map(({ id, filename, content_type, size_bytes, scan_status, unread, next_offset: next }) => ({
      id,
      size_bytes,
      scan_status,
      unread,
      next_offset: next,
      untrusted: { filename: lineOf(filename), content_type: lineOf(content_type) },
    }))
  const filesLeft = view.attachments.length - files.length
  const shownLinks = linksWithin(links)
  const linksLeft = links.length - shownLinks.length
  const written = [
    `From: ${lineOf(view.from.name === '' ? view.from.address : `${view.from.name} <${view.from.address}>`)}`,
    `To: ${lineOf(view.to)}`,
    ...(view.cc === '' ? [] : [`Cc: ${lineOf(view.cc)}`]),
    ...(view.reply_to === '' ? [] : [`Reply-To: ${lineOf(view.reply_to)}`]),
    `Subject: ${lineOf(view.subject)}`,
    ...(isSuspect(view) ? [`Found in it: ${lineOf(view.risk_summary)}`] : []),
    ...files.map(
      ({ id, size_bytes, scan_status, unread, untrusted: { filename } }) =>
        `Attachment: ${filename} (${id}, ${size_bytes} bytes, ${scan_status})${unread === null ? '' : `. ${whyUnread[unread]}`}`,
    ),
    ...(filesLeft === 0 ? [] : [`Attachment: ${filesLeft} more, which the API lists`]),
    ...codes.map(({ code, confidence }) => `Code: ${code} (confidence ${confidence})`),
    ...confirmation_links.map(confirmationLine),
    '',
    view.text,
    ...view.attachments.flatMap(attachedText),
    ...(links.length === 0 ? [] : ['', 'Links:']),
    ...shownLinks.map(
      ({ url, host, text, misleading }) =>
        `- ${host}${misleading ? ' (its text names another host)' : ''}: ${url}${text === '' ? '' : ` shown as "${lineOf(text)}"`}`,
    ),
    ...(linksLeft === 0 ? [] : [`- ${linksLeft} more, which the API lists`]),
  ].join('\n')
  const content = content_hidden ? null : untrusted(written)
  return {
    text: [
      aboutLine(view),
      ...warnings(view),
      content ??
        'Its content is withheld: a person has to release it before you can read it. Go on with other work.',
      ...(next_offset === null || content_hidden
        ? []
        : [
            `Shown up to character ${next_offset} of ${total_chars}. For more, call get_message with offset ${next_offset}.`,
          ]),
    ].join('\n'),
    structured: {
      id: view.id,
      thread_id: view.thread_id,
      inbox_id: view.inbox_id,
      direction: view.direction,
      status: view.status,
      verdict: view.verdict,
      risk_score: view.risk_score,
      sender: view.sender,
      created_at: view.created_at,
      content,
      truncated: view.truncated,
      next_offset,
      total_chars,
      untrusted: { codes, confirmation_links },
      attachments: content_hidden ? [] : files,
      attachments_total: content_hidden ? 0 : view.attachments.length,
      ...(approval === undefined ? {} : { approval: approvalOf(approval) }),
    },
  }
}

/** A link that confirms something; of one that poses as another's, that comes first. */
const confirmationLine = ({ url, text, misleading, confidence }: AgentView['confirmation_links'][number]) =>
  misleading
    ? `Misleading link, not to be followed, since it is shown as "${lineOf(text)}" and leads elsewhere: ${url} (confidence ${confidence})`
    : `Confirmation link: ${url} (confidence ${confidence})`

/** What an attachment says, behind the text of its message. */
function attachedText({ id, filename, text, next_offset }: AgentView['attachments'][number]): string[] {
  if (text === '') return []
  return [
    '',
    `Text of attachment ${lineOf(filename)}:`,
    text,
    ...(next_offset === null
      ? []
      : [`(For more, call get_attachment with ${id} and offset ${next_offset}.)`]),
  ]
}

/** Of a message that could not be read a second time. */
export const unreadShown = (
  { id, thread_id }: { id: string; thread_id: string },
  refusal: string,
): Shown => ({
  text: `Message ${id} of thread ${thread_id} came. Read it with get_message: here it could not be shown.\n${refusal}`,
  structured: { id, thread_id, content: null },
})

function aboutLine(view: AgentView): string {
  const { id, thread_id, direction, status, created_at, risk_score, sender } = view
  const { authenticated_domain, known_since } = sender
  return [
    `Message ${id} of thread ${thread_id}`,
    `${direction}, ${created_at}`,
    `status ${status}`,
    ...(risk_score === null ? [] : [`risk ${risk_score} of 100`]),
    ...(direction === 'outbound'
      ? []
      : [
          authenticated_domain === null
            ? 'sender not authenticated'
            : `sender authenticated as ${lineOf(authenticated_domain)}`,
          known_since === null ? 'first contact' : `known since ${known_since.slice(0, 10)}`,
        ]),
  ].join('; ')
}

const isSuspect = ({ verdict, direction }: AgentView): boolean =>
  direction === 'inbound' && verdict !== null && verdict !== 'clean'

function warnings(view: AgentView): string[] {
  if (view.direction === 'outbound') return []
  const { looks_like_another, reply_to_elsewhere } = view.sender
  return [
    ...(isSuspect(view) ? [`Be careful, this message was ${view.verdict}.`] : []),
    ...(looks_like_another ? ["The sender's name or domain imitates somebody else's."] : []),
    ...(reply_to_elsewhere ? ['Answers to it go to another domain than it came from.'] : []),
  ]
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
