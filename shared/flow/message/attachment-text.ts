/** Reads what an attachment says, as it was judged: on the threads that judge mail. */
import { isTemporary } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { AttachedText } from '../../judge/attached-text.ts'
import type { AttachedTextTask } from '../../judge/tasks.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import { findAttachmentContent } from '../../store/attachment.ts'
import type { Database } from '../../store/database.ts'
import { findRawMessage } from '../../store/raw-message.ts'
import { type AttachmentReader, assertDownloadable } from './attachment-link.ts'

/** Milliseconds for a file: each of its documents has a limit of its own, far below. */
const deadlineMs = limits.riskMs + 10_000

/**
 * What the attachment says; undefined where it is gone. One that takes too long says nothing, and is not whole.
 * @throws ServiceError `attachment_infected`, `attachment_unavailable`; NoThreadError.
 */
export async function readAttachment(
  { database, parser, assessors }: { database: Database; parser: AttachmentReader; assessors: ThreadPool },
  tenantId: string,
  attachmentId: string,
): Promise<AttachedText | undefined> {
  const attachment = await findAttachmentContent(database, tenantId, attachmentId)
  if (attachment === undefined) return undefined
  assertDownloadable(attachment)
  const { messageId, index, filename, contentType } = attachment
  const raw = await findRawMessage(database, tenantId, messageId)
  const content = raw === null ? null : await parser.attachmentContent(raw, index)
  if (content === null) return undefined
  const task: AttachedTextTask = { task: 'attached_text', file: { filename, contentType, content } }
  try {
    return await assessors.run<AttachedText>(task, deadlineMs)
  } catch (error) {
    if (isTemporary(error)) throw error
    return { format: null, text: '', whole: false }
  }
}
