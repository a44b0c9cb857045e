/** Takes out of a draft what policies don't let leave, before anything of it is stored. */
import { limits } from '../domain/limits.ts'
import type { AppliedPolicy } from '../domain/policy.ts'
import { truncate } from '../lib/clean-text.ts'
import type { ThreadPool } from '../lib/thread-pool.ts'
import { redactionsOf } from '../policy/redactions.ts'
import type { Redaction } from '../risk/redact.ts'
import { redactTexts } from './draft-tasks.ts'
import type { OutgoingDraft } from './outgoing-draft.ts'
import { redactableOf } from './redactable.ts'

/** What was taken out of a draft, and the policies that did. */
export interface Redactions {
  redactions: Redaction[]
  redactedBy: string[]
}

/** What can't be redacted in time isn't sent: the request fails, and can be made again. @throws DeadlineError, ThreadDiedError. */
export async function redactDraft<Item extends { draft: OutgoingDraft; policies: readonly AppliedPolicy[] }>(
  item: Item,
  { assessors }: { assessors: ThreadPool },
): Promise<Item & Redactions> {
  let draft: OutgoingDraft = item.draft
  const redactions: Redaction[] = []
  const redactedBy: string[] = []
  for (const { policyId, entities, replacement } of redactionsOf(item.policies, 'outbound')) {
    const done = await redactTexts(assessors, redactableOf(draft), { entities, replacement })
    if (done.redactions.length === 0) continue
    redactions.push(...done.redactions)
    redactedBy.push(policyId)
    draft = {
      ...draft,
      subject: truncate(done.subject, limits.subjectCharacters),
      text: done.text,
      html: done.html,
      // A draft has no other fields than those that were given.
      headers: draft.headers.map(({ name }, index) => ({
        name,
        value: truncate(done.headers[index]!, limits.headerValueCharacters),
      })),
      attachments: draft.attachments.map((attachment, index) => ({
        ...attachment,
        filename: truncate(done.filenames[index]!, limits.filenameCharacters),
      })),
    }
  }
  return { ...item, draft, redactions, redactedBy }
}
