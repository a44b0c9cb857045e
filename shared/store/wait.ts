/** Finding the message that somebody waits for, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import type { Sql } from '../lib/sql.ts'
import { holdStates, idTimeSlack } from './message.ts'

/** What is waited for; texts in lower case. */
export interface WaitFilter {
  from: string | null
  subject: string | null
  threadId: string | null
  status: 'clean' | 'flagged' | 'withheld' | null
}

/** What was found: the message, and the position to go on behind. */
export interface WaitHit {
  id: string | null
  position: number
}

/** SQL: whether the message `m` is what `w` waits for. */
const matches = `case w.status when 'withheld' then ${holdStates.withheld} when 'flagged' then ${holdStates.flagged}
    when 'clean' then ${holdStates.clean} else ${holdStates.readable} end
  and (w."from" is null or strpos(lower(m."from"), w."from") > 0)
  and (w.subject is null or strpos(lower(m.subject), w.subject) > 0)
  and (w."threadId" is null or m.thread_id = w."threadId")`
const filterColumns = `"from" text, subject text, "threadId" text, status text`
const last = 'coalesce((select p.last from event_positions p where p.tenant_id = $1), 0)'

/**
 * The oldest message that came in at `since` (milliseconds) or later, matches and is assessed; and, seen at the same
 * moment, the last position of the tenant's events. Without `since` only that.
 */
export async function findSince(
  sql: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  filter: WaitFilter,
  since: number | null,
): Promise<WaitHit> {
  const rows = await sql.query<WaitHit>(
    `select ${last} as position, (
       select m.id from json_to_record($3) as w(${filterColumns}) cross join messages m
       where $4::timestamptz is not null and m.tenant_id = $1 and m.inbox_id = $2 and m.direction = 'inbound'
         and m.created_at >= $4 and m.id >= $5 and ${matches} order by m.id limit 1) as id`,
    [
      tenantId,
      inboxId,
      JSON.stringify(filter),
      since === null ? null : new Date(since).toISOString(),
      since === null ? null : firstIdAt('message', since - idTimeSlack),
    ],
  )
  return rows[0]!
}

/**
 * For each of those who wait in an inbox, in order: the first message told of behind their position that matches. Who has
 * none is answered the last position: there is nothing for them up to there.
 */
export async function findWaited(
  sql: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  waiting: (WaitFilter & { after: number })[],
): Promise<WaitHit[]> {
  const rows = await sql.query<WaitHit>(
    `select coalesce(f.position, greatest(w.after, ${last})) as position, f.id
     from json_to_recordset($3) as w(n int, after bigint, ${filterColumns}) left join lateral (
       select e.position, m.id from events e join messages m on m.tenant_id = $1 and m.id = e.message_id
       where e.tenant_id = $1 and e.position > w.after and e.inbox_id = $2
         and e.type in ('message.received', 'message.withheld') and ${matches}
       order by e.position limit 1) f on true
     order by w.n`,
    [tenantId, inboxId, JSON.stringify(waiting.map((one, n) => ({ n, ...one })))],
  )
  return rows
}
