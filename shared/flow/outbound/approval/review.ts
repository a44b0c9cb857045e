/** What the holder of a link sees of an approval: all of the message while it waits, and how it ended afterwards. */
import type { Approval, ApprovalRevision } from '../../../domain/approval.ts'
import type { Recipient } from '../../../domain/outbound.ts'
import type { ParsedMail } from '../../../domain/parsed-mail.ts'
import type { Keyring } from '../../../lib/keyring.ts'
import type { ParserPool } from '../../../mail/parser-pool.ts'
import type { PartField } from '../../../mail/part-fields.ts'
import { findApproval } from '../../../store/approval.ts'
import { findUserEmail, noticeStands } from '../../../store/approval-notice.ts'
import { listRevisions } from '../../../store/approval-revision.ts'
import { findAttachmentContent } from '../../../store/attachment.ts'
import { findBlob } from '../../../store/blobs.ts'
import type { Database } from '../../../store/database.ts'
import { findMessage, type StoredMessage } from '../../../store/message.ts'
import { findParsedMessage } from '../../../store/parsed-message.ts'
import { findThreadExcerpt, type ThreadExcerpt } from '../../../store/thread-excerpt.ts'
import { type AttachmentReader, assertDownloadable } from '../../message/attachment-link.ts'
import { readReviewToken } from './link.ts'
import type { Reviewer } from './resolve.ts'

/** Who would get the message, as its header names them; of Bcc no name is kept. */
export interface NamedRecipient extends Recipient {
  name: string
}

/** A message that waits, for the reviewer of the link. */
export interface OpenReview {
  state: 'open'
  tenantId: string
  by: Reviewer
  approval: Approval
  recipients: NamedRecipient[]
  /** The header fields of each part of the message, as it will be sent. */
  parts: PartField[][]
  message: StoredMessage
  /** The newest revision, where a reviewer has edited it. */
  edit: ApprovalRevision | null
  thread: ThreadExcerpt[]
}

/** `invalid`: not of our making, or of something that is gone. */
export type Review =
  | OpenReview
  | { state: 'invalid' }
  | { state: 'expired'; at: string }
  | {
      state: 'resolved'
      status: 'approved' | 'rejected'
      /** Who did; null where that is nobody with an address. */
      by: string | null
      yours: boolean
      at: string
      reason: string | null
    }

const excerpt = { count: 5, characters: 2_000 }

/** Looks at an approval by the token of a link; changes nothing, however often it is asked. */
export async function openReview(
  {
    database,
    keyring,
    parser,
  }: { database: Database; keyring: Keyring; parser: Pick<ParserPool, 'partFields'> },
  token: string,
): Promise<Review> {
  const link = readReviewToken(keyring, token)
  if (link === null) return { state: 'invalid' }
  const { tenantId, approvalId, noticeId, userId } = link
  const reach = { tenantId, inboxId: null }
  const [approval, stands] = await Promise.all([
    findApproval(database, reach, approvalId),
    noticeStands(database, tenantId, link),
  ])
  if (approval === undefined || !stands) return { state: 'invalid' }
  const { status, reviewed_by, resolved_at, expires_at, reason } = approval
  if (status === 'approved' || status === 'rejected') {
    const by = reviewed_by === null ? undefined : await findUserEmail(database, tenantId, reviewed_by)
    return {
      state: 'resolved',
      status,
      by: by ?? null,
      yours: reviewed_by === userId,
      at: resolved_at ?? '',
      reason,
    }
  }
  const end = Math.min(link.expiresAt + 1_000, Date.parse(expires_at))
  if (status === 'expired' || end <= Date.now()) return { state: 'expired', at: resolved_at ?? expires_at }
  const [message, parsed, raw, thread, revisions] = await Promise.all([
    findMessage(database, reach, approval.message_id),
    findParsedMessage(database, tenantId, approval.message_id),
    findBlob(database, tenantId, approval.message_id),
    findThreadExcerpt(database, tenantId, approval.message_id, excerpt),
    approval.edited ? listRevisions(database, tenantId, approvalId) : [],
  ])
  if (message === undefined || parsed === undefined || raw === null) return { state: 'invalid' }
  const by = { userId, keyId: null, noticeId }
  const recipients = namedRecipients(approval.recipients, parsed.mail)
  return {
    state: 'open',
    tenantId,
    by,
    approval,
    recipients,
    parts: await parser.partFields(raw),
    message,
    edit: revisions.at(-1) ?? null,
    thread,
  }
}

function namedRecipients(
  recipients: readonly Recipient[],
  { toMailboxes, ccMailboxes }: Pick<ParsedMail, 'toMailboxes' | 'ccMailboxes'>,
): NamedRecipient[] {
  const mailboxes = { to: toMailboxes, cc: ccMailboxes, bcc: [] }
  return recipients.map(({ address, field }) => {
    const named = mailboxes[field].find((one) => one.address.toLowerCase() === address.toLowerCase())
    return { address, field, name: named?.name ?? '' }
  })
}

/**
 * The content of an attachment of the message that is under review; undefined where it has no such attachment.
 * @throws ServiceError `attachment_infected`, `attachment_unavailable`: as of now.
 */
export async function openReviewedAttachment(
  { database, parser }: { database: Database; parser: AttachmentReader },
  { tenantId, message }: OpenReview,
  attachmentId: string,
): Promise<{ content: Uint8Array; filename: string; contentType: string } | undefined> {
  if (!message.attachments.some(({ id }) => id === attachmentId)) return undefined
  const attachment = await findAttachmentContent(database, tenantId, attachmentId)
  if (attachment === undefined || attachment.messageId !== message.id) return undefined
  assertDownloadable(attachment)
  const raw = await findBlob(database, tenantId, message.id)
  const file = raw === null ? null : await parser.attachment(raw, attachment.index)
  return file === null ? undefined : { ...attachment, content: file.content }
}
