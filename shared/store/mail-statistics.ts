/** Statistics in the database: what is not counted yet, the rows that it is counted in, and reading those. */
import type { EventName } from '../domain/event.ts'
import type { Reach } from '../domain/principal.ts'
import {
  type AgentStatistics,
  type Counts,
  type NewRecipient,
  type Period,
  statisticsLimits,
} from '../domain/statistics.ts'
import type { Direction, Verdict } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'

/** Tenants of which something has happened that is not counted yet. */
export async function findUncountedTenants(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select p.tenant_id as id from event_positions p left join statistics_positions s on s.tenant_id = p.tenant_id
     where p.last > coalesce(s.event_position, 0)
     union select tenant_id from statistics_waiting order by 1`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Makes this transaction the only one that counts for a tenant; answers how far its events are counted, undefined where
 * another one is counting, or the tenant is gone.
 */
export async function claimCounting(
  tx: Sql,
  tenantId: string,
): Promise<{ eventPosition: number; creditSequence: number } | undefined> {
  await tx.query(
    `insert into statistics_positions (tenant_id) select id from tenants where id = $1 on conflict do nothing`,
    [tenantId],
  )
  const [row] = await tx.query<{ eventPosition: number; creditSequence: number }>(
    `select event_position as "eventPosition", credit_sequence as "creditSequence"
     from statistics_positions where tenant_id = $1 for update skip locked`,
    [tenantId],
  )
  return row
}

/** An event with what is counted of its message. */
export interface UncountedEvent {
  position: number
  type: EventName
  /** What a reviewer decided; null of other events. */
  resolution: string | null
  inboxId: string
  createdAt: string
  direction: Direction
  verdict: Verdict | null
  riskScore: number | null
  /** Scorers that gave it points. */
  methods: string[]
  /** Whether it has waited for a person before it left. */
  wasHeld: boolean
  /** Who has it, of `message.sent`; in lower case. */
  recipients: string[]
}

/**
 * The next events of a tenant behind `after`, up to `limit`, and how far this has looked: events become visible in the
 * order of their positions, so that there is nothing else up to there.
 */
export async function readUncounted(
  tx: Sql,
  tenantId: string,
  after: number,
  limit: number,
): Promise<{ events: UncountedEvent[]; through: number; more: boolean }> {
  const [last] = await tx.query<{ last: number }>('select last from event_positions where tenant_id = $1', [
    tenantId,
  ])
  const through = last?.last ?? after
  const events = await tx.query<UncountedEvent>(
    `select e.position, e.type, e.facts ->> 'status' as resolution, e.inbox_id as "inboxId",
       e.created_at as "createdAt", m.direction, m.verdict, m.risk_score as "riskScore",
       coalesce((select array_agg(distinct d ->> 'method') from jsonb_array_elements(m.security_analysis -> 'detections') d
         where (d ->> 'points')::numeric > 0), '{}') as methods,
       exists (select from approvals a where a.tenant_id = $1 and a.message_id = e.message_id) as "wasHeld",
       case when e.type = 'message.sent' then coalesce((select array_agg(distinct lower(r.address))
         from outbound_recipients r where r.tenant_id = $1 and r.message_id = e.message_id and r.status <> 'failed'), '{}')
         else '{}' end as recipients
     from (select * from events where tenant_id = $1 and position > $2 and position <= $3 order by position limit $4) e
     join messages m on m.tenant_id = $1 and m.id = e.message_id
     order by e.position`,
    [tenantId, after, through, limit],
  )
  const more = events.length === limit
  return { events, through: more ? events.at(-1)!.position : through, more }
}

/** Something that has happened, and was no event. */
export interface WaitingCounts {
  inboxId: string
  createdAt: string
  counts: Counts
}

/** Has this counted soon, in the transaction that makes it true; not of inboxes that are gone by then. */
export async function addWaitingCounts(
  tx: Sql,
  rows: readonly { tenantId: string; inboxId: string; counts: Counts }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into statistics_waiting (tenant_id, inbox_id, counts)
     select r."tenantId", r."inboxId", r.counts
     from json_to_recordset($1) as r("tenantId" text, "inboxId" text, counts jsonb)
     join inboxes i on i.tenant_id = r."tenantId" and i.id = r."inboxId"`,
    [JSON.stringify(rows)],
  )
}

/** Takes up to `limit` of them away, for this transaction to count. */
export function takeWaitingCounts(tx: Sql, tenantId: string, limit: number): Promise<WaitingCounts[]> {
  return tx.query<WaitingCounts>(
    `delete from statistics_waiting where tenant_id = $1 and id = any(array(
       select id from statistics_waiting where tenant_id = $1 order by id limit $2))
     returning inbox_id as "inboxId", created_at as "createdAt", counts`,
    [tenantId, limit],
  )
}

/** Live tenants whose account's ledger has entries that are not counted yet. */
export function findUncountedLedgers(sql: Sql): Promise<{ tenantId: string; accountId: string }[]> {
  return sql.query<{ tenantId: string; accountId: string }>(
    `select t.id as "tenantId", t.account_id as "accountId" from tenants t
     cross join lateral (select sequence from credit_entries c where c.account_id = t.account_id
       order by c.sequence desc limit 1) c
     left join statistics_positions s on s.tenant_id = t.id
     where t.mode = 'live' and c.sequence > coalesce(s.credit_sequence, 0) order by 1`,
  )
}

/** The next entries of a ledger: the account's lock gives them numbers in the order in which they become visible. */
export function readLedger(
  tx: Sql,
  accountId: string,
  after: number,
  limit: number,
): Promise<{ sequence: number; amount: number; reason: string; createdAt: string }[]> {
  return tx.query<{ sequence: number; amount: number; reason: string; createdAt: string }>(
    `select sequence, amount, reason, created_at as "createdAt" from credit_entries
     where account_id = $1 and sequence > $2 order by sequence limit $3`,
    [accountId, after, limit],
  )
}

/** Notes whom inboxes have written to; answers those that are new, each once: not written to in so many days before. */
export async function noteRecipients(
  tx: Sql,
  tenantId: string,
  written: readonly { inboxId: string; address: string; at: string }[],
  days: number,
): Promise<{ inboxId: string; address: string; at: string }[]> {
  if (written.length === 0) return []
  const given = JSON.stringify(written)
  const columns = `json_to_recordset($2) as g("inboxId" text, address text, at timestamptz)`
  const [, fresh] = await Promise.all([
    // Those that are forgotten now and then, and were not yet. Looked up one by one: joined, the planner may walk them all.
    tx.query(
      `delete from written_to where ctid = any(array(
         select w.ctid from ${columns} cross join lateral (
           select ctid from written_to where tenant_id = $1 and inbox_id = g."inboxId" and address = g.address
             and last_at < g.at - make_interval(days => $3) offset 0) w))`,
      [tenantId, given, days],
    ),
    tx.query<{ inboxId: string; address: string; at: string }>(
      `with noted as (
       insert into written_to as w (tenant_id, inbox_id, address, first_at, last_at)
       select $1, g."inboxId", g.address, min(g.at), max(g.at) from ${columns}
       join inboxes i on i.tenant_id = $1 and i.id = g."inboxId"
       group by g."inboxId", g.address order by 2, 3
       on conflict (tenant_id, inbox_id, address) do update set last_at = greatest(w.last_at, excluded.last_at)
       returning w.inbox_id, w.address, w.first_at, w.xmax = 0 as new
     )
     select inbox_id as "inboxId", address, first_at as at from noted where new`,
      [tenantId, given],
    ),
  ])
  return fresh
}

/** Numbers that are added to a step of a period: of an inbox, or of the whole tenant (null). */
export interface Addition {
  inboxId: string | null
  period: Period
  startsAt: string
  counts: Counts
}

/** SQL: the numbers of the row `s` with those that are added. */
const added = `(select jsonb_object_agg(name, n) from (
  select name, sum(n::bigint) as n from (
    select * from jsonb_each_text(s.counts) union all select * from jsonb_each_text(excluded.counts)) as e(name, n)
  group by name) as sums)`

/** Adds numbers to their rows; those of inboxes that are gone are in the tenant's alone. */
export async function addCounts(tx: Sql, tenantId: string, additions: readonly Addition[]): Promise<void> {
  const given = [tenantId, JSON.stringify(additions)]
  const columns = `json_to_recordset($2) as g("inboxId" text, period text, "startsAt" timestamptz, counts jsonb)`
  await Promise.all([
    tx.query(
      `insert into statistics as s (tenant_id, period, starts_at, counts)
       select $1, g.period, g."startsAt", g.counts from ${columns} where g."inboxId" is null
       on conflict (tenant_id, period, starts_at) do update set counts = ${added}`,
      given,
    ),
    tx.query(
      `insert into inbox_statistics as s (tenant_id, inbox_id, period, starts_at, counts)
       select $1, i.id, g.period, g."startsAt", g.counts from ${columns}
       join inboxes i on i.tenant_id = $1 and i.id = g."inboxId"
       on conflict (tenant_id, inbox_id, period, starts_at) do update set counts = ${added}`,
      given,
    ),
  ])
}

/** Notes how far a tenant is counted. */
export async function moveCounted(
  tx: Sql,
  tenantId: string,
  { eventPosition, creditSequence }: { eventPosition: number; creditSequence: number },
): Promise<void> {
  await tx.query(
    'update statistics_positions set event_position = $2, credit_sequence = $3 where tenant_id = $1',
    [tenantId, eventPosition, creditSequence],
  )
}

/** Tenants that have rows which may be old by now, and were last cleared before `clearedBefore`. */
export async function findTenantsToClear(sql: Sql, clearedBefore: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select p.tenant_id as id from statistics_positions p where p.cleared_at < $1
       and (exists (select from statistics s where s.tenant_id = p.tenant_id)
         or exists (select from written_to w where w.tenant_id = p.tenant_id)) order by p.cleared_at`,
    [clearedBefore],
  )
  return rows.map(({ id }) => id)
}

/** Removes a tenant's rows that no period shows any more, and recipients that were not written to since `forgetBefore`. */
export async function clearCounts(
  tx: Sql,
  tenantId: string,
  before: Readonly<Record<Period, string>>,
  forgetBefore: string,
): Promise<void> {
  const given = [tenantId, Object.keys(before), Object.values(before)]
  const old = 'unnest($2::text[], $3::timestamptz[]) as o(period, before)'
  await Promise.all([
    tx.query(
      `delete from statistics s using ${old} where s.tenant_id = $1 and s.period = o.period and s.starts_at < o.before`,
      given,
    ),
    tx.query(
      `delete from inbox_statistics s using ${old}
       where s.tenant_id = $1 and s.period = o.period and s.starts_at < o.before`,
      given,
    ),
    tx.query('delete from written_to where tenant_id = $1 and last_at < $2', [tenantId, forgetBefore]),
    tx.query('update statistics_positions set cleared_at = now() where tenant_id = $1', [tenantId]),
  ])
}

/** The steps of a period since `since` within reach: one row each, however much was counted. */
export function readSteps(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  period: Period,
  since: string,
): Promise<{ startsAt: string; counts: Counts }[]> {
  return sql.query<{ startsAt: string; counts: Counts }>(
    inboxId === null ? stepsStatement : inboxStepsStatement,
    [tenantId, period, since, ...(inboxId === null ? [] : [inboxId])],
  )
}
export const stepsStatement = `select starts_at as "startsAt", counts from statistics
  where tenant_id = $1 and period = $2 and starts_at >= $3 order by starts_at`
const inboxStepsStatement = `select starts_at as "startsAt", counts from inbox_statistics
  where tenant_id = $1 and inbox_id = $4 and period = $2 and starts_at >= $3 order by starts_at`

const summed = (name: string) => `sum(coalesce((s.counts ->> '${name}')::bigint, 0))::bigint`

/** Inboxes within reach that wrote most. */
export function readAgents(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  period: Period,
  since: string,
): Promise<AgentStatistics[]> {
  return sql.query<AgentStatistics>(agentsStatement, [tenantId, period, since, inboxId])
}
export const agentsStatement = `select * from (
    select s.inbox_id, i.slug as inbox_slug, ${summed('sent')} as sent, ${summed('held')} as held,
      ${summed('new_recipients')} as new_recipients
    from inbox_statistics s join inboxes i on i.tenant_id = $1 and i.id = s.inbox_id and i.deleted_at is null
    where s.tenant_id = $1 and s.period = $2 and s.starts_at >= $3 and ($4::text is null or s.inbox_id = $4)
    group by s.inbox_id, i.slug) a
  where sent + held > 0 order by sent desc, held desc, inbox_id limit ${statisticsLimits.agents}`

/** The newest recipients within reach. */
export function readNewRecipients(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  since: string,
): Promise<NewRecipient[]> {
  return sql.query<NewRecipient>(newRecipientsStatement, [tenantId, since, inboxId])
}
export const newRecipientsStatement = `select w.inbox_id, i.slug as inbox_slug, w.address, w.first_at as first_written_at
  from written_to w join inboxes i on i.tenant_id = $1 and i.id = w.inbox_id and i.deleted_at is null
  where w.tenant_id = $1 and w.first_at >= $2 and ($3::text is null or w.inbox_id = $3)
  order by w.first_at desc limit ${statisticsLimits.newRecipients}`

/** What waits for a person within reach, counted up to a bound. */
export async function readWaiting(
  sql: Sql,
  { tenantId, inboxId }: Reach,
): Promise<{ messages: number; oldest_at: string | null }> {
  const [row] = await sql.query<{ messages: number; oldest_at: string | null }>(waitingStatement, [
    tenantId,
    inboxId,
  ])
  return row!
}
// In the words of the index rare_states_withheld.
const withheld = `from rare_states s where s.tenant_id = $1 and s.noun = 'message' and s.state = 'withheld'
  and ($2::text is null or s.inbox_id = $2)`
export const waitingStatement = `select (select count(*)::int from (
    select 1 ${withheld} and ${inboxIsThere('s')} order by s.id desc limit ${statisticsLimits.waiting}) w) as messages,
  (select m.created_at from (select s.id ${withheld} and ${inboxIsThere('s')} order by s.id limit 1) o
    join messages m on m.tenant_id = $1 and m.id = o.id) as oldest_at`

/** How the webhooks within reach do now. */
export async function readWebhookHealth(
  sql: Sql,
  { tenantId, inboxId }: Reach,
): Promise<{ set_up: number; failing: number; switched_off: number }> {
  const [row] = await sql.query<{ set_up: number; failing: number; switched_off: number }>(
    `select count(*)::int as set_up,
       count(h.inbox_id) filter (where h.disabled_at is null)::int as failing,
       count(h.disabled_at)::int as switched_off
     from inboxes i left join webhook_health h on h.tenant_id = i.tenant_id and h.inbox_id = i.id
     where i.tenant_id = $1 and ($2::text is null or i.id = $2) and i.webhook_url is not null and i.deleted_at is null`,
    [tenantId, inboxId],
  )
  return row!
}
