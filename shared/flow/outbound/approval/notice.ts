/** Tells reviewers by mail of messages that wait: system mail of our own, through the relay's transport. */

import { isLocalAddress } from '../../../domain/address.ts'
import type { Approval } from '../../../domain/approval.ts'
import { auditEntry } from '../../../domain/audit.ts'
import type { Entity } from '../../../domain/entity.ts'
import { newId } from '../../../domain/ids.ts'
import { limits } from '../../../domain/limits.ts'
import type { Keyring } from '../../../lib/keyring.ts'
import type { Log } from '../../../lib/log.ts'
import type { ThreadPool } from '../../../lib/thread-pool.ts'
import { AddressListError, parseAddress } from '../../../mail/compose/address-list.ts'
import { type DkimKey, dkimSignatures } from '../../../mail/dkim.ts'
import { ClaimLostError, type Job, type JobOutcome, type Queue } from '../../../queue/queue.ts'
import type { Transport } from '../../../relay/transport.ts'
import { findApproval } from '../../../store/approval.ts'
import { findReviewers, insertNotice, settleNotice, type ToBeTold } from '../../../store/approval-notice.ts'
import { insertAuditEntries } from '../../../store/audit.ts'
import type { Database } from '../../../store/database.ts'
import { findMessage, type StoredMessage } from '../../../store/message.ts'
import { redactDraft } from '../assess-draft.ts'
import { makeReviewToken } from './link.ts'
import { composeNotice } from './notice-mail.ts'

export interface NoticeParts {
  database: Database
  queue: Queue
  keyring: Keyring
  assessors: ThreadPool
  /** Never to our own listener: an agent could read the link in its inbox. */
  outside: Transport
  dkimKeys: readonly DkimKey[]
  inboxDomain: string
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
  log: Log
}

/** What no notice repeats: mailboxes of reviewers are read by others, and kept for long. Links could be followed. */
const unspoken: Entity[] = [
  'secret',
  'url',
  'credit_card',
  'iban',
  'us_ssn',
  'phone',
  'passport',
  'driver_license',
  'national_id',
  'bank_account',
  'crypto_address',
  'date_of_birth',
]

/** Takes jobs of approvals whose reviewers are to be told, until the queue stops. */
export async function workNotices(parts: NoticeParts): Promise<void> {
  await parts.queue.work('notice', (jobs) => Promise.all(jobs.map((job) => tellAll(job, parts))))
}

/** Tells everyone who isn't told yet; tried again while somebody's host can't take it, and the approval still waits. */
async function tellAll(job: Job<'notice'>, parts: NoticeParts): Promise<JobOutcome> {
  const { database, queue, log } = parts
  const { tenantId, approvalId } = job.data
  try {
    const open = await findOpen(database, tenantId, approvalId)
    const reviewers =
      open === null ? [] : await findReviewers(database, tenantId, approvalId, limits.approvalReviewers)
    let later = false
    for (const reviewer of reviewers)
      if (!reviewer.done && !(await tell(reviewer, tenantId, open!, parts))) later = true
    if (later) return { id: job.id, error: new Error('a notice could not be handed over yet') }
    await database.transaction((tx) => queue.finish(tx, 'notice', [job]))
    return { id: job.id }
  } catch (error) {
    if (!(error instanceof ClaimLostError))
      log.warn({ err: error, approval_id: approvalId }, 'reviewers could not be told; it is tried again')
    return { id: job.id, error: error as Error }
  }
}

interface Open {
  approval: Approval
  message: StoredMessage
}

/** The approval with its message; null where there is nothing to decide any more. */
async function findOpen(database: Database, tenantId: string, approvalId: string): Promise<Open | null> {
  const reach = { tenantId, inboxId: null }
  const approval = await findApproval(database, reach, approvalId)
  if (approval === undefined || approval.status !== 'pending') return null
  if (Date.parse(approval.expires_at) <= Date.now()) return null
  const message = await findMessage(database, reach, approval.message_id)
  return message === undefined ? null : { approval, message }
}

/** Sends one notice; false where it is to be tried again. */
async function tell(
  { userId, email, ...known }: ToBeTold,
  tenantId: string,
  open: Open,
  parts: NoticeParts,
): Promise<boolean> {
  const { database, inboxDomain, outside, queue } = parts
  const approvalId = open.approval.id
  const noticeId =
    known.noticeId ??
    (await insertNotice(database, { tenantId, id: newId('notice'), approvalId, userId, email }))
  const settled = async (failure: string | null) => {
    await settle({ tenantId, noticeId, userId }, open, failure, parts)
    return true
  }
  const to = readAddress(email, inboxDomain)
  if (to === null) return settled('The address can not be written to.')
  if (isLocalAddress(to, inboxDomain)) return settled('The address is an inbox of this service.')
  const content = await contentOf({ noticeId, userId, to, tenantId }, open, parts)
  const [result] = await outside.send({
    id: noticeId,
    mailFrom: '',
    recipients: [to],
    size: content.length,
    content: async () => content,
    mayGo: () => !queue.stopping,
  })
  if (result!.outcome === 'sent') return settled(null)
  return result!.outcome === 'failed'
    ? settled(`Refused: ${result!.code ?? ''} ${result!.text}`.trim())
    : false
}

function readAddress(email: string, inboxDomain: string): string | null {
  try {
    return parseAddress(email, inboxDomain)
  } catch (error) {
    if (error instanceof AddressListError) return null
    throw error
  }
}

async function contentOf(
  { noticeId, userId, to, tenantId }: { noticeId: string; userId: string; to: string; tenantId: string },
  { approval, message }: Open,
  { assessors, keyring, inboxDomain, publicUrl, dkimKeys, log }: NoticeParts,
): Promise<Buffer> {
  const expiresAt = Date.parse(approval.expires_at)
  const token = makeReviewToken(keyring, { tenantId, approvalId: approval.id, noticeId, userId, expiresAt })
  const { subject, body: text } = message
  // A notice must not leak what the message was held for; unasked, it shows nothing of what was written.
  const plain = await redactDraft(assessors, { subject, text, html: null }, { entities: unspoken }).catch(
    (error: unknown) => {
      log.warn({ err: error, approval_id: approval.id }, 'a notice shows nothing of its message')
      return null
    },
  )
  const content = await composeNotice({
    noticeId,
    to,
    inboxDomain,
    from: message.from,
    recipients: approval.recipients,
    subject: plain?.subject ?? '(not shown here)',
    text: plain?.text ?? null,
    riskScore: approval.risk_score,
    summary: message.security_analysis?.summary ?? '',
    reasons: approval.reasons,
    expiresAt: approval.expires_at,
    link: `${publicUrl()}/review/${token}`,
    date: new Date(),
  })
  return dkimKeys.length === 0 ? content : Buffer.concat([await dkimSignatures(content, dkimKeys), content])
}

async function settle(
  { tenantId, noticeId, userId }: { tenantId: string; noticeId: string; userId: string },
  { approval, message }: Open,
  failure: string | null,
  { database, log }: NoticeParts,
): Promise<void> {
  if (failure !== null)
    log.warn({ approval_id: approval.id, notice_id: noticeId }, 'a reviewer can not be told')
  const description =
    failure === null
      ? 'A reviewer was told by mail of a message that waits.'
      : 'A reviewer could not be told by mail of a message that waits.'
  await database.transaction(async (tx) => {
    await settleNotice(tx, tenantId, noticeId, failure)
    await insertAuditEntries(tx, [
      auditEntry(tenantId, approval.inbox_id, 'approval', failure === null ? 'low' : 'medium', description, {
        approval_id: approval.id,
        message_id: message.id,
        notice_id: noticeId,
        user_id: userId,
        ...(failure === null ? {} : { reason: failure }),
      }),
    ])
  })
}
