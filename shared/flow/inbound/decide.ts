/** Stage `decide`: from score and scan to status and verdict, with what goes on record. */
import type { AuditEntry } from '../../domain/audit.ts'
import { auditEntry } from '../../domain/audit.ts'
import type { PolicyAction } from '../../domain/policy.ts'
import { isUnseen } from '../../domain/scan.ts'
import type { Verdict } from '../../domain/status.ts'
import { resultsSummary } from '../../domain/withheld.ts'
import { outcomeOf } from '../../policy/evaluate.ts'
import { asShares } from '../../risk/shares.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { decideMessages, insertContents } from '../../store/inbound-message.ts'
import { policyEntries, withPolicies } from '../policy/record.ts'
import { rewriteContents } from '../policy/rewrite-contents.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts, RiskBounds } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

/** Levels at which flagged mail is withheld too: `guarded_receive` and `full_lockdown`. */
const cautiousLevels = new Set([2, 4])

/**
 * The verdict on a message: one that is infected, or should have been scanned and wasn't, or that a
 * policy blocks or withholds, is withheld whatever its score; one that a scorer gave no answer on, or that can't be
 * scanned, or that a policy flags, is at least flagged.
 */
export function verdictOf(
  score: number,
  facts: {
    infected: boolean
    unscanned: boolean
    incomplete: boolean
    securityLevel: number
    policy: PolicyAction | null
  },
  bounds: RiskBounds,
): Verdict {
  if (facts.infected || facts.unscanned || score > bounds.withholdAbove) return 'withheld'
  if (facts.policy === 'block' || facts.policy === 'withhold') return 'withheld'
  const flagged = facts.incomplete || score > bounds.flagAbove || facts.policy === 'flag'
  if (!flagged) return 'clean'
  return cautiousLevels.has(facts.securityLevel) ? 'withheld' : 'flagged'
}

export const decide: Stage<Assessing, Pick<InboundParts, 'bounds' | 'metrics'>> = {
  name: 'decide',
  async commit(tx, items, { bounds, metrics }) {
    for (const item of items) {
      const { message, analysis, incomplete, authentication, applied, automated } = item
      if (analysis === undefined) continue
      const outcome = outcomeOf(applied?.fired ?? [])
      const verdicts = message.scan === null ? [] : [message.scan.raw, ...message.scan.attachments]
      const facts = {
        unscanned: (message.mail.needsScan && message.scan === null) || isUnseen(message.scan),
        infected: verdicts.some(({ status }) => status === 'infected'),
        incomplete: (incomplete?.length ?? 0) > 0 || verdicts.some(({ status }) => status === 'error'),
        securityLevel: message.securityLevel,
        policy: outcome.action,
      }
      const verdict = verdictOf(analysis.risk_score, facts, bounds)
      item.decision = {
        tenantId: message.tenantId,
        id: message.id,
        status: verdict,
        verdict,
        analysis: withPolicies(
          asShares(analysis),
          outcome,
          verdict !== verdictOf(analysis.risk_score, { ...facts, policy: null }, bounds),
        ),
        authentication: authentication ?? null,
        ...(automated === undefined ? {} : { automated }),
      }
    }
    const moved = await decideMessages(
      tx,
      items.flatMap(({ decision }) => decision ?? []),
    )
    // A message that was decided before (a repeated job) has nothing more to be told.
    for (const item of items) if (!moved.has(item.message.id)) delete item.decision
    const decided = items.filter(({ decision }) => decision !== undefined)
    await insertContents(
      tx,
      decided.map(({ message }) => message),
    )
    await rewriteContents(tx, decided)
    for (const { decision } of decided) metrics.verdicts.inc({ verdict: decision!.verdict })
    await insertAuditEntries(
      tx,
      decided.flatMap((item) => [...auditEntries(item), ...policyEntries(item)]),
    )
  },
}

/** Detections that an auditor looks for are entries of their own. */
function auditEntries({ message, decision }: Assessing): AuditEntry[] {
  const { risk_score, detections } = decision!.analysis
  // The log is read without the scope that reads withheld mail.
  const summary =
    decision!.verdict === 'withheld' ? resultsSummary(decision!.analysis) : decision!.analysis.summary
  const found = (method: string) =>
    detections.filter((one) => one.method === method && one.result !== 'clean' && (one.points ?? 0) > 0)
  const entry = (eventType: 'inject' | 'virus', description: string, results: string[]) =>
    auditEntry(message.tenantId, message.inboxId, eventType, 'high', description, {
      message_id: message.id,
      verdict: decision!.verdict,
      risk_score,
      summary,
      results,
    })
  const injection = found('injection')
  const virus = found('clamav').filter(({ result }) => result === 'infected')
  return [
    ...(injection.length > 0
      ? [
          entry(
            'inject',
            'Prompt injection detected in an inbound message.',
            injection.map((one) => one.result),
          ),
        ]
      : []),
    ...(virus.length > 0
      ? [
          entry(
            'virus',
            'Malware detected in an inbound message.',
            virus.map((one) => one.detail),
          ),
        ]
      : []),
  ]
}
