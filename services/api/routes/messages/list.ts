/** GET /inboxes/{slug}/messages */
import { messageListQuery, messagePage } from '../../../../shared/domain/message.ts'
import { findInboxId } from '../../../../shared/store/inbox.ts'
import { listMessages } from '../../../../shared/store/message.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listMessagesEndpoint = defineEndpoint({
  name: 'list_messages',
  tag: 'Messages',
  summary: 'List messages',
  description:
    'Messages of an inbox, newest first. Items leave out `html`, `html_sanitized` and `headers`, and very long bodies are cut (`body_truncated`): get the single message for these.',
  query: messageListQuery,
  status: 200,
  answer: messagePage,
  errors: ['not_found'],
  handle: async ({ deps: { database, keyring }, principal, query, path }) => {
    const inboxId = found(await findInboxId(database, principal, path('slug')))
    const { items, ...page } = await listPage(
      { keyring, list: 'messages', principal, query, within: { inboxId } },
      (asked) => listMessages(database, principal.tenantId, inboxId, query, asked),
      ({ id }) => [id],
    )
    return { messages: items, ...page }
  },
})
