/** Searching the messages of an inbox: best match first, with what matches shown. */
import type { ListedMessage } from '../../domain/message.ts'
import type { Page } from '../../domain/pagination.ts'
import type { Sql } from '../../lib/sql.ts'
import { type MessageFilters, searchMessages } from '../../store/message.ts'
import { highlightAll, highlightBest } from './highlight.ts'
import { readQuery } from './query.ts'
import { inboxLexeme } from './vector.ts'

/** A page of results, one more than it holds; `rank` is how well each matches. @throws ServiceError `validation_error`. */
export async function search(
  sql: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  q: string,
  filters: MessageFilters,
  page: Page,
): Promise<(ListedMessage & { rank: number })[]> {
  const { tsquery, terms } = readQuery(q)
  const scope = inboxLexeme(inboxId)
  const found = await searchMessages(sql, tenantId, inboxId, filters, { scope, tsquery }, page)
  return found.map((message) => ({
    ...message,
    highlight: {
      subject: highlightAll(message.subject, terms),
      body: highlightBest(message.body_sanitized, terms),
    },
  }))
}
