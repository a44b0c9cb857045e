/** PATCH /inboxes/{slug} */
import { inbox, updateInboxBody } from '../../../../shared/domain/inbox.ts'
import { updateInbox } from '../../../../shared/flow/inbox/update.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showInbox } from './show.ts'

export const updateInboxEndpoint = defineEndpoint({
  name: 'update_inbox',
  tag: 'Inboxes',
  summary: 'Update an inbox',
  description:
    'Changes the fields that are present. `webhook_url` must be an https address outside private networks; null removes it.',
  body: updateInboxBody,
  status: 200,
  answer: inbox,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, body }) =>
    showInbox(deps.config, found(await updateInbox(deps, principal, path('slug'), body))),
})
