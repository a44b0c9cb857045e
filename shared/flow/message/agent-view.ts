/** Makes the view of a message that agents read: a piece of its new text, its provenance, its links and codes. */
import type { AgentView } from '../../domain/agent-view.ts'
import type { Message } from '../../domain/message.ts'
import { type Piece, pieceOf, visible } from '../../lib/piece.ts'
import type { AgentReading } from '../../mail/read-for-agent.ts'

/** Which piece of the text is wanted. */
export interface Wanted {
  offset: number
  maxChars: number
  includeQuoted: boolean
}

type Texts = Pick<Message, 'body_sanitized' | 'extracted_text'>

/** The text that pieces are taken of: what a reader sees, the new part of it unless more is wanted. */
export const agentText = ({ body_sanitized, extracted_text }: Texts, includeQuoted: boolean): string =>
  visible(includeQuoted || extracted_text === '' ? body_sanitized : extracted_text)

/** The piece of its text that is wanted. */
export const agentPiece = (message: Texts, { offset, maxChars, includeQuoted }: Wanted): Piece =>
  pieceOf(agentText(message, includeQuoted), offset, maxChars)

/**
 * The view of `message`, as far as its reader may see that, with a piece of its text and its attachments as they were read; `reading` is null where nothing may be read of it, and
 * `knownSince` (ms since 1970) null where the inbox has not known the sender before.
 */
export function agentViewOf(
  message: Message,
  reading: AgentReading | null,
  knownSince: number | null,
  piece: Piece,
  attachments: AgentView['attachments'],
): AgentView {
  const { id, inbox_id, thread_id, direction, status, verdict, created_at, to, cc, subject, reply_to } =
    message
  const { security_analysis, authentication, content_hidden } = message
  const found = new Set(
    (security_analysis?.detections ?? []).map(({ method, result }) => `${method}.${result}`),
  )
  return {
    view: 'agent',
    id,
    inbox_id,
    thread_id,
    direction,
    status,
    verdict,
    risk_score: security_analysis?.risk_score ?? null,
    risk_summary: security_analysis?.summary ?? '',
    created_at,
    from: { address: message.from, name: visible(message.from_name) },
    to,
    cc,
    reply_to,
    subject: visible(subject),
    text: piece.text,
    truncated: piece.nextOffset !== null,
    next_offset: piece.nextOffset,
    total_chars: piece.total,
    content_hidden,
    sender: {
      authenticated_domain: authentication?.dmarc.result === 'pass' ? authentication.dmarc.domain : null,
      known_since: knownSince === null ? null : new Date(knownSince).toISOString(),
      reply_to_elsewhere: [...found].some((one) => one.startsWith('impersonation.reply_to')),
      looks_like_another: [...found].some(
        (one) => /^(?:impersonation|impostor)\./.test(one) && !one.startsWith('impersonation.reply_to'),
      ),
    },
    links: reading?.links ?? [],
    links_truncated: reading?.linksCut ?? !content_hidden,
    codes: reading?.codes ?? [],
    confirmation_links: reading?.confirmations ?? [],
    attachments,
    ...(message.approval === undefined ? {} : { approval: message.approval }),
  }
}
