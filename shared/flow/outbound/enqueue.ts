/** Hands a message to the relay, at once or when it is due; and has reviewers told of one that waits. */
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'

/** `sendAt` is ISO 8601; null or in the past: at once. */
export async function enqueueRelay(
  tx: Sql,
  queue: Queue,
  { tenantId, messageId, sendAt }: { tenantId: string; messageId: string; sendAt: string | null },
): Promise<void> {
  const later = sendAt !== null && Date.parse(sendAt) > Date.now()
  await queue.enqueue(tx, 'relay', [
    // A group: no tenant takes all the room of the relay.
    { data: { tenantId, messageId }, group: tenantId, ...(later ? { startAfter: new Date(sendAt) } : {}) },
  ])
}

/** Has the reviewers of an approval told, once the transaction commits. */
export async function enqueueNotice(
  tx: Sql,
  queue: Queue,
  { tenantId, messageId, approvalId }: { tenantId: string; messageId: string; approvalId: string },
): Promise<void> {
  // A group, too: no tenant's reviewers keep those of others waiting.
  await queue.enqueue(tx, 'notice', [{ data: { tenantId, messageId, approvalId }, group: tenantId }])
}
