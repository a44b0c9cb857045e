/** A send that a policy blocks: what its caller is told, and what is put on record. */
import { auditEntry } from '../../domain/audit.ts'
import type { PolicyOutcome } from '../../domain/policy.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'

/** What the caller of a send that a policy blocks is told. */
export function blockedText({ fired, policyId, reason }: PolicyOutcome): string {
  const name = fired.find((one) => one.policyId === policyId)?.name
  return `The policy "${name}" (${policyId}) blocks this message: ${reason}`
}

/** Puts a blocked send on record, in a transaction of its own: that of the send is rolled back. */
export async function recordBlockedSend(
  database: Database,
  sender: { tenantId: string; inboxId: string; userId: string; keyId: string | null },
  { policyId, reason, fired }: PolicyOutcome,
): Promise<void> {
  const { tenantId, inboxId, userId, keyId } = sender
  await database.transaction((tx) =>
    insertAuditEntries(tx, [
      auditEntry(tenantId, inboxId, 'policy', 'medium', 'A policy blocked an outbound message.', {
        policy_id: policyId,
        action: 'block',
        direction: 'outbound',
        reason,
        policy_ids: fired.map((one) => one.policyId),
        user_id: userId,
        key_id: keyId,
      }),
    ]),
  )
}
