/** DELETE /inboxes/{slug} */

import { deleteInbox } from '../../../flow/inbox/delete.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteInboxEndpoint = defineEndpoint({
  name: 'delete_inbox',
  tag: 'Inboxes',
  summary: 'Delete an inbox',
  description:
    'Deletes the inbox for good, with all its messages, threads, attachments, deliveries and the keys limited to it. Nobody can read any of it from now on. Your account can use the slug again at once, in either mode, and others after a while (90 days by default). Until then, mail to the address is refused as if it had never existed.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    found((await deleteInbox(deps, principal, path('slug'))) || null)
    return undefined
  },
})
