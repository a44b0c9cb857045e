/** A draft that is stored, made into the message that its send would make of it, to be analysed. */
import { ServiceError } from '../../domain/errors.ts'
import { isId, newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OutgoingDraft } from '../../judge/outgoing-draft.ts'
import type { ReadDraft } from '../../mail/parser-pool.ts'
import { findDraft } from '../../store/draft.ts'
import { findSendingInbox, type SendingInbox } from '../../store/sending.ts'
import { draftOf } from '../outbound/draft.ts'
import { bodyOf, ofDraft } from '../outbound/drafts/send.ts'
import { originalOf } from '../outbound/guard.ts'
import { compose } from '../outbound/judge.ts'
import type { OutboundParts } from '../outbound/parts.ts'

/** What composing a draft needs. */
type ComposeParts = Pick<
  OutboundParts,
  'database' | 'parser' | 'inboxDomain' | 'maxMessageBytes' | 'sendHeaders'
>

/** A draft as it would leave. */
export interface ComposedDraft {
  inbox: SendingInbox
  draft: OutgoingDraft
  /** The thread of the message that it answers; null for a new one. */
  threadId: string | null
  raw: Buffer
  read: ReadDraft
}

/**
 * @throws ServiceError `not_found`; `draft_sent`; `validation_error` naming what the draft lacks (`draft.to`);
 * `message_too_large`, and what keeps it from the message that it answers.
 */
export async function composedDraft(
  parts: ComposeParts,
  principal: Principal,
  id: string,
): Promise<ComposedDraft> {
  const { database } = parts
  const stored = isId('draft', id) ? await findDraft(database, principal, id) : undefined
  if (stored === undefined) throw new ServiceError('not_found')
  if (stored.messageId !== null)
    throw new ServiceError('draft_sent', `The draft was sent: ${stored.messageId} has its analysis.`)
  const inbox = await findSendingInbox(database, principal, stored.slug)
  if (inbox === undefined) throw new ServiceError('not_found')
  const asked = {
    principal,
    order: { kind: 'send' as const, slug: stored.slug, body: bodyOf(stored) },
    id: newId('message'),
    at: Date.now(),
  }
  try {
    const original = await originalOf(asked, inbox.id, database)
    const draft = await draftOf(asked, inbox, original, parts)
    const { raw, ...read } = await compose({ ...asked, draft }, parts)
    return { inbox, draft, threadId: original?.threadId ?? null, raw, read }
  } catch (error) {
    throw ofDraft(error)
  }
}
