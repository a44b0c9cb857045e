/** Policies on their way out: what a send is held against, and what is put on record when it is blocked. */
import { auditEntry } from '../../domain/audit.ts'
import type { AppliedPolicy, OutputDetector, PolicyOutcome } from '../../domain/policy.ts'
import { looksAt } from '../../policy/evaluate.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'

/**
 * What the chosen detectors of each `output_scan` policy come to, for {@link OutboundSubject.scanScores}. `scoreOf` adds up
 * the findings of some detectors; null where one of them gave no answer.
 */
export function scanScoresOf(
  policies: readonly AppliedPolicy[],
  scoreOf: (detectors: readonly OutputDetector[]) => number | null,
): Record<string, number | null> {
  const scans = policies.filter((policy) => policy.type === 'output_scan' && looksAt(policy, 'outbound'))
  return Object.fromEntries(
    scans.map(({ id, config }) => [id, scoreOf(config.detectors as readonly OutputDetector[])]),
  )
}

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
