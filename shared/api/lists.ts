/** Answers lists page by page, with cursors that are good for one list of one caller with one set of filters. */
import { type CursorBinding, cutPage, type Page, readCursor, signCursor } from '../domain/pagination.ts'
import type { Principal } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Looked } from '../store/look.ts'
import type { ApiDeps } from './deps.ts'

/** What is listed: its name, whose it is, what it is filtered by, and what a page begins after. */
export interface ListRequest {
  deps: Pick<ApiDeps, 'keyring' | 'reads'>
  /** Ends what is read for it. */
  signal: AbortSignal
  list: string
  principal: Principal
  /** Query parameters, and whatever else decides what is in the list (an inbox, say). */
  query: { limit: number; cursor?: string | undefined }
  within?: Record<string, unknown>
}

/** A page of a list, as it is answered. */
interface AnsweredPage<Item> {
  items: Item[]
  has_more: boolean
  next_cursor: string | null
}

/**
 * One page: `fetch` answers one row more than the page's limit where there are that many, or how far it has looked;
 * `position` gives the values that the list is sorted by. `fetch` reads from what ends with the request.
 * @throws ServiceError `validation_error` for a cursor that isn't of this list, `query_timeout`.
 */
export async function listPage<Item>(
  request: ListRequest,
  fetch: (page: Page, sql: Sql) => Promise<Item[] | Looked<Item>>,
  position: (last: Item) => string[],
): Promise<AnsweredPage<Item>> {
  const { reads } = request.deps
  const sql = reads.list({ tenantId: request.principal.tenantId, signal: request.signal })
  return pageFrom(
    request,
    async (page) => {
      const answer = await fetch(page, sql)
      return Array.isArray(answer) ? { rows: answer, resume: null } : answer
    },
    position,
  )
}

/** The same of what reads by itself, and resumes at a position of its own. */
export async function pageFrom<Item>(
  {
    deps: { keyring },
    list,
    principal: { tenantId, inboxId },
    query: { limit, cursor, ...filters },
    within = {},
  }: ListRequest,
  fetch: (page: Page) => Promise<{ rows: Item[]; resume: string[] | null }>,
  position: (last: Item) => string[],
): Promise<AnsweredPage<Item>> {
  const binding: CursorBinding = { list, tenantId, filters: { ...filters, ...within, reach: inboxId } }
  const after = readCursor(keyring, binding, cursor)
  const { rows, resume } = await fetch({ limit, after })
  const sign = (values: string[]) => signCursor(keyring, binding, values)
  const page = cutPage(rows, limit, position, sign)
  return page.has_more || resume === null ? page : { ...page, has_more: true, next_cursor: sign(resume) }
}
