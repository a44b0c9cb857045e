/** DELETE /inboxes/{slug} */

import { deleteInbox } from '../../../flow/inbox/delete.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteInboxEndpoint = defineEndpoint({
  name: 'delete_inbox',
  tag: 'Inboxes',
  summary: 'Delete an inbox',
  description:
    'Deletes the inbox for good, with all its messages, threads, attachments, deliveries and the keys limited to it. From the answer on, nothing of it can be read, and its slug can be taken again: by this account at once, in either mode, by others after a while (90 days by default). Until then mail for it is refused as for an address that never was.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    found((await deleteInbox(deps, principal, path('slug'))) || null)
    return undefined
  },
})
