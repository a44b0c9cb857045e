/** GET /inboxes/{slug}/messages */

import { limits } from '../../../domain/limits.ts'
import { messageListQuery, messagePage } from '../../../domain/message.ts'
import { findInboxId } from '../../../store/inbox.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { pageOfMessages } from './page.ts'

export const listMessagesEndpoint = defineEndpoint({
  name: 'list_messages',
  tag: 'Messages',
  summary: 'List or search messages',
  description: `Messages of an inbox, newest first; with \`q\`, those that match, best first, each with a \`highlight\`. Filters can be combined. A page may hold fewer messages than \`limit\`, even none, while \`has_more\` says that there are older ones to look at: of filters that no index answers together, a page looks at ${limits.listLooked.toLocaleString('en')} messages, or ${limits.listJoined} with several labels. A search ranks all that match where up to 1,000 do; of more, it goes through the inbox from the newest, 1,000 messages at a time, best first among these, and says so (\`search_truncated\`): the next page goes on. Items leave out \`html\`, \`html_sanitized\` and \`headers\`, and very long bodies are cut (\`body_truncated\`): get the single message for these. A search finds withheld inbound messages for keys with the scope \`messages:read_withheld\` only.`,
  query: messageListQuery,
  status: 200,
  answer: messagePage,
  errors: ['not_found'],
  handle: async (call) => {
    const inboxId = found(await findInboxId(call.deps.database, call.principal, call.path('slug')))
    return pageOfMessages(call, 'messages', inboxId)
  },
})
