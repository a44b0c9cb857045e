/** Takes out of a draft what policies don't let leave, before anything of it is stored. */
import { limits } from '../../domain/limits.ts'
import { truncate } from '../../lib/clean-text.ts'
import { redactionsOf } from '../../policy/redactions.ts'
import { redactDraft } from './assess-draft.ts'
import type { OutboundParts } from './parts.ts'
import type { Drafted, OutgoingDraft, Redacted, Redactions } from './pipeline-items.ts'
import { redactableOf } from './redactable.ts'

/** What can't be redacted in time isn't sent: the request fails, and can be made again. */
export async function redact<Draft extends Drafted>(
  item: Draft,
  { assessors }: Pick<OutboundParts, 'assessors'>,
): Promise<Redacted<Draft>> {
  let draft: OutgoingDraft = item.draft
  const redactions: Redactions['redactions'] = []
  const redactedBy: string[] = []
  for (const { policyId, entities, replacement } of redactionsOf(item.policies, 'outbound')) {
    const done = await redactDraft(assessors, redactableOf(draft), { entities, replacement })
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
