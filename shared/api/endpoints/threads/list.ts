/** GET /inboxes/{slug}/threads */

import { threadListQuery, threadPage } from '../../../domain/thread.ts'
import { findInboxId } from '../../../store/inbox.ts'
import { listThreads } from '../../../store/thread-list.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listThreadsEndpoint = defineEndpoint({
  name: 'list_threads',
  tag: 'Threads',
  summary: 'List threads',
  description: 'Threads of an inbox, most recent activity first.',
  query: threadListQuery,
  status: 200,
  answer: threadPage,
  errors: ['not_found'],
  handle: async ({ deps, principal, query, path, signal }) => {
    const inboxId = found(await findInboxId(deps.database, principal, path('slug')))
    const { items, ...page } = await listPage(
      { deps, signal, list: 'threads', principal, query, within: { inboxId } },
      (asked, sql) => listThreads(sql, principal.tenantId, inboxId, asked),
      ({ position, id }) => [position, id],
    )
    return { threads: items, ...page }
  },
})
