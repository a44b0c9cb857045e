/** Reads what an attachment says, as it was judged: on the threads that judge mail. */
import { isTemporary } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { AttachedText } from '../../judge/attached-text.ts'
import type { AttachedTextTask } from '../../judge/tasks.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import { type AttachmentContent, findAttachmentContent } from '../../store/attachment.ts'
import { findBlob } from '../../store/blobs.ts'
import type { Database } from '../../store/database.ts'
import { type AttachmentReader, assertDownloadable } from './attachment-link.ts'

/** Milliseconds for a file: each of its documents has a limit of its own, far below. */
const deadlineMs = limits.riskMs + 10_000

/** What attachments are read with. */
export interface ReadingParts {
  database: Database
  parser: AttachmentReader
  assessors: ThreadPool
}

/**
 * What the attachment says; undefined where it is gone.
 * @throws ServiceError `attachment_infected`, `attachment_unavailable`; NoThreadError.
 */
export async function readAttachment(
  parts: ReadingParts,
  tenantId: string,
  attachmentId: string,
): Promise<AttachedText | undefined> {
  const attachment = await findAttachmentContent(parts.database, tenantId, attachmentId)
  if (attachment === undefined) return undefined
  assertDownloadable(attachment)
  const raw = await findBlob(parts.database, tenantId, attachment.messageId)
  return raw === null ? undefined : await readFile(parts, raw, attachment)
}

/**
 * What one file of the message `raw` says; undefined where it isn't there. One that takes too long says nothing.
 * @throws NoThreadError.
 */
export async function readFile(
  { parser, assessors }: Omit<ReadingParts, 'database'>,
  raw: Uint8Array,
  { index, filename, contentType }: Pick<AttachmentContent, 'index' | 'filename' | 'contentType'>,
): Promise<AttachedText | undefined> {
  const attached = await parser.attachment(raw, index)
  if (attached === null) return undefined
  // With the charset that it names, as it was judged.
  const file = { filename, contentType, ...attached }
  const task: AttachedTextTask = { task: 'attached_text', file }
  try {
    return await assessors.run<AttachedText>(task, deadlineMs)
  } catch (error) {
    if (isTemporary(error)) throw error
    return { format: null, unread: 'too_slow', text: '', whole: false }
  }
}
