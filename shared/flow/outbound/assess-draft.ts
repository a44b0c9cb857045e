/** Redaction and assessment of drafts on the threads that score inbound mail. */
import { limits } from '../../domain/limits.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import type { OutboundAssessment, OutboundContext } from '../../risk/outbound.ts'
import type { RedactableParts, Redacted, RedactOptions } from '../../risk/redact.ts'
import { attachmentTexts, type Draft, mailOfDraft } from './draft-mail.ts'

/** What of the context the draft itself doesn't say. */
export type DraftContext = Omit<OutboundContext, 'attachmentTexts' | 'recipients' | 'inboxAddress'>

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
      mail: ReturnType<typeof mailOfDraft>
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

/**
 * Assesses a draft with the outbound scorers.
 * @throws DeadlineError, ThreadDiedError: then the draft is unjudged and must not leave unseen.
 */
export function assessDraft(
  assessors: ThreadPool,
  draft: Draft,
  context: DraftContext,
): Promise<OutboundAssessment> {
  const recipients = [...draft.to, ...draft.cc, ...draft.bcc].map(({ address }) => address)
  const task: DraftTask = {
    task: 'assess',
    mail: mailOfDraft(draft),
    context: {
      ...context,
      inboxAddress: draft.from.address,
      recipients,
      attachmentTexts: attachmentTexts(draft),
    },
  }
  return assessors.run<OutboundAssessment>(task, draftDeadlineMs)
}
