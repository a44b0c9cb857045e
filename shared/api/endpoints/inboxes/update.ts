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
    'Changes the fields that are present. `webhook_url` must be an https address outside private networks; null removes it. `webhook_url` and `webhook_events` need `webhooks:write` beside `inboxes:write`. A key that is limited to one inbox never lowers its level, ends its pause or has mail removed sooner.',
  body: updateInboxBody,
  bodyBytes: limits.metadataBodyBytes,
  status: 200,
  answer: inbox,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, body }) =>
    showInbox(deps.config, found(await updateInbox(deps, principal, path('slug'), body))),
})
