/** How many inboxes at a time one large message may be stored in: each has a copy of its own. */
import { limits } from '../../shared/domain/limits.ts'

/**
 * Whether a message of so many bytes may go to so many inboxes in one transaction; to one alone it always may.
 * `declared` is what its sender said of its size in MAIL (RFC 1870), where it did and the message is here now: a sender
 * that counts a line end as one byte declares a little less than it sends, and was told that all its recipients fit.
 */
export function mayBeCopied(bytes: number, inboxes: number, declared?: number): boolean {
  if (inboxes === 1) return true
  const slack = declared === undefined ? 1 : limits.smtpSizeSlack
  return bytes * inboxes <= limits.smtpCopiedBytes * slack
}
