/** PATCH /inboxes/{slug} */

import { inbox, updateInboxBody } from '../../../domain/inbox.ts'
import { limits } from '../../../domain/limits.ts'
import { updateInbox } from '../../../flow/inbox/update.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showInbox } from './show.ts'

export const updateInboxEndpoint = defineEndpoint({
  name: 'update_inbox',
  tag: 'Inboxes',
  summary: 'Update an inbox',
  description:
    'Changes the fields that you send. `webhook_url` must be a public https address; null removes it. To change `webhook_url` or `webhook_events`, the key also needs `webhooks:write`. A key that is limited to one inbox can not lower its level, end its pause or have mail removed sooner.',
  body: updateInboxBody,
  bodyBytes: limits.metadataBodyBytes,
  status: 200,
  answer: inbox,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, body }) =>
    showInbox(deps.config, found(await updateInbox(deps, principal, path('slug'), body))),
})
