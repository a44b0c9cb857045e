/** GET /inboxes/{slug}/threads */
import { threadListQuery, threadPage } from '../../../../shared/domain/thread.ts'
import { findInboxId } from '../../../../shared/store/inbox.ts'
import { listThreads } from '../../../../shared/store/thread-list.ts'
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
  handle: async ({ deps: { database, keyring }, principal, query, path }) => {
    const inboxId = found(await findInboxId(database, principal, path('slug')))
    const { items, ...page } = await listPage(
      { keyring, list: 'threads', principal, query, within: { inboxId } },
      (asked) => listThreads(database, principal.tenantId, inboxId, asked),
      ({ position, id }) => [position, id],
    )
    return { threads: items, ...page }
  },
})
