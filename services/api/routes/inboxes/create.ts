/** POST /inboxes */
import { createInboxBody, inbox } from '../../../../shared/domain/inbox.ts'
import { createInbox } from '../../../../shared/flow/inbox/create.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { showInbox } from './show.ts'

export const createInboxEndpoint = defineEndpoint({
  name: 'create_inbox',
  tag: 'Inboxes',
  summary: 'Create an inbox',
  description:
    'The inbox receives mail at `{slug}@{inbox_domain}` at once, in any letter case and with any `+tag`.',
  body: createInboxBody,
  status: 201,
  answer: inbox,
  errors: ['slug_taken'],
  handle: async ({ deps, principal, body }) =>
    showInbox(deps.config, await createInbox(deps, principal, body)),
})
