/** GET /drafts/{draft_id} */

import { draft } from '../../../domain/draft.ts'
import { isId } from '../../../domain/ids.ts'
import { findDraft } from '../../../store/draft.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showDraft } from './show.ts'

export const getDraftEndpoint = defineEndpoint({
  name: 'get_draft',
  tag: 'Drafts',
  summary: 'Get a draft',
  description:
    'All that it holds, but for the content of its files. Of a draft that was sent, `message_id` is the message that it became.',
  status: 200,
  answer: draft,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    const id = path('draft_id')
    return showDraft(found(isId('draft', id) ? await findDraft(deps.database, principal, id) : undefined))
  },
})
