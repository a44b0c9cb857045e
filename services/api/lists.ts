/** Answers lists page by page, with cursors that are good for one list of one caller with one set of filters. */
import {
  type CursorBinding,
  cutPage,
  type Page,
  readCursor,
  signCursor,
} from '../../shared/domain/pagination.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import type { Keyring } from '../../shared/lib/keyring.ts'

/** What is listed: its name, whose it is, what it is filtered by, and what a page begins after. */
export interface ListRequest {
  keyring: Keyring
  list: string
  principal: Principal
  /** Query parameters, and whatever else decides what is in the list (an inbox, say). */
  query: { limit: number; cursor?: string | undefined }
  within?: Record<string, unknown>
}

/**
 * One page: `fetch` answers one row more than the page's limit where there are that many; `position` gives the values
 * that the list is sorted by. @throws ServiceError `validation_error` for a cursor that isn't of this list.
 */
export async function listPage<Item>(
  {
    keyring,
    list,
    principal: { tenantId, inboxId },
    query: { limit, cursor, ...filters },
    within = {},
  }: ListRequest,
  fetch: (page: Page) => Promise<Item[]>,
  position: (last: Item) => string[],
): Promise<{ items: Item[]; has_more: boolean; next_cursor: string | null }> {
  const binding: CursorBinding = { list, tenantId, filters: { ...filters, ...within, reach: inboxId } }
  const after = readCursor(keyring, binding, cursor)
  return cutPage(await fetch({ limit, after }), limit, position, (values) =>
    signCursor(keyring, binding, values),
  )
}
