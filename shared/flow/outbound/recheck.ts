/** Whether a message may still leave, by what holds now and not by what held when it was taken. */
import { isDeepStrictEqual } from 'node:util'
import { auditEntry } from '../../domain/audit.ts'
import type { Policy } from '../../domain/policy.ts'
import { sendingLevel } from '../../domain/security-level.ts'
import { redactTexts } from '../../judge/draft-tasks.ts'
import { holdPolicies } from '../../judge/hold-policies.ts'
import { redactableOf } from '../../judge/redactable.ts'
import { isLockedDown } from '../../judge/verdict.ts'
import type { Sql } from '../../lib/sql.ts'
import { outcomeOf } from '../../policy/evaluate.ts'
import { redactionsOf } from '../../policy/redactions.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import {
  lockWhetherSent,
  type OutboundAttempt,
  recordOutboundAttempts,
} from '../../store/outbound-attempt.ts'
import {
  failPendingRecipients,
  findAnalysis,
  moveOutbound,
  type OutboundMessage,
  recordFailure,
} from '../../store/outbound-message.ts'
import { findParsedMessage } from '../../store/parsed-message.ts'
import { findPolicies } from '../../store/policy.ts'
import { emitEvents } from '../events/emit.ts'
import type { RecheckParts } from './parts.ts'
import type { Relaying, RelayRefusal } from './pipeline-items.ts'
import { endMoved } from './settle.ts'

/**
 * Why a message must not leave; null where it may. What is scheduled and due becomes `queued` before anything is sent, so
 * that of a cancel and the relay one wins.
 */
export async function recheck(item: Relaying, parts: RecheckParts): Promise<RelayRefusal | null> {
  const { tenantId, id, status } = item.message
  if (status === 'scheduled' && (await moveOutbound(parts.database, tenantId, id, 'queued')))
    item.message.status = 'queued'
  return item.message.status === 'queued'
    ? refusalOf(item, parts)
    : refuse('not_cancellable', 'The message is not due to be sent any more.')
}

/**
 * Ends a message that must not leave, and its job: it fails, and its recipients with it. Where some were sent it before,
 * only those fail who wait, and the message is `sent`, as it is after any last attempt.
 */
export async function endRefused(
  tx: Sql,
  { message, job }: Relaying,
  refusal: RelayRefusal,
  { queue, inboxDomain }: Pick<RecheckParts, 'queue' | 'inboxDomain'>,
): Promise<void> {
  const { tenantId, id, inboxId } = message
  const cutShort = await lockWhetherSent(tx, tenantId, id)
  const failed = !cutShort && (await moveOutbound(tx, tenantId, id, 'failed'))
  if (failed) await recordFailure(tx, tenantId, id, refusal)
  if (cutShort || failed) await failPendingRecipients(tx, tenantId, id, refusal.reason)
  const moved = await recordOutboundAttempts(tx, cutShort ? [lastAttempt(message)] : [])
  const stopped = failed || moved.some((one) => one.id === id)
  await insertAuditEntries(tx, stopped ? [auditOf(message, refusal)] : [])
  await endMoved(tx, moved, { queue, inboxDomain })
  await queue.finish(tx, 'relay', [job])
  const facts = { reason: refusal.reason, recipients: [] }
  await emitEvents(
    tx,
    queue,
    failed ? [{ type: 'message.failed', tenantId, inboxId, messageId: id, facts }] : [],
  )
}

const lastAttempt = ({ tenantId, id, simulated }: OutboundMessage): OutboundAttempt => ({
  tenantId,
  messageId: id,
  recipients: [],
  tried: false,
  simulated,
  retryAt: null,
})

const suppressedReason = 'The address is on the suppression list.'

/**
 * The others still get it: somebody who bounced meanwhile is no reason to stop a message to fifty. For whoever takes
 * the message, before anybody is sent it: later, one who is pending may be the one who is just being sent to.
 */
export async function leaveOutSuppressed(
  { tenantId, id, suppressed, recipients }: OutboundMessage,
  { database }: Pick<RecheckParts, 'database'>,
): Promise<void> {
  if (suppressed.length === 0) return
  await failPendingRecipients(database, tenantId, id, suppressedReason, suppressed)
  for (const recipient of recipients)
    if (recipient.status === 'pending' && suppressed.includes(recipient.address)) recipient.status = 'failed'
}

const refuse = (code: string, reason: string, policyId: string | null = null): RelayRefusal => ({
  code,
  reason,
  policyId,
})

/** Of a message on whose policies the check itself fails, however often it is made: it must not pass as if none had fired. */
export const unanswered: RelayRefusal = refuse(
  'policy_blocked',
  'The policies could not be held against the message.',
)

/** Why a queued message must not leave; null where it may. */
async function refusalOf(item: Relaying, parts: RecheckParts): Promise<RelayRefusal | null> {
  const { message } = item
  const { tenantId, inboxId, inboxStatus, securityLevel, approval, contentSha256 } = message
  // It was taken, or approved, before the service asked for it: by whom it was made is asked, and not when.
  if (message.mode === 'live' && parts.confirmed !== null && !(await parts.confirmed.has(message.accountId)))
    return refuse('account_unconfirmed', "Nobody has confirmed the account's address.")
  if (inboxStatus === 'paused') return refuse('inbox_paused', 'The inbox is paused.')
  if (securityLevel < sendingLevel)
    return refuse('level_insufficient', "The inbox's security level does not allow sending any more.")
  const approved = approval?.status === 'approved'
  if (approval !== null && (!approved || approval.approvedSha256 !== contentSha256))
    return refuse('approval_required', 'The message is not what was approved.')
  if (isLockedDown(securityLevel) && !approved)
    return refuse(
      'approval_required',
      "The inbox's security level now asks for an approval, which it has not.",
    )
  const pending = message.recipients.filter(({ status }) => status === 'pending')
  if (pending.length > 0 && pending.every(({ address }) => message.suppressed.includes(address)))
    return refuse('recipient_suppressed', suppressedReason)
  if (!message.hasPolicies) return null
  const policies = await findPolicies(parts.database, tenantId, inboxId)
  if (isDeepStrictEqual(policies, item.passed)) return null
  const refusal = await refusalByPolicies(message, policies, approved, parts)
  if (refusal === null) item.passed = policies
  return refusal
}

async function refusalByPolicies(
  message: OutboundMessage,
  policies: Policy[],
  approved: boolean,
  { database, assessors }: RecheckParts,
): Promise<RelayRefusal | null> {
  const { tenantId, id } = message
  const [stored, analysis] = await Promise.all([
    findParsedMessage(database, tenantId, id),
    findAnalysis(database, tenantId, id),
  ])
  if (stored === undefined || analysis === undefined) return refuse('not_found', 'The message is gone.')
  const { mail } = stored
  const worded = redactableOf({ ...mail, text: mail.body })
  for (const { policyId, entities, replacement } of redactionsOf(policies, 'outbound')) {
    const { redactions } = await redactTexts(assessors, worded, { entities, replacement })
    // Its bytes are judged and perhaps approved: they can't be rewritten now.
    if (redactions.length > 0)
      return refuse('policy_blocked', 'A policy asks for values to be taken out of the message.', policyId)
  }
  const recipients = message.recipients.map(({ address }) => address)
  const fired = await holdPolicies(assessors, policies, {
    leaving: { mail, recipients, worded, redacted: [], exceeded: [] },
    detections: analysis.detections,
  })
  const { action, reason, policyId } = outcomeOf(fired)
  if (action === 'block') return refuse('policy_blocked', reason, policyId)
  if (action === 'withhold' && !approved) return refuse('approval_required', reason, policyId)
  return null
}

function auditOf({ tenantId, id, inboxId }: OutboundMessage, { code, reason, policyId }: RelayRefusal) {
  const description = 'An outbound message was stopped before it left.'
  return auditEntry(tenantId, inboxId, 'policy', 'medium', description, {
    message_id: id,
    code,
    reason,
    ...(policyId === null ? {} : { policy_id: policyId }),
  })
}
