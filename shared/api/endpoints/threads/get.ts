/** GET /inboxes/{slug}/threads/{thread_id} */

import { isId } from '../../../domain/ids.ts'
import { threadMessages, threadWithMessages } from '../../../domain/thread.ts'
import { shownTo } from '../../../domain/withheld.ts'
import { findInboxId } from '../../../store/inbox.ts'
import { listThreadMessages } from '../../../store/message.ts'
import { findThread } from '../../../store/thread-list.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'

export const getThreadEndpoint = defineEndpoint({
  name: 'get_thread',
  tag: 'Threads',
  summary: 'Get a thread',
  description:
    'Returns a thread with its messages in chronological order. If a later message connects two threads, they become one, and both ids lead to it.',
  status: 200,
  answer: threadWithMessages,
  errors: ['not_found'],
  reads: ({ messages }) => readOf(messages),
  handle: async ({ deps: { database }, principal, path }) => {
    const { tenantId } = principal
    const inboxId = found(await findInboxId(database, principal, path('slug')))
    const id = path('thread_id')
    const thread = found(isId('thread', id) ? await findThread(database, tenantId, inboxId, id) : undefined)
    const messages = await listThreadMessages(database, tenantId, thread.id, threadMessages)
    return { ...thread, messages: messages.map((message) => shownTo(principal, message)) }
  },
})
