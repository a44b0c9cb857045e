/** Stores a message that was judged, and either hands it to the relay or has it wait for a reviewer. */
import { hash } from 'node:crypto'
import { slugOfAddress } from '../../domain/address.ts'
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import type { HoldReason } from '../../domain/approval.ts'
import { type AuditEntry, auditEntry } from '../../domain/audit.ts'
import { newId } from '../../domain/ids.ts'
import type { PolicyOutcome } from '../../domain/policy.ts'
import type { OutboundStatus, Verdict } from '../../domain/status.ts'
import { resultsSummary } from '../../domain/withheld.ts'
import { holdsOf, verdictOf } from '../../judge/verdict.ts'
import type { Sql } from '../../lib/sql.ts'
import { outcomeOf } from '../../policy/evaluate.ts'
import { asShares } from '../../risk/shares.ts'
import { insertApproval } from '../../store/approval.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { findRecipients } from '../../store/inbox.ts'
import { findMessage } from '../../store/message.ts'
import { insertOutbound } from '../../store/outbound-insert.ts'
import { findThreadOf } from '../../store/sending.ts'
import { applyThreadChanges } from '../../store/thread.ts'
import { emitEvents } from '../events/emit.ts'
import { indexMessages } from '../search/index-messages.ts'
import { enqueueNotice, enqueueRelay } from './enqueue.ts'
import type { OutboundParts } from './parts.ts'
import type { Judged, Sending, Stored } from './pipeline-items.ts'

const hourMs = 3_600_000

/** The message, its thread, its approval or its job, and the audit entries. */
export async function store(tx: Sql, item: Judged<Sending>, parts: OutboundParts): Promise<Stored> {
  const { principal, id, at, inbox, draft, mail, raw, fired } = item
  const { tenantId, keyId, userId } = principal
  const { queue, bounds, approvalHours } = parts
  const outcome = outcomeOf(fired)
  const analysis: SecurityAnalysis = {
    ...asShares(item.analysis),
    ...(outcome.policyId === null ? {} : { triggered_policy: outcome.policyId }),
  }
  const decided = verdictOf({ ...factsOf(item), score: analysis.risk_score, policy: outcome.action }, bounds)
  const { verdict } = decided
  const holds = holdsOf(decided, {
    securityLevel: inbox.securityLevel,
    ofWithheld: item.original?.content_hidden === true,
  })
  const held = holds.length > 0
  const status: OutboundStatus = held ? 'withheld' : draft.sendAt === null ? 'queued' : 'scheduled'
  const createdAt = new Date(at).toISOString()
  const sendAt = draft.sendAt === null ? null : new Date(draft.sendAt).toISOString()
  const threadId = await joinThread(tx, item, createdAt)
  const from = `${inbox.slug}@${parts.inboxDomain}`
  const rcptTo = draft.recipients.map(({ address }) => address)
  await insertOutbound(tx, {
    tenantId,
    id,
    inboxId: inbox.id,
    threadId,
    status,
    verdict,
    analysis,
    scan: item.scan,
    mail,
    raw,
    ...item.hashes,
    envelope: { peerAddress: '', helo: '', mailFrom: from, rcptTo, tls: null },
    recipients: draft.recipients,
    metadata: draft.metadata,
    redactions: item.redactions,
    keyId,
    userId,
    sendAt,
    simulated: principal.mode === 'sandbox' && (await leavesTenant(tx, tenantId, rcptTo, parts.inboxDomain)),
    createdAt,
  })
  await indexMessages(tx, [searched(item)])
  const approvalId = newId('approval')
  const expiresAt = new Date(at + approvalHours * hourMs).toISOString()
  if (held)
    await insertApproval(tx, {
      tenantId,
      id: approvalId,
      inboxId: inbox.id,
      messageId: id,
      reasons: holds,
      expiresAt,
      createdAt,
    })
  else await enqueueRelay(tx, queue, { tenantId, messageId: id, sendAt })
  await insertAuditEntries(tx, auditEntries(item, { verdict, holds, analysis, outcome, approvalId }))
  const message = (await findMessage(tx, principal, id))!
  if (!held) return { message, holds }
  // Nothing of a sandbox leaves the machine.
  if (parts.approvalNotices && principal.mode === 'live')
    await enqueueNotice(tx, queue, { tenantId, messageId: id, approvalId })
  await emitEvents(tx, queue, [
    {
      type: 'approval.pending',
      tenantId,
      inboxId: inbox.id,
      messageId: id,
      facts: { approval_id: approvalId, expires_at: expiresAt },
    },
  ])
  return { message, holds }
}

/** What its judgement says for the verdict: nothing infected gets here, and the level of an inbox holds, but is no verdict. */
export const factsOf = ({ unjudged, incomplete }: Judged) => ({
  infected: false,
  unjudged,
  incomplete,
  cautious: false,
})

/** What can be searched of a message: what is shown of it; Bcc isn't. */
export function searched({ principal, id, inbox, mail, draft }: Judged) {
  const { subject, from, to, cc, replyTo, bodySanitized: body, attachments } = mail
  return {
    tenantId: principal.tenantId,
    id,
    inboxId: inbox.id,
    subject,
    people: [from?.name ?? '', from?.address ?? '', to, cc, replyTo],
    files: attachments.map(({ filename }) => filename),
    body,
    metadata: draft.metadata,
  }
}

/** The thread of the message that is answered or forwarded, else a new one; it gets our Message-ID, so that answers join. */
async function joinThread(
  tx: Sql,
  { principal, original, inbox, mail }: Judged<Sending>,
  at: string,
): Promise<string> {
  const { tenantId } = principal
  const joined = original === null ? undefined : await findThreadOf(tx, tenantId, original.id)
  const id = joined ?? newId('thread')
  const reference = {
    tenantId,
    inboxId: inbox.id,
    hash: hash('sha256', mail.messageId ?? '', 'hex').slice(0, 32),
    threadId: id,
  }
  await applyThreadChanges(tx, {
    created:
      joined === undefined ? [{ tenantId, id, inboxId: inbox.id, subject: mail.subject, count: 1, at }] : [],
    joined: joined === undefined ? [] : [{ tenantId, id, count: 1, at }],
    merged: [],
    references: [reference],
  })
  return id
}

/** Whether a sandbox message has a recipient that is no inbox of its tenant: to that one, sending is simulated. */
export async function leavesTenant(
  tx: Sql,
  tenantId: string,
  addresses: readonly string[],
  inboxDomain: string,
): Promise<boolean> {
  const slugs = addresses.map((address) => slugOfAddress(address, inboxDomain))
  const local = [...new Set(slugs.filter((slug) => slug !== null))]
  const own = (await findRecipients(tx, local)).filter((inbox) => inbox.tenantId === tenantId)
  return slugs.some((slug) => !own.some((inbox) => inbox.slug === slug))
}

/** Detections that an auditor looks for are entries of their own; so is what waits. */
function auditEntries(
  { principal, id, inbox, original, redactions }: Judged<Sending>,
  {
    verdict,
    holds,
    analysis,
    outcome,
    approvalId,
  }: {
    verdict: Verdict
    holds: readonly HoldReason[]
    analysis: SecurityAnalysis
    outcome: PolicyOutcome
    approvalId: string
  },
): AuditEntry[] {
  const { tenantId, userId, keyId } = principal
  const about = { message_id: id, user_id: userId, key_id: keyId }
  const entry = (
    type: AuditEntry['eventType'],
    severity: AuditEntry['severity'],
    description: string,
    more: object,
  ) => auditEntry(tenantId, inbox.id, type, severity, description, { ...about, ...more })
  const found = (methods: readonly string[]) =>
    analysis.detections.filter(({ method, points }) => methods.includes(method) && (points ?? 0) > 0)
  const detected = (type: 'inject' | 'exfil' | 'pii', methods: readonly string[], description: string) => {
    const results = found(methods).map(({ result }) => result)
    const { risk_score } = analysis
    // The log is read without the scope that reads what a draft passes on.
    const summary = original?.content_hidden === true ? resultsSummary(analysis) : analysis.summary
    return results.length === 0
      ? []
      : [entry(type, 'high', description, { verdict, risk_score, summary, results })]
  }
  return [
    ...detected('exfil', ['secrets', 'exfiltration'], 'Data that should not leave in an outbound message.'),
    ...detected('pii', ['pii'], 'Personal data in an outbound message.'),
    ...detected('inject', ['injection', 'hidden_text'], 'Prompt injection in an outbound message.'),
    ...(redactions.length === 0
      ? []
      : [entry('pii', 'low', 'Values were taken out of an outbound message.', { redactions })]),
    ...(outcome.action === null || outcome.action === 'redact'
      ? []
      : [
          entry('policy', 'medium', 'A policy fired on an outbound message.', {
            policy_id: outcome.policyId,
            action: outcome.action,
            reason: outcome.reason,
          }),
        ]),
    ...(holds.length === 0
      ? []
      : [
          entry('approval', 'medium', 'An outbound message waits for approval.', {
            approval_id: approvalId,
            status: 'pending',
            reasons: holds,
          }),
        ]),
  ]
}
