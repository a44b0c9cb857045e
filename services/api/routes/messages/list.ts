/** GET /inboxes/{slug}/messages */
import { messageListQuery, messagePage } from '../../../../shared/domain/message.ts'
import { search } from '../../../../shared/flow/search/search.ts'
import { findInboxId } from '../../../../shared/store/inbox.ts'
import { listMessages } from '../../../../shared/store/message.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listMessagesEndpoint = defineEndpoint({
  name: 'list_messages',
  tag: 'Messages',
  summary: 'List or search messages',
  description:
    'Messages of an inbox, newest first; with `q`, those that match, best first, each with a `highlight`. Filters can be combined. Items leave out `html`, `html_sanitized` and `headers`, and very long bodies are cut (`body_truncated`): get the single message for these.',
  query: messageListQuery,
  status: 200,
  answer: messagePage,
  errors: ['not_found'],
  handle: async ({ deps: { database, keyring }, principal, query, path }) => {
    const { tenantId } = principal
    const inboxId = found(await findInboxId(database, principal, path('slug')))
    const request = { keyring, list: 'messages', principal, query, within: { inboxId } }
    const { q } = query
    const { items, ...page } =
      q === undefined
        ? await listPage(
            request,
            (asked) => listMessages(database, tenantId, inboxId, query, asked),
            ({ id }) => [id],
          )
        : await listPage(
            request,
            (asked) => search(database, { tenantId, inboxId }, q, query, asked),
            ({ rank, id }) => [String(rank), id],
          )
    return { messages: items, ...page }
  },
})
