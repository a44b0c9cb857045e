/** The last messages of a thread before a given one, in the database: what a reviewer reads beside an answer. */
import type { Direction } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { inThread } from './in-thread.ts'

export interface ThreadExcerpt {
  direction: Direction
  from: string
  subject: string
  /** What is new in it and can be seen, cut. */
  text: string
  /** Whether it was held for what it says. */
  withheld: boolean
  createdAt: string
}

/** Oldest first. What isn't assessed yet is left out. */
export async function findThreadExcerpt(
  sql: Sql,
  tenantId: string,
  messageId: string,
  { count, characters }: { count: number; characters: number },
): Promise<ThreadExcerpt[]> {
  const rows = await sql.query<ThreadExcerpt>(
    `select o.direction, o."from", o.subject, left(coalesce(c.extracted_text, c.body_sanitized, c.body), $4) as text,
       (o.verdict = 'withheld') is true as withheld, o.created_at as "createdAt"
     from messages m
     cross join lateral (
       select n.* from messages n
       where n.tenant_id = m.tenant_id and ${inThread('n', 'm.thread_id', { before: 'm.id' })}
         and n.inbox_id = m.inbox_id and n.status <> 'processing'
       order by n.thread_id desc, n.id desc limit $3) o
     join message_contents c on c.tenant_id = o.tenant_id and c.message_id = o.id
     where m.tenant_id = $1 and m.id = $2 order by o.id desc`,
    [tenantId, messageId, count, characters],
  )
  return rows.reverse()
}
