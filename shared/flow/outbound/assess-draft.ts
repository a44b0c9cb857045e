/** Redaction and assessment of drafts on the threads that score inbound mail. */
import { limits } from '../../domain/limits.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import type { OutboundContext } from '../../risk/outbound.ts'
import type { RedactableParts, Redacted, RedactOptions } from '../../risk/redact.ts'
import type { AttachedFile, AttachmentTexts } from '../attachment-texts.ts'
import type { Revision } from './approval/revision-diff.ts'

/** New text of another thread of the inbox. */
export interface OtherText {
  threadId: string
  text: string
}

/** A task of an assessor thread that concerns a draft. */
export type DraftTask =
  | { task: 'diff'; before: Revision; after: Revision }
  | { task: 'redact'; parts: RedactableParts; options: RedactOptions }
  | { task: 'attachment_texts'; files: readonly AttachedFile[] }
  | {
      task: 'assess'
      tenantId: string
      mail: ParsedMail
      context: OutboundContext
      /** What other threads of the inbox say; fingerprints are made of it on the thread. */
      otherThreads?: OtherText[]
    }

/** Milliseconds for a task: the scorers' own budgets end before, unless one holds its thread. */
export const draftDeadlineMs = limits.riskMs + 10_000

/** What changes from one revision of a draft to the next, as {@link revisionDiff} shows it. @throws DeadlineError, ThreadDiedError. */
export function diffRevisions(assessors: ThreadPool, before: Revision, after: Revision): Promise<string> {
  return assessors.run<string>({ task: 'diff', before, after } satisfies DraftTask, draftDeadlineMs)
}

/**
 * Redacts the parts of a draft.
 * @throws DeadlineError, ThreadDiedError: then the draft must not leave as it is.
 */
export function redactDraft(
  assessors: ThreadPool,
  parts: RedactableParts,
  options: RedactOptions,
): Promise<Redacted> {
  return assessors.run<Redacted>({ task: 'redact', parts, options } satisfies DraftTask, draftDeadlineMs)
}

/**
 * The texts in the attachments of a draft.
 * @throws DeadlineError, ThreadDiedError: then what they say is not known.
 */
export async function readDraftAttachments(
  assessors: ThreadPool,
  attachments: readonly AttachedFile[],
): Promise<AttachmentTexts> {
  if (attachments.length === 0) return { texts: [], cut: [] }
  const files = attachments.map(({ filename, contentType, content }) => ({ filename, contentType, content }))
  return assessors.run<AttachmentTexts>(
    { task: 'attachment_texts', files } satisfies DraftTask,
    draftDeadlineMs,
  )
}
