/** GET /inboxes/{slug}/messages */

import { limits } from '../../../domain/limits.ts'
import { messageListQuery, messagePage } from '../../../domain/message.ts'
import { findInboxId } from '../../../store/inbox.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'
import { pageOfMessages } from './page.ts'

export const listMessagesEndpoint = defineEndpoint({
  name: 'list_messages',
  tag: 'Messages',
  summary: 'List or search messages',
  description: `Lists the messages of an inbox, newest first. With \`q\`, it lists those that match, best first, each with a \`highlight\`. You can combine filters. A page can hold fewer messages than \`limit\`, even none, while \`has_more\` is true: if no index answers the filters together, a page looks at ${limits.listLooked.toLocaleString('en')} messages, or ${limits.listJoined} with several labels. A search ranks up to 1,000 matches. If more match, it goes through the inbox from the newest message, 1,000 at a time, ranks these, and sets \`search_truncated\`; the next page continues. Items leave out \`html\`, \`html_sanitized\` and \`headers\`, and very long bodies are cut (\`body_truncated\`): get the single message for these. Only keys with the scope \`messages:read_withheld\` find withheld inbound messages in a search.`,
  query: messageListQuery,
  status: 200,
  answer: messagePage,
  errors: ['not_found'],
  reads: ({ messages }) => readOf(messages),
  handle: async (call) => {
    const inboxId = found(await findInboxId(call.deps.database, call.principal, call.path('slug')))
    return pageOfMessages(call, 'messages', inboxId)
  },
})
