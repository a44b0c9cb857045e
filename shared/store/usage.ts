/** How much tenants take of the place, in the database: counted on their inboxes, where messages are counted anyway. */
import type { Sql } from '../lib/sql.ts'

/** SQL: the day of UTC. */
const today = "(now() at time zone 'UTC')::date"
const thisMinute = "date_trunc('minute', now())"

/** SQL: assignments that count messages on their inbox; `count` and `bytes` are expressions. */
export const countStored = (count: string, bytes: string): string =>
  `message_count = message_count + ${count}, stored_bytes = stored_bytes + ${bytes},
     day_messages = case when day = ${today} then day_messages else 0 end + ${count}, day = ${today}`

/** SQL: the same for what the rate limit of an inbox counts. */
export const countMinute = (count: string): string =>
  `minute_messages = case when minute >= ${thisMinute} then minute_messages else 0 end + ${count},
     minute = greatest(minute, ${thisMinute})`

/** SQL: messages that the inbox `alias` has taken this minute. */
export const minuteMessages = (alias: string): string =>
  `case when ${alias}.minute >= ${thisMinute} then ${alias}.minute_messages else 0 end`

/** SQL: keeps what the inboxes of `hidden` (tenant_id, day, day_messages) have taken today, when they go. */
export const keepDay = (hidden: string): string =>
  `update tenants t set gone_messages = case when t.gone_day = ${today} then t.gone_messages else 0 end + h.messages,
     gone_day = ${today}
   from (select tenant_id, sum(day_messages)::int as messages from ${hidden} where day = ${today} group by tenant_id) h
   where t.id = h.tenant_id`

/** What a tenant has taken. */
export interface Usage {
  /** Of messages and drafts that are there, as `size_bytes` has them. */
  storedBytes: number
  /** Messages that came or were sent since midnight (UTC), those of inboxes that are gone by now too. */
  messagesToday: number
}

/** What a tenant has taken; null where there is no such tenant. */
export async function findUsage(sql: Sql, tenantId: string): Promise<Usage | null> {
  const [row] = await sql.query<Usage>(
    `select (coalesce(sum(i.stored_bytes), 0)
         + coalesce((select sum(d.size_bytes) from drafts d where d.tenant_id = t.id and d.message_id is null), 0))::bigint
         as "storedBytes",
       (coalesce(sum(i.day_messages) filter (where i.day = ${today}), 0)
         + case when t.gone_day = ${today} then t.gone_messages else 0 end)::bigint as "messagesToday"
     from tenants t left join inboxes i on i.tenant_id = t.id and i.deleted_at is null
     where t.id = $1 group by t.id, t.gone_day, t.gone_messages`,
    [tenantId],
  )
  return row === undefined
    ? null
    : { storedBytes: Number(row.storedBytes), messagesToday: Number(row.messagesToday) }
}

/** Inboxes that a tenant has, the new one of this transaction included; whoever makes another one waits for it. */
export async function countInboxes(tx: Sql, tenantId: string): Promise<number> {
  await tx.query('select 1 from tenants where id = $1 for no key update', [tenantId])
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from inboxes where tenant_id = $1 and deleted_at is null',
    [tenantId],
  )
  return row!.count
}
