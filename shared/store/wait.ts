/** Finding the message that somebody waits for, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import type { Sql } from '../lib/sql.ts'
import { holdStates, idTimeSlack } from './message.ts'

/** What is waited for; texts in any letter case. */
export interface WaitFilter {
  from: string | null
  subject: string | null
  threadId: string | null
  status: 'clean' | 'flagged' | 'withheld' | null
}

/** Messages that could be read before somebody began to wait. */
export interface Backlog {
  /** Milliseconds since 1970: those that came in since then. */
  since: number
  /** The last of them that was answered; null: none yet. */
  behind: string | null
}

/** What was found: the message, the position to go on behind, and the backlog to look through before; null: none is left. */
export interface WaitHit {
  id: string | null
  position: number
  backlog: Backlog | null
}

/** SQL: whether the message `m` is what `w` waits for, of the tenant `$1`; a thread may have been joined to another meanwhile. */
const matches = `case w.status when 'withheld' then ${holdStates.withheld} when 'flagged' then ${holdStates.flagged}
    when 'clean' then ${holdStates.clean} else ${holdStates.readable} end
  and (w."from" is null or strpos(lower(m."from"), lower(w."from")) > 0)
  and (w.subject is null or strpos(lower(m.subject), lower(w.subject)) > 0)
  and (w."threadId" is null or m.thread_id in (w."threadId", (select t.merged_into from threads t
    where t.tenant_id = $1 and t.id = w."threadId")))`
const filterColumns = `"from" text, subject text, "threadId" text, status text`
/** SQL: whether the event `e` tells that a message can be read. */
const tells = "e.type in ('message.received', 'message.withheld')"
/** SQL: the one of these events that tells `w` of it. What was withheld and released has both, and is told of once. */
const told = "case w.status when 'withheld' then 'message.withheld' else 'message.received' end"
const last = 'coalesce((select p.last from event_positions p where p.tenant_id = $1), 0)'

/**
 * The oldest message of a backlog that matches and is assessed; and, seen at the same moment, the last position of the
 * tenant's events. Without a backlog only that. `after` is the position of the first look: messages told of behind it are
 * left to {@link findWaited}.
 */
export async function findBacklog(
  sql: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  filter: WaitFilter,
  backlog: Backlog | null,
  after: number | null,
): Promise<WaitHit> {
  const rows = await sql.query<{ id: string | null; position: number }>(
    `select coalesce($6::bigint, ${last}) as position, (
       select m.id from json_to_record($3) as w(${filterColumns}) cross join messages m
       where $4::timestamptz is not null and m.tenant_id = $1 and m.inbox_id = $2 and m.direction = 'inbound'
         and m.created_at >= $4 and m.id > $5 and ${matches}
         and ($6::bigint is null or not exists (select 1 from events e where e.tenant_id = $1 and e.message_id = m.id
           and e.position > $6 and ${tells}))
       order by m.id limit 1) as id`,
    [
      tenantId,
      inboxId,
      JSON.stringify(filter),
      backlog === null ? null : new Date(backlog.since).toISOString(),
      backlog === null ? null : (backlog.behind ?? firstIdAt('message', backlog.since - idTimeSlack)),
      after,
    ],
  )
  const { id, position } = rows[0]!
  return { id, position, backlog: id === null || backlog === null ? null : { ...backlog, behind: id } }
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
  const rows = await sql.query<{ id: string | null; position: number }>(
    `select coalesce(f.position, greatest(w.after, ${last})) as position, f.id
     from json_to_recordset($3) as w(n int, after bigint, ${filterColumns}) left join lateral (
       select e.position, m.id from events e join messages m on m.tenant_id = $1 and m.id = e.message_id
       where e.tenant_id = $1 and e.position > w.after and e.inbox_id = $2
         and e.type = ${told} and ${matches}
       order by e.position limit 1) f on true
     order by w.n`,
    [tenantId, inboxId, JSON.stringify(waiting.map((one, n) => ({ n, ...one })))],
  )
  return rows.map((row) => ({ ...row, backlog: null }))
}
