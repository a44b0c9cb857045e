/** GET /inboxes/{slug} */

import { inboxWithCounts } from '../../../domain/inbox.ts'
import { findInboxWithCounts } from '../../../store/inbox.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showInbox } from './show.ts'

export const getInboxEndpoint = defineEndpoint({
  name: 'get_inbox',
  tag: 'Inboxes',
  summary: 'Get an inbox',
  description: 'Returns an inbox with the number of its flagged messages, and of those that are held now.',
  status: 200,
  answer: inboxWithCounts,
  errors: ['not_found'],
  handle: async ({ deps: { config, database }, principal, path }) =>
    showInbox(config, found(await findInboxWithCounts(database, principal, path('slug')))),
})
