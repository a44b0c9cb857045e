/** What the holder of a link sees of an approval: all of the message while it waits, and how it ended afterwards. */
import type { Approval, ApprovalRevision } from '../../../domain/approval.ts'
import type { Keyring } from '../../../lib/keyring.ts'
import { findApproval } from '../../../store/approval.ts'
import { findUserEmail, noticeStands } from '../../../store/approval-notice.ts'
import { listRevisions } from '../../../store/approval-revision.ts'
import type { Database } from '../../../store/database.ts'
import { findMessage, type StoredMessage } from '../../../store/message.ts'
import { findThreadExcerpt, type ThreadExcerpt } from '../../../store/thread-excerpt.ts'
import { readReviewToken } from './link.ts'
import type { Reviewer } from './resolve.ts'

/** A message that waits, for the reviewer of the link. */
export interface OpenReview {
  state: 'open'
  tenantId: string
  by: Reviewer
  approval: Approval
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
  { database, keyring }: { database: Database; keyring: Keyring },
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
  const [message, thread, revisions] = await Promise.all([
    findMessage(database, reach, approval.message_id),
    findThreadExcerpt(database, tenantId, approval.message_id, excerpt),
    approval.edited ? listRevisions(database, tenantId, approvalId) : [],
  ])
  if (message === undefined) return { state: 'invalid' }
  const by = { userId, keyId: null, noticeId }
  return { state: 'open', tenantId, by, approval, message, edit: revisions.at(-1) ?? null, thread }
}
