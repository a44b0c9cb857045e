/** Releasing a withheld message: a reviewer says it may go on, as if it had passed. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { mayMove } from '../../domain/status.ts'
import type { Queue } from '../../queue/queue.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { findMessage, lockMessage, releaseMessage, type StoredMessage } from '../../store/message.ts'
import { charge } from '../access/charge.ts'
import { emitEvents } from '../events/emit.ts'
import { type Learn, teach } from '../feedback/learn.ts'

/**
 * Charges, moves the message to `clean` (its verdict stays), learns from it, puts that on record and tells of it, all in one
 * transaction. Of two at once, one wins.
 * @throws ServiceError `not_found`, `not_withheld`, `approval_required`, `credits_exhausted`.
 */
export async function release(
  { database, queue, learn }: { database: Database; queue: Queue; learn: Learn },
  principal: Principal,
  id: string,
  slug?: string,
): Promise<StoredMessage | undefined> {
  const { tenantId, userId, keyId } = principal
  const taught = await learn(database, { tenantId, messageId: id, label: 'clean' })
  return database.transaction(async (tx) => {
    await charge(tx, principal, 'release_message', id)
    const held = await lockMessage(tx, principal, id, slug)
    // Nothing was changed but the balance: that must not commit.
    if (held === undefined) throw new ServiceError('not_found')
    if (held.direction === 'outbound') throw new ServiceError('approval_required')
    if (held.status !== 'withheld' || !mayMove('inbound', held.status, 'clean'))
      throw new ServiceError('not_withheld')
    await releaseMessage(tx, tenantId, id)
    const { inboxId } = held
    const said = { tenantId, inboxId, messageId: id, label: 'clean', source: 'release', note: null } as const
    const { teaches } = await teach(tx, { ...said, userId, keyId }, taught)
    await insertAuditEntries(tx, [
      auditEntry(tenantId, held.inboxId, 'msg_released', 'medium', 'A withheld message was released.', {
        message_id: id,
        teaches,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    const released = await findMessage(tx, principal, id)
    await emitEvents(tx, queue, [
      { type: 'message.received', tenantId, inboxId: held.inboxId, messageId: id, facts: {} },
    ])
    return released
  })
}
