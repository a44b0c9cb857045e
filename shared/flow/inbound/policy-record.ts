/** What is put on record of policies that fired on an inbound message: in its analysis, and in the audit log. */
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import { type AuditEntry, auditEntry } from '../../domain/audit.ts'
import type { PolicyOutcome } from '../../domain/policy.ts'
import type { DecidedMail } from './pipeline-items.ts'

/**
 * An analysis with a detection for each policy that fired; they give no points, as they are rules and not signs of risk.
 * Where a policy decided the verdict, the summary says so.
 */
export function withPolicies(
  analysis: SecurityAnalysis,
  { policyId, reason, fired }: PolicyOutcome,
  decided: boolean,
): SecurityAnalysis {
  if (policyId === null) return analysis
  const nameOf = (id: string) => fired.find((one) => one.policyId === id)?.name ?? id
  return {
    ...analysis,
    summary: decided ? `Policy "${nameOf(policyId)}": ${reason}` : analysis.summary,
    detections: [
      ...analysis.detections,
      ...fired.map((one) => ({
        method: 'policy',
        result: one.action,
        detail: `Policy "${one.name}" (${one.type}): ${one.reason}`,
        confidence: 1,
        points: 0,
      })),
    ],
    triggered_policy: policyId,
  }
}

/** One entry for each policy that fired on a message that was decided. */
export function policyEntries({ message, assessed: { applied }, decision }: DecidedMail): AuditEntry[] {
  const { tenantId, inboxId, id } = message
  return applied.fired.map(({ policyId, type, action, reason }) => {
    const [event, severity] =
      action === 'redact'
        ? (['pii', 'low'] as const)
        : (['policy', action === 'flag' ? 'low' : 'medium'] as const)
    return auditEntry(tenantId, inboxId, event, severity, sentences[action], {
      message_id: id,
      policy_id: policyId,
      type,
      action,
      direction: 'inbound',
      reason,
      verdict: decision.verdict,
    })
  })
}

const sentences = {
  block: 'A policy withheld an inbound message.',
  withhold: 'A policy withheld an inbound message.',
  flag: 'A policy flagged an inbound message.',
  redact: 'A policy redacted an inbound message.',
}
