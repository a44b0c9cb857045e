/** Resolving an approval: a reviewer lets a held message go, or says no; of many at once, exactly one is heard. */
import type { ApprovalResolution } from '../../../domain/approval.ts'
import { auditEntry } from '../../../domain/audit.ts'
import { ServiceError } from '../../../domain/errors.ts'
import type { FeedbackLabel } from '../../../domain/feedback.ts'
import type { Sql } from '../../../lib/sql.ts'
import type { Queue } from '../../../queue/queue.ts'
import { findContent, type LockedApproval, lockApproval, writeResolution } from '../../../store/approval.ts'
import { insertAuditEntries } from '../../../store/audit.ts'
import type { Database } from '../../../store/database.ts'
import { failPendingRecipients, moveOutbound } from '../../../store/outbound-message.ts'
import { emitEvents } from '../../events/emit.ts'
import { type Learn, type Taught, teach } from '../../feedback/learn.ts'
import { enqueueRelay } from '../enqueue.ts'
import { expire } from './expire.ts'

interface ResolveParts {
  database: Database
  queue: Queue
  learn: Learn
}

/** What the reviewer says. */
export type ApprovalDecision = (
  | { status: 'approved' }
  | { status: 'rejected'; reason?: string | undefined }
) & {
  /** Of the version that was looked at; absent: of the one that there is when it is said. */
  contentSha256?: string | undefined
}

/** Who says it. */
export interface Reviewer {
  userId: string
  /** Null where it was no API key, but a page. */
  keyId: string | null
  /** The notice whose link led to that page. */
  noticeId?: string
}

/**
 * Resolves a pending approval, moves its message, puts that on record and tells of it, all in one transaction. What is
 * approved is the message as it is composed now: its hash is kept, and the relay sends nothing else. Of a
 * resolution and an edit at the same time one is heard: nobody approves what came to be behind their back.
 * @throws ServiceError `not_found`; `approval_resolved`, with the resolution in its text, also where its time was up;
 * `approval_edited`.
 */
export async function resolveApproval(
  { database, queue, learn }: ResolveParts,
  { tenantId, approvalId }: { tenantId: string; approvalId: string },
  decision: ApprovalDecision,
  by: Reviewer,
): Promise<ApprovalResolution> {
  const waiting = await findContent(database, tenantId, approvalId)
  const looked = decision.contentSha256 ?? waiting?.contentSha256
  const taught =
    waiting === undefined || decision.status === 'approved'
      ? null
      : await learn(database, { tenantId, messageId: waiting.messageId, label: labelOf(decision) })
  const outcome = await database.transaction(async (tx) => {
    const approval = await lockApproval(tx, tenantId, approvalId)
    if (approval === undefined) throw new ServiceError('not_found')
    if (approval.status !== 'pending') throw alreadyResolved(approval)
    // Nobody looked in time: that is kept, though the reviewer is told no.
    if (approval.lapsed) return expire(tx, queue, [approval])
    if (looked !== undefined && looked !== approval.contentSha256) throw new ServiceError('approval_edited')
    return resolve(tx, { queue, taught }, approval, decision, by)
  })
  if ('id' in outcome) return outcome
  throw alreadyResolved(outcome[0]!)
}

/** What a resolution says of the message. */
const labelOf = ({ status }: ApprovalDecision): FeedbackLabel => (status === 'approved' ? 'clean' : 'other')

async function resolve(
  tx: Sql,
  { queue, taught }: { queue: Queue; taught: Taught | null },
  approval: LockedApproval,
  decision: ApprovalDecision,
  { userId, keyId, noticeId }: Reviewer,
): Promise<ApprovalResolution> {
  const { tenantId, id, inboxId, messageId, contentSha256, revision, sendAt } = approval
  const { status } = decision
  const reason = decision.status === 'rejected' ? (decision.reason ?? null) : null
  const resolvedAt = new Date().toISOString()
  const moved = await moveOutbound(tx, tenantId, messageId, status === 'approved' ? 'queued' : 'rejected')
  if (!moved) throw new Error(`a message that waits for approval is ${approval.messageStatus}`)
  const approvedSha256 = status === 'approved' ? contentSha256 : null
  await writeResolution(tx, tenantId, id, { status, reviewedBy: userId, reason, approvedSha256, resolvedAt })
  if (status === 'approved') await enqueueRelay(tx, queue, { tenantId, messageId, sendAt })
  else await failPendingRecipients(tx, tenantId, messageId, 'The message was rejected.')
  const said = { tenantId, inboxId, messageId, label: labelOf(decision), source: 'approval' } as const
  const { teaches } = await teach(tx, { ...said, note: reason, userId, keyId }, taught)
  await insertAuditEntries(tx, [
    auditEntry(tenantId, inboxId, 'approval', 'medium', `An outbound message was ${status}.`, {
      approval_id: id,
      message_id: messageId,
      status,
      ...(reason === null ? {} : { reason }),
      content_sha256: contentSha256,
      revision,
      teaches,
      user_id: userId,
      key_id: keyId,
      ...(noticeId === undefined ? {} : { by_notice_id: noticeId }),
    }),
  ])
  await emitEvents(tx, queue, [
    {
      type: 'approval.resolved',
      tenantId,
      inboxId,
      messageId,
      facts: { approval_id: id, status, reviewed_by: userId, reason },
    },
  ])
  return {
    id,
    status,
    reviewed_by: userId,
    message_id: messageId,
    resolved_at: resolvedAt,
    ...(reason === null ? {} : { reason }),
  }
}

/** Says how it ended. */
export function alreadyResolved({
  id,
  status,
  reviewedBy,
  resolvedAt,
  reason,
}: Pick<LockedApproval, 'id' | 'status' | 'reviewedBy' | 'resolvedAt' | 'reason'>): ServiceError {
  const by = reviewedBy === null ? '' : ` by ${reviewedBy}`
  const why = reason === null ? '' : `: ${reason}`
  return new ServiceError(
    'approval_resolved',
    `The approval ${id} is ${status} since ${resolvedAt}${by}${why}`,
  )
}
