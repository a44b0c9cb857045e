/** A page of messages, listed or searched, of one inbox or of all that a key sees. */
import type { z } from 'zod'
import type { ListedMessage, MessageListQuery, messagePage } from '../../../domain/message.ts'
import { readsWithheld, shownTo } from '../../../domain/withheld.ts'
import { search } from '../../../flow/search/search.ts'
import { listMessages } from '../../../store/message.ts'
import { findJoinedThread } from '../../../store/thread-list.ts'
import type { Call } from '../../endpoint.ts'
import { listPage, pageFrom } from '../../lists.ts'

export type MessagePage = z.input<typeof messagePage>

/** `list` names it in cursors; `inboxId` null: of all inboxes of the tenant. @throws ServiceError as lists and searches do. */
export async function pageOfMessages(
  {
    deps,
    principal,
    query,
    signal,
  }: Pick<Call<MessageListQuery, unknown>, 'deps' | 'principal' | 'query' | 'signal'>,
  list: string,
  inboxId: string | null,
): Promise<MessagePage> {
  const { tenantId } = principal
  const request = { deps, signal, list, principal, query, within: { inboxId } }
  const shown = (items: ListedMessage[]) => items.map((item) => shownTo(principal, item))
  const { q, thread_id } = query
  const filters =
    thread_id === undefined
      ? query
      : { ...query, thread_id: await findJoinedThread(deps.database, tenantId, thread_id) }
  if (q === undefined) {
    const { items, ...page } = await listPage(
      request,
      (asked, sql) => listMessages(sql, tenantId, inboxId, filters, asked),
      ({ id }) => [id],
    )
    return { messages: shown(items), ...page }
  }
  const reader = { tenantId, signal }
  let search_truncated = false
  const { items, ...page } = await pageFrom(
    request,
    async (asked) => {
      const found = await search(
        (ms) => deps.reads.search(reader, ms),
        { tenantId, inboxId, q, filters, withheldToo: readsWithheld(principal) },
        asked,
      )
      search_truncated = found.truncated
      return found
    },
    ({ position }) => position,
  )
  return { messages: shown(items), ...page, search_truncated }
}
