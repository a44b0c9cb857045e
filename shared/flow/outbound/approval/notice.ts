/** Tells reviewers by mail of messages that wait: system mail of our own, through the relay's transport. */
import { createHash } from 'node:crypto'
import { isLocalAddress } from '../../../domain/address.ts'
import type { Approval } from '../../../domain/approval.ts'
import { type AuditEntry, auditEntry } from '../../../domain/audit.ts'
import type { Entity } from '../../../domain/entity.ts'
import { isTemporary } from '../../../domain/errors.ts'
import { newId } from '../../../domain/ids.ts'
import { limits } from '../../../domain/limits.ts'
import { redactTexts } from '../../../judge/draft-tasks.ts'
import type { Keyring } from '../../../lib/keyring.ts'
import type { Log } from '../../../lib/log.ts'
import type { ThreadPool } from '../../../lib/thread-pool.ts'
import { readAddress } from '../../../mail/compose/address-list.ts'
import type { DkimKey } from '../../../mail/dkim.ts'
import { ClaimLostError, type HeldJob, type JobOutcome, type Queue } from '../../../queue/queue.ts'
import type { Transport } from '../../../relay/transport.ts'
import { secretsFound } from '../../../risk/found-values.ts'
import { countPublicRequest } from '../../../store/admission.ts'
import { findApproval } from '../../../store/approval.ts'
import { findReviewers, insertNotice, settleNotice, type ToBeTold } from '../../../store/approval-notice.ts'
import { insertAuditEntries } from '../../../store/audit.ts'
import type { Database } from '../../../store/database.ts'
import { findMessage, type StoredMessage } from '../../../store/message.ts'
import { textsIn } from '../../../texts/index.ts'
import { Settler } from '../../settler.ts'
import { furtherFields } from './further-fields.ts'
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
export const unspoken: Entity[] = [
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

/** Approvals whose reviewers a process tells at once, and those of one tenant: whose hosts take their time hold up nobody else. */
const atOnce = { all: 128, tenant: 8 }

/** Takes jobs of approvals whose reviewers are to be told, until the queue stops. */
export async function workNotices(parts: NoticeParts): Promise<void> {
  const { database, queue, log } = parts
  const settler = new Settler<Told>({
    settle: (told) => settle(told, database),
    // A host that has taken a notice must not get it again.
    matters: ({ failure }) => failure === null,
    keep: ({ tenantId, noticeId }) => settleNotice(database, tenantId, noticeId, null),
    unclaimed: () => null,
    stopping: () => queue.stopping,
    gatherMs: 0,
    log,
  })
  const working = { ...parts, settler }
  const ofTenant = new Map<string, number>()
  const count = (tenantId: string, change: number) => {
    const now = (ofTenant.get(tenantId) ?? 0) + change
    if (now > 0) ofTenant.set(tenantId, now)
    else ofTenant.delete(tenantId)
  }
  await queue.workEach(
    'notice',
    () => atOnce.all,
    () => [...ofTenant].filter(([, now]) => now >= atOnce.tenant).map(([tenantId]) => tenantId),
    async (job) => {
      const { tenantId } = job.data
      count(tenantId, 1)
      const outcome = await tellAll(job, working).finally(() => count(tenantId, -1))
      if ('error' in outcome) await queue.fail('notice', job, outcome.error).catch(() => {})
    },
  )
}

type Working = NoticeParts & { settler: Settler<Told> }

/** What became of one notice. */
interface Told {
  tenantId: string
  noticeId: string
  userId: string
  approvalId: string
  inboxId: string
  messageId: string
  /** Null where it was sent. */
  failure: string | null
}

/** Tells everyone who isn't told yet; tried again while somebody's host can't take it, and the approval still waits. */
async function tellAll(job: HeldJob<'notice'>, parts: Working): Promise<JobOutcome> {
  const { database, queue, log } = parts
  const { tenantId, approvalId } = job.data
  try {
    const open = await findOpen(database, tenantId, approvalId)
    const reviewers =
      open === null ? [] : await findReviewers(database, tenantId, approvalId, limits.approvalReviewers)
    // Whose host takes its time holds up no other, and of whom it fails, it fails once all others are told.
    const waiting = reviewers.filter(({ done }) => !done)
    const told = await Promise.allSettled(waiting.map((reviewer) => tell(reviewer, job, open!, parts)))
    for (const one of told) if (one.status === 'rejected') throw one.reason
    if (told.some((one) => one.status === 'fulfilled' && !one.value))
      return { id: job.id, error: new Error('a notice could not be handed over yet') }
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
  { userId, email, language, confirmed, ...known }: ToBeTold,
  job: HeldJob<'notice'>,
  open: Open,
  parts: Working,
): Promise<boolean> {
  const { database, inboxDomain, outside, queue, settler, log } = parts
  const { tenantId } = job.data
  const approvalId = open.approval.id
  const noticeId =
    known.noticeId ??
    (await insertNotice(database, { tenantId, id: newId('notice'), approvalId, userId, email }))
  const settled = async (failure: string | null) => {
    if (failure !== null)
      log.warn({ approval_id: approvalId, notice_id: noticeId }, 'a reviewer can not be told')
    const { inbox_id: inboxId } = open.approval
    await settler.settle({
      tenantId,
      noticeId,
      userId,
      approvalId,
      inboxId,
      messageId: open.message.id,
      failure,
    })
    return true
  }
  const to = readAddress(email, inboxDomain)
  if (to === null) return settled('The address can not be written to.')
  if (isLocalAddress(to, inboxDomain)) return settled('The address is an inbox of this service.')
  const isNew = known.noticeId === null
  if (isNew && !confirmed && !(await strangerHasRoom(database, to)))
    return settled('Nobody has confirmed the address, and it was told as often as such a one is in a day.')
  const content = await contentOf({ noticeId, userId, to, language, tenantId, confirmed }, open, parts)
  const [result] = await outside.send({
    id: noticeId,
    mailFrom: '',
    recipients: [to],
    size: content.length,
    content: async () => content,
    mayGo: () => !queue.stopping && job.held(),
  })
  if (result!.outcome === 'sent') return settled(null)
  return result!.outcome === 'failed'
    ? settled(`Refused: ${result!.code ?? ''} ${result!.text}`.trim())
    : false
}

/** An address that nobody has confirmed may be a stranger's, whom any number of accounts could be made to fill the mailbox of. */
async function strangerHasRoom(database: Database, address: string): Promise<boolean> {
  const subject = `approval_notice ${createHash('sha256').update(address.toLowerCase()).digest('hex')}`
  const window = { seconds: 86_400, limit: limits.unconfirmedApprovalNoticesPerDay }
  const use = await database.transaction((tx) => countPublicRequest(tx, subject, window))
  return use.used <= use.limit
}

/** What names the thread by identifiers says nothing to a person; the page has it. */
const ofThread: ReadonlySet<string> = new Set(['in-reply-to', 'references'])

async function contentOf(
  {
    noticeId,
    userId,
    to,
    language,
    tenantId,
    confirmed,
  }: {
    noticeId: string
    userId: string
    to: string
    language: string | null
    tenantId: string
    confirmed: boolean
  },
  { approval, message }: Open,
  { assessors, keyring, inboxDomain, publicUrl, dkimKeys, log }: NoticeParts,
): Promise<Buffer> {
  const expiresAt = Date.parse(approval.expires_at)
  const token = makeReviewToken(keyring, { tenantId, approvalId: approval.id, noticeId, userId, expiresAt })
  const texts = textsIn(language)
  const envelope = {
    noticeId,
    to,
    texts,
    inboxDomain,
    expiresAt: approval.expires_at,
    link: `${publicUrl()}/review/${token}`,
    date: new Date(),
  }
  // Whoever signed up may have given a stranger's address, and whoever sends chose every word of the message.
  if (!confirmed) return composeNotice({ ...envelope, about: null }, dkimKeys)
  const { subject, body: text, attachments } = message
  const headers = furtherFields(message)
    .filter(({ name }) => !ofThread.has(name.toLowerCase()))
    .map(({ name, value }) => `${name}: ${value}`)
  const filenames = attachments.map(({ filename }) => filename)
  // A notice must not leak what the message was held for; unasked, it shows nothing of what was written.
  const said = { subject, text, html: null, headers, filenames }
  const values = secretsFound(message.security_analysis?.detections ?? [], message)
  const plain = await redactTexts(assessors, said, { entities: unspoken, values }).catch((error: unknown) => {
    if (isTemporary(error)) throw error
    log.warn({ err: error, approval_id: approval.id }, 'a notice shows nothing of its message')
    return null
  })
  const about = {
    from: message.from,
    recipients: approval.recipients,
    subject: plain?.subject ?? texts.mails.notice.notShown,
    text: plain?.text ?? null,
    fields: plain?.headers ?? null,
    files: plain?.filenames ?? null,
    riskScore: approval.risk_score,
    summary: message.security_analysis?.summary ?? '',
    reasons: approval.reasons,
  }
  return composeNotice({ ...envelope, about }, dkimKeys)
}

async function settle(told: readonly Told[], database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { tenantId, noticeId, failure } of told) await settleNotice(tx, tenantId, noticeId, failure)
    await insertAuditEntries(tx, told.map(entryOf))
  })
}

function entryOf({ tenantId, noticeId, userId, approvalId, inboxId, messageId, failure }: Told): AuditEntry {
  const description =
    failure === null
      ? 'A reviewer was told by mail of a message that waits.'
      : 'A reviewer could not be told by mail of a message that waits.'
  return auditEntry(tenantId, inboxId, 'approval', failure === null ? 'low' : 'medium', description, {
    approval_id: approvalId,
    message_id: messageId,
    notice_id: noticeId,
    user_id: userId,
    ...(failure === null ? {} : { reason: failure }),
  })
}
