/** PATCH /drafts/{draft_id} */

import { draft, updateDraftBody } from '../../../domain/draft.ts'
import { limits } from '../../../domain/limits.ts'
import { changeDraft } from '../../../flow/outbound/drafts/change.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showDraft } from './show.ts'

export const updateDraftEndpoint = defineEndpoint({
  name: 'update_draft',
  tag: 'Drafts',
  summary: 'Update a draft',
  description:
    'Changes the fields that are present; null takes one out. `attachments` replaces all of them. A draft that was sent is refused with 409 `draft_sent`.',
  body: updateDraftBody,
  bodyBytes: limits.draftBodyBytes,
  status: 200,
  answer: draft,
  errors: ['not_found', 'draft_sent', 'message_too_large', 'quota_exceeded'],
  handle: async ({ deps: { database, outbound }, principal, path, body }) =>
    showDraft(
      found(await changeDraft({ database, quotas: outbound.quotas }, principal, path('draft_id'), body)),
    ),
})
