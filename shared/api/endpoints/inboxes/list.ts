/** GET /inboxes */

import { inboxListQuery, inboxPage } from '../../../domain/inbox.ts'
import { listInboxes } from '../../../store/inbox.ts'
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
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'inboxes', principal, query },
      (asked, sql) => listInboxes(sql, principal, query.status, asked),
      ({ id }) => [id],
    )
    return { inboxes: items.map((row) => showInbox(deps.config, row)), ...page }
  },
})
