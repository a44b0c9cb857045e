/** Redaction and assessment of drafts on the threads that score inbound mail. */
import { limits } from '../../domain/limits.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import type { OutboundContext } from '../../risk/outbound.ts'
import type { RedactableParts, Redacted, RedactOptions } from '../../risk/redact.ts'

/** New text of another thread of the inbox. */
export interface OtherText {
  threadId: string
  text: string
}

/** A task of an assessor thread that concerns a draft. */
export type DraftTask =
  | { task: 'redact'; parts: RedactableParts; options: RedactOptions }
  | {
      task: 'assess'
      mail: ParsedMail
      context: OutboundContext
      /** What other threads of the inbox say; fingerprints are made of it on the thread. */
      otherThreads?: OtherText[]
    }

/** Milliseconds for a task: the scorers' own budgets end before, unless one holds its thread. */
export const draftDeadlineMs = limits.riskMs + 10_000

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
