/** Stage `redact`: takes out of the draft what policies don't let leave, before anything of it is stored. */
import { limits } from '../../domain/limits.ts'
import { truncate } from '../../lib/clean-text.ts'
import { redactionsOf } from '../../policy/redactions.ts'
import type { Stage } from '../stage.ts'
import { redactDraft } from './assess-draft.ts'
import type { OutboundParts } from './parts.ts'
import type { Drafted } from './pipeline-items.ts'
import { redactableOf } from './redactable.ts'

/** What can't be redacted in time isn't sent: the request fails, and can be made again. */
export const redact: Stage<Drafted, Pick<OutboundParts, 'assessors'>> = {
  name: 'redact',
  async prepare(items, { assessors }) {
    for (const item of items) {
      const draft = item.draft!
      item.redactions = []
      item.redactedBy = []
      for (const { policyId, entities, replacement } of redactionsOf(item.policies!, 'outbound')) {
        const done = await redactDraft(assessors, redactableOf(draft), { entities, replacement })
        if (done.redactions.length === 0) continue
        item.redactions.push(...done.redactions)
        item.redactedBy.push(policyId)
        draft.subject = truncate(done.subject, limits.subjectCharacters)
        draft.text = done.text
        draft.html = done.html
        // A draft has no other fields than those that were given.
        draft.headers = draft.headers.map(({ name }, index) => ({
          name,
          value: truncate(done.headers[index]!, limits.headerValueCharacters),
        }))
        draft.attachments = draft.attachments.map((attachment, index) => ({
          ...attachment,
          filename: truncate(done.filenames[index]!, limits.filenameCharacters),
        }))
      }
    }
  },
}
