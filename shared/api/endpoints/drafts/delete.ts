/** DELETE /drafts/{draft_id} */

import { removeDraft } from '../../../flow/outbound/drafts/change.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteDraftEndpoint = defineEndpoint({
  name: 'delete_draft',
  tag: 'Drafts',
  summary: 'Delete a draft',
  description: 'For good. The message that a draft was sent as stays.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    found((await removeDraft(database, principal, path('draft_id'))) || null)
    return undefined
  },
})
