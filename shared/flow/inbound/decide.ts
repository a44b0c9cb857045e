/** Stage `decide`: from score and scan to status and verdict, with what goes on record. */
import type { AuditEntry } from '../../domain/audit.ts'
import { auditEntry } from '../../domain/audit.ts'
import { isUnseen } from '../../domain/scan.ts'
import { resultsSummary } from '../../domain/withheld.ts'
import { isCautious, verdictOf } from '../../judge/verdict.ts'
import { outcomeOf } from '../../policy/evaluate.ts'
import { asShares } from '../../risk/shares.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { decideMessages, insertContents } from '../../store/inbound-message.ts'
import { insertTaints, type NewTaints } from '../../store/taint.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing, DecidedMail } from './pipeline-items.ts'
import { policyEntries, withPolicies } from './policy-record.ts'
import { rewriteContents } from './rewrite-contents.ts'

export const decide: Stage<Assessing, Pick<InboundParts, 'bounds' | 'metrics'>> = {
  name: 'decide',
  async commit(tx, items, { bounds, metrics }) {
    for (const item of items) {
      const { message, assessed, automated } = item
      if (assessed === undefined) continue
      const { analysis, incomplete, authentication, applied } = assessed
      const outcome = outcomeOf(applied.fired)
      const verdicts = message.scan === null ? [] : [message.scan.raw, ...message.scan.attachments]
      const facts = {
        score: analysis.risk_score,
        policy: outcome.action,
        infected: verdicts.some(({ status }) => status === 'infected'),
        unjudged: (message.mail.needsScan && message.scan === null) || isUnseen(message.scan),
        incomplete: incomplete.length > 0 || verdicts.some(({ status }) => status === 'error'),
        cautious: isCautious(message.securityLevel),
      }
      const { verdict, reasons } = verdictOf(facts, bounds)
      const byRisk = verdictOf({ ...facts, policy: null }, bounds)
      item.reasons = reasons
      item.decision = {
        tenantId: message.tenantId,
        id: message.id,
        status: verdict,
        verdict,
        analysis: withPolicies(asShares(analysis), outcome, verdict !== byRisk.verdict),
        authentication,
        ...(automated === undefined ? {} : { automated }),
      }
    }
    const moved = await decideMessages(
      tx,
      items.flatMap(({ decision }) => decision ?? []),
    )
    // A message that was decided before (a repeated job) has nothing more to be told.
    for (const item of items) if (!moved.has(item.message.id)) delete item.decision
    const decided = items.flatMap(({ message, assessed, decision }): DecidedMail[] =>
      assessed === undefined || decision === undefined ? [] : [{ message, assessed, decision }],
    )
    await insertContents(
      tx,
      decided.map(({ message }) => message),
    )
    await rewriteContents(tx, decided)
    await insertTaints(tx, decided.flatMap(taintsOfMail))
    for (const { decision } of decided) metrics.verdicts.inc({ verdict: decision.verdict })
    await insertAuditEntries(
      tx,
      decided.flatMap((item) => [...auditEntries(item), ...policyEntries(item)]),
    )
  },
}

/** What it names, as far as that is remembered of one with its verdict. */
function taintsOfMail({ message, assessed: { taints }, decision }: DecidedMail): NewTaints[] {
  const withheld = decision.verdict === 'withheld'
  const marks = withheld ? taints.withheld : taints.always
  const { tenantId, id } = message
  return marks.length === 0 ? [] : [{ tenantId, messageId: id, withheld, marks }]
}

/** Detections that an auditor looks for are entries of their own. */
function auditEntries({ message, decision }: DecidedMail): AuditEntry[] {
  const { risk_score, detections } = decision.analysis
  // The log is read without the scope that reads withheld mail.
  const summary =
    decision.verdict === 'withheld' ? resultsSummary(decision.analysis) : decision.analysis.summary
  const found = (method: string) =>
    detections.filter((one) => one.method === method && one.result !== 'clean' && (one.points ?? 0) > 0)
  const entry = (eventType: 'inject' | 'virus', description: string, results: string[]) =>
    auditEntry(message.tenantId, message.inboxId, eventType, 'high', description, {
      message_id: message.id,
      verdict: decision.verdict,
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
