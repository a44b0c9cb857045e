/** What is done with the texts of drafts on the threads that judge mail: redaction, and showing what an edit changes. */
import { limits } from '../domain/limits.ts'
import type { ThreadPool } from '../lib/thread-pool.ts'
import type { RedactableParts, Redacted, RedactOptions } from '../risk/redact.ts'
import type { Revision } from './revision-diff.ts'
import type { Task } from './tasks.ts'

/** Milliseconds for a task: the scorers' own budgets end before, unless one holds its thread. */
export const draftDeadlineMs = limits.riskMs + 10_000

/** What changes from one revision of a draft to the next, as {@link revisionDiff} shows it. @throws DeadlineError, ThreadDiedError. */
export function diffRevisions(assessors: ThreadPool, before: Revision, after: Revision): Promise<string> {
  return assessors.run<string>({ task: 'diff', before, after } satisfies Task, draftDeadlineMs)
}

/**
 * Redacts the texts of a draft.
 * @throws DeadlineError, ThreadDiedError: then the draft must not leave as it is.
 */
export function redactTexts(
  assessors: ThreadPool,
  parts: RedactableParts,
  options: RedactOptions,
): Promise<Redacted> {
  return assessors.run<Redacted>({ task: 'redact', parts, options } satisfies Task, draftDeadlineMs)
}
