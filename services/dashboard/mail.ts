/** One mail of the queue, as the endpoints answer it to whoever looks. */
import type { ApprovalDetail } from '../../shared/domain/approval.ts'
import type { Message, MessageSummary } from '../../shared/domain/message.ts'
import type { KnownDecision } from '../../shared/store/pending-decision.ts'
import { ask } from './ask.ts'
import type { QueuePlace } from './queue-place.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** What the pages of a mail show. */
export interface QueuedMailView {
  message: Message
  /** Where it waits for one. */
  approval: ApprovalDetail | null
  /** What was said before in its thread, oldest first. */
  before: readonly MessageSummary[]
  /** The page of the queue that it is looked at from. */
  page: QueuePlace
  /** What somebody decided on it a moment ago, or tried to. */
  pending: KnownDecision | null
}

/** Mails of a thread that are shown beside one. */
const shownBefore = 5

/** A message, and its approval where it waits for one. @throws ServiceError as the door refuses. */
export async function findMail(
  parts: Pick<DashboardParts, 'door'>,
  visitor: Pick<Visitor, 'caller'>,
  id: string,
): Promise<Pick<QueuedMailView, 'message' | 'approval'>> {
  const message = await ask<Message>(parts, visitor, 'get_message', { params: { message_id: id } })
  const waits = message.approval?.status === 'pending' ? message.approval.id : null
  const approval =
    waits === null
      ? null
      : await ask<ApprovalDetail>(parts, visitor, 'get_approval', { params: { approval_id: waits } })
  return { message, approval }
}

/** What was said before it. Of an inbox whose slug neither its own address nor that which the mail came to has, nothing. */
export async function threadBefore(
  { door }: Pick<DashboardParts, 'door'>,
  { caller }: Visitor,
  { id, thread_id, direction, from, rcpt_to }: Message,
): Promise<readonly MessageSummary[]> {
  const address = direction === 'outbound' ? from : (rcpt_to[0] ?? '')
  const slug = address.split('@')[0]!.split('+')[0]!
  const { answer } = await door.invoke('get_thread', caller, { params: { slug, thread_id } })
  if (answer.kind !== 'json') return []
  const { messages } = answer.value as { messages: MessageSummary[] }
  return messages.filter((one) => one.id < id).slice(-shownBefore)
}
