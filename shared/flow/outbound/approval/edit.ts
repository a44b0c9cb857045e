/** Editing a message that waits: composed, redacted and judged anew, and kept as a revision that is then approved. */
import type { SecurityAnalysis } from '../../../domain/analysis.ts'
import type { Approval, EditBody } from '../../../domain/approval.ts'
import { auditEntry } from '../../../domain/audit.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { limits } from '../../../domain/limits.ts'
import type { ParsedMail } from '../../../domain/parsed-mail.ts'
import { diffRevisions } from '../../../judge/draft-tasks.ts'
import { redactDraft } from '../../../judge/redact-draft.ts'
import { verdictOf } from '../../../judge/verdict.ts'
import { outcomeOf } from '../../../policy/evaluate.ts'
import { asShares } from '../../../risk/shares.ts'
import { findApproval, type LockedApproval, lockApproval } from '../../../store/approval.ts'
import {
  keepFirstRevision,
  listRevisions,
  type StoredRevision,
  writeRevision,
} from '../../../store/approval-revision.ts'
import { insertAuditEntries } from '../../../store/audit.ts'
import { findBlob } from '../../../store/blobs.ts'
import { findOutbound, type OutboundMessage } from '../../../store/outbound-message.ts'
import { findParsedMessage } from '../../../store/parsed-message.ts'
import { findPolicies } from '../../../store/policy.ts'
import { lockSendingInbox } from '../../../store/sending.ts'
import { timed } from '../../run.ts'
import { indexMessages } from '../../search/index-messages.ts'
import { isVersion } from '../content-hash.ts'
import { mustNotBeSuppressed } from '../guard.ts'
import { judge } from '../judge.ts'
import type { OutboundParts } from '../parts.ts'
import type { Drafted, Judged } from '../pipeline-items.ts'
import { withRecord } from '../recorded-refusal.ts'
import { factsOf, leavesTenant, searched } from '../store.ts'
import { editedDraft } from './edited-draft.ts'
import { expire } from './expire.ts'
import { alreadyResolved, type Reviewer } from './resolve.ts'

/** An edit that is composed and judged, and not stored yet. */
interface Edit {
  item: Judged
  message: OutboundMessage
  diff: string
  by: Reviewer
}

/**
 * Stores a revision of the message. It goes on waiting: an edit approves nothing. Of edits at the same time one is kept.
 * @throws ServiceError `not_found`; `approval_resolved`; `approval_edited`, where it is another version by now than the one
 * that was edited; `validation_error`, `message_too_large`, `policy_blocked`, `attachment_infected`, `recipient_suppressed`, `unavailable`.
 */
export async function editApproval(
  parts: OutboundParts,
  { tenantId, approvalId }: { tenantId: string; approvalId: string },
  changes: EditBody,
  by: Reviewer,
): Promise<StoredRevision> {
  const { database } = parts
  const approval = await findApproval(database, { tenantId, inboxId: null }, approvalId)
  if (approval === undefined) throw new ServiceError('not_found')
  if (approval.status !== 'pending')
    throw alreadyResolved({
      ...approval,
      reviewedBy: approval.reviewed_by,
      resolvedAt: approval.resolved_at,
    })
  if (changes.content_sha256 !== undefined && changes.content_sha256 !== approval.content_sha256)
    throw new ServiceError('approval_edited')
  const edit = await prepared(parts, { tenantId, approvalId, approval }, changes, by)
  const outcome = await database.transaction(async (tx) => {
    // Its bytes are counted on its inbox, which whoever deletes messages locks before them.
    await lockSendingInbox(tx, tenantId, edit.message.inboxId)
    const locked = await lockApproval(tx, tenantId, approvalId)
    if (locked === undefined) throw new ServiceError('not_found')
    if (locked.status !== 'pending') throw alreadyResolved(locked)
    if (locked.lapsed) return (await expire(tx, parts.queue, [locked]))[0]!
    if (locked.contentSha256 !== edit.message.contentSha256) throw new ServiceError('approval_edited')
    if (locked.revision >= limits.approvalRevisions)
      throw new ServiceError('validation_error', `It has ${limits.approvalRevisions} revisions already.`)
    await store(tx, edit, locked, parts)
    return (await listRevisions(tx, tenantId, approvalId)).at(-1)!
  })
  if ('revision' in outcome && 'approval_id' in outcome) return outcome
  throw alreadyResolved(outcome)
}

async function prepared(
  parts: OutboundParts,
  {
    tenantId,
    approvalId,
    approval: { message_id: messageId, content_hidden },
  }: { tenantId: string; approvalId: string; approval: Approval },
  changes: EditBody,
  by: Reviewer,
): Promise<Edit> {
  const { database, parser } = parts
  const [stored, [message], raw] = await Promise.all([
    findParsedMessage(database, tenantId, messageId),
    findOutbound(database, [{ tenantId, messageId }]),
    findBlob(database, tenantId, messageId),
  ])
  if (stored === undefined || message === undefined || raw === null) throw new ServiceError('not_found')
  // Bytes and columns were read one after the other: both must be of one version.
  if (!(await isVersion(message.contentSha256, raw, message.recipients, parser)))
    throw new ServiceError('approval_edited')
  const { mail, slug } = stored
  const files = mail.attachments.length === 0 ? [] : await parser.attachments(raw)
  const draft = {
    ...editedDraft({ mail, recipients: message.recipients, files }, changes, parts),
    sendAt: message.sendAt === null ? null : Date.parse(message.sendAt),
  }
  // Those that it had were checked before, and the relay leaves out who came to be on the list meanwhile.
  const had = new Set(message.recipients.map(({ address }) => address))
  const added = draft.recipients.filter(({ address }) => !had.has(address))
  await mustNotBeSuppressed(database, tenantId, added)
  const drafted: Drafted = {
    principal: { tenantId, userId: by.userId, keyId: by.keyId },
    id: messageId,
    at: Date.parse(message.createdAt),
    inbox: { id: message.inboxId, slug },
    original: { threadId: message.threadId, content_hidden },
    policies: await findPolicies(database, tenantId, message.inboxId),
    readsWithheld: true,
    draft,
  }
  const item = await withRecord(parts.records, async () => {
    const redacted = await timed(parts, 'redact', () => redactDraft(drafted, parts))
    return timed(parts, 'judge', () => judge(redacted, parts))
  })
  mustKeepFiles(mail, item.mail)
  const { subject, body, html } = mail
  const diff = await diffRevisions(
    parts.assessors,
    { revision: message.revision, subject, body, html, recipients: message.recipients },
    {
      revision: message.revision + 1,
      subject: item.mail.subject,
      body: item.mail.body,
      html: item.mail.html,
      recipients: draft.recipients,
    },
  )
  parts.log.debug({ approval_id: approvalId }, 'a message that waits was edited')
  return { item, message, diff, by }
}

/** Which files a message has was settled when it was taken. @throws ServiceError `validation_error`. */
function mustKeepFiles(before: ParsedMail, after: ParsedMail): void {
  const files = ({ attachments }: ParsedMail) => attachments.map(({ sha256 }) => sha256).join()
  if (files(before) === files(after)) return
  const message = 'neither adds nor takes away a uuencoded file in an edit'
  throw new ServiceError('validation_error', undefined, { details: [{ path: 'body.body', message }] })
}

async function store(
  tx: Parameters<typeof lockApproval>[0],
  { item, message, diff, by }: Edit,
  { tenantId, id: approvalId, inboxId, messageId, contentSha256: previous, revision }: LockedApproval,
  { bounds, inboxDomain }: OutboundParts,
): Promise<void> {
  const { draft, mail, raw, fired } = item
  const outcome = outcomeOf(fired)
  const analysis: SecurityAnalysis = {
    ...asShares(item.analysis),
    ...(outcome.policyId === null ? {} : { triggered_policy: outcome.policyId }),
  }
  const facts = { ...factsOf(item), score: analysis.risk_score, policy: outcome.action }
  const { verdict } = verdictOf(facts, bounds)
  const { contentSha256 } = item.hashes
  const rcptTo = draft.recipients.map(({ address }) => address)
  await keepFirstRevision(tx, tenantId, approvalId)
  await writeRevision(tx, {
    tenantId,
    approvalId,
    messageId,
    revision: revision + 1,
    mail,
    raw,
    ...item.hashes,
    envelope: { peerAddress: '', helo: '', mailFrom: message.from, rcptTo, tls: null },
    recipients: draft.recipients,
    redactions: item.redactions,
    verdict,
    analysis,
    simulated: message.mode === 'sandbox' && (await leavesTenant(tx, tenantId, rcptTo, inboxDomain)),
    diff,
    editedBy: by.userId,
    createdAt: new Date().toISOString(),
  })
  await indexMessages(tx, [searched(item)])
  await insertAuditEntries(tx, [
    auditEntry(tenantId, inboxId, 'approval', 'medium', 'A reviewer edited an outbound message that waits.', {
      approval_id: approvalId,
      message_id: messageId,
      status: 'pending',
      revision: revision + 1,
      content_sha256: contentSha256,
      previous_sha256: previous,
      verdict,
      risk_score: analysis.risk_score,
      user_id: by.userId,
      key_id: by.keyId,
      ...(by.noticeId === undefined ? {} : { by_notice_id: by.noticeId }),
    }),
  ])
}
