/** Cancelling a message that waits for its time: it is never sent. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { findMessage, lockMessage, type StoredMessage } from '../../store/message.ts'
import { cancelOutbound, failPendingRecipients } from '../../store/outbound-message.ts'

/**
 * Ends a message that is scheduled, or approved ahead of its time, on record; what it has cost stays charged. Of a cancel
 * and the relay, one wins.
 * @throws ServiceError `not_found`, `not_cancellable`.
 */
export function cancel(
  database: Database,
  principal: Principal,
  id: string,
): Promise<StoredMessage | undefined> {
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, principal, id)
    if (message === undefined) throw new ServiceError('not_found')
    if (!(await cancelOutbound(tx, principal.tenantId, id)))
      throw new ServiceError(
        'not_cancellable',
        `Only a message that waits for its send_at can be cancelled; this one is ${message.status}.`,
      )
    const { tenantId, userId, keyId } = principal
    await failPendingRecipients(tx, tenantId, id, 'The message was cancelled.')
    const description = 'A message that waited for its time was cancelled.'
    await insertAuditEntries(tx, [
      auditEntry(tenantId, message.inboxId, 'msg_cancelled', 'low', description, {
        message_id: id,
        status: message.status,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return findMessage(tx, principal, id)
  })
}
