/** Ends approvals that nobody has resolved in time: their messages are not sent. */
import { auditEntry } from '../../../domain/audit.ts'
import type { Sql } from '../../../lib/sql.ts'
import type { Queue } from '../../../queue/queue.ts'
import { type LockedApproval, lockLapsedApprovals, writeResolution } from '../../../store/approval.ts'
import { insertAuditEntries } from '../../../store/audit.ts'
import type { Database } from '../../../store/database.ts'
import { failPendingRecipients, moveOutbound } from '../../../store/outbound-message.ts'
import { emitEvents } from '../../events/emit.ts'
import { batchByBatch } from '../../one-by-one.ts'

/** Approvals of one transaction. */
const batch = 50

/** Ends all whose time is up by now; any number of processes may. @throws what failed, once all others are ended. */
export async function expireApprovals(
  { database, queue }: { database: Database; queue: Queue },
  signal: AbortSignal,
): Promise<void> {
  const ending = {
    size: batch,
    lock: lockLapsedApprovals,
    keyOf: ({ id }: LockedApproval) => id,
    work: (tx: Sql, lapsed: LockedApproval[]) => expire(tx, queue, lapsed),
  }
  await batchByBatch(database, ending, signal)
}

/** Ends approvals that the transaction holds, and answers them as they are then. */
export async function expire(tx: Sql, queue: Queue, approvals: LockedApproval[]): Promise<LockedApproval[]> {
  const resolvedAt = new Date().toISOString()
  for (const { tenantId, id, messageId } of approvals) {
    await moveOutbound(tx, tenantId, messageId, 'expired')
    await failPendingRecipients(tx, tenantId, messageId, 'Nobody approved the message in time.')
    await writeResolution(tx, tenantId, id, {
      status: 'expired',
      reviewedBy: null,
      reason: null,
      approvedSha256: null,
      resolvedAt,
    })
  }
  await insertAuditEntries(
    tx,
    approvals.map(({ tenantId, id, inboxId, messageId }) =>
      auditEntry(tenantId, inboxId, 'approval', 'medium', 'Nobody approved an outbound message in time.', {
        approval_id: id,
        message_id: messageId,
        status: 'expired',
      }),
    ),
  )
  await emitEvents(
    tx,
    queue,
    approvals.map(({ tenantId, id, inboxId, messageId }) => ({
      type: 'approval.resolved',
      tenantId,
      inboxId,
      messageId,
      facts: { approval_id: id, status: 'expired', reviewed_by: null, reason: null },
    })),
  )
  return approvals.map((approval) => ({ ...approval, status: 'expired', resolvedAt }))
}
