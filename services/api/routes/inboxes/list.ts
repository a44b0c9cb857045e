/** GET /inboxes */
import { inboxListQuery, inboxPage } from '../../../../shared/domain/inbox.ts'
import { listInboxes } from '../../../../shared/store/inbox.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'
import { showInbox } from './show.ts'

export const listInboxesEndpoint = defineEndpoint({
  name: 'list_inboxes',
  tag: 'Inboxes',
  summary: 'List inboxes',
  description: 'Newest first.',
  query: inboxListQuery,
  status: 200,
  answer: inboxPage,
  errors: [],
  handle: async ({ deps: { config, database, keyring }, principal, query }) => {
    const { items, ...page } = await listPage(
      { keyring, list: 'inboxes', principal, query },
      (asked) => listInboxes(database, principal, query.status, asked),
      ({ id }) => [id],
    )
    return { inboxes: items.map((row) => showInbox(config, row)), ...page }
  },
})
