/** GET /messages */

import { limits } from '../../../domain/limits.ts'
import { allMessagesQuery, messagePage } from '../../../domain/message.ts'
import { inboxExists } from '../../../store/inbox.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'
import { pageOfMessages } from './page.ts'

export const listAllMessagesEndpoint = defineEndpoint({
  name: 'list_all_messages',
  tag: 'Messages',
  summary: 'List or search the messages of all inboxes',
  description: `Lists the messages of all inboxes that the key sees, newest first. With \`q\`, it lists those that match, best first. Filters, pages and items work as in the list of one inbox. A search of more than ${limits.searchInboxes} inboxes goes through them from the newest message, ${limits.searchLooked.toLocaleString('en')} messages at a time. A key that is limited to one inbox sees that inbox.`,
  query: allMessagesQuery,
  status: 200,
  answer: messagePage,
  errors: [],
  reads: ({ messages }) => readOf(messages),
  handle: async ({ deps, principal, query, signal }) => {
    const { inbox_id, ...filters } = query
    if (inbox_id !== undefined && !(await inboxExists(deps.database, principal, inbox_id)))
      return { messages: [], has_more: false, next_cursor: null }
    const inboxId = inbox_id ?? principal.inboxId
    return pageOfMessages({ deps, principal, query: filters, signal }, 'all_messages', inboxId)
  },
})
