/** Deleting one message for good, with all that hangs on it. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import { messageIdHash } from '../../domain/message-id.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Direction, MessageStatus } from '../../domain/status.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { lockInboxes } from '../../store/inbox.ts'
import {
  deleteMessages,
  findInboxOfMessage,
  forgetReferences,
  lockForDeletion,
} from '../../store/message-deletion.ts'

/** What has to happen first, where something is still to be done with a message. */
function whatIsFirst(direction: Direction, status: MessageStatus): string | null {
  if (status === 'processing') return 'It is still being examined: delete it when its status has changed.'
  if (status === 'scheduled') return 'It waits for its send_at: cancel it first.'
  if (status === 'queued') return 'It is being sent: delete it when its status has changed.'
  if (direction === 'outbound' && status === 'withheld')
    return 'It waits for a reviewer: reject its approval first.'
  return null
}

/**
 * Deletes a message within reach, and puts on record that it did; false where there is none. Mail that comes in for its inbox
 * waits for this transaction, as for each that threads a message.
 * @throws ServiceError `not_deletable`.
 */
export function deleteMessage(
  database: Database,
  principal: Principal,
  id: string,
  slug: string | undefined,
): Promise<boolean> {
  const { tenantId, userId, keyId } = principal
  return database.transaction(async (tx) => {
    const inboxId = await findInboxOfMessage(tx, principal, id, slug)
    if (inboxId === undefined) return false
    const inbox = { tenantId, inboxId }
    const { locked } = await lockInboxes(tx, [inbox], true)
    const message = locked.has(inboxId) ? await lockForDeletion(tx, tenantId, id) : undefined
    if (message === undefined) return false
    const { direction, status, messageIds } = message
    const first = whatIsFirst(direction, status)
    if (first !== null) throw new ServiceError('not_deletable', first)
    const threads = await deleteMessages(tx, inbox, [message])
    await forgetReferences(tx, inbox, threads, messageIds.map(messageIdHash))
    await insertAuditEntries(tx, [
      auditEntry(tenantId, inboxId, 'msg_deleted', 'medium', 'A message was deleted.', {
        message_id: id,
        direction,
        status,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return true
  })
}
