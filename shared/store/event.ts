/** Events in the database: the outbox that webhooks and streams read. */
import type { EventMessage, EventName } from '../domain/event.ts'
import { limits } from '../domain/limits.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import { contentHidden } from './content-hidden.ts'
import { rcptTo } from './rcpt-to.ts'

/** An event to be written. */
export interface EventRow {
  tenantId: string
  inboxId: string
  messageId: string
  type: EventName
  facts: object
  /** `whd_`: the delivery that pushes it; null where the inbox's webhook isn't told of it. */
  deliveryId: string | null
}

/** SQL: an {@link EventMessage} of the rows `m` of messages and `c` of message_contents. */
export const eventMessage = `json_build_object('id', m.id, 'inbox_id', m.inbox_id, 'thread_id', m.thread_id,
  'from', m."from", 'to', m."to", 'subject', m.subject, 'body', coalesce(c.body_sanitized, c.body),
  'direction', m.direction, 'status', m.status, 'verdict', m.verdict, 'rcpt_to', ${rcptTo}, 'content_hidden', ${contentHidden}, 'security_analysis', m.security_analysis, 'metadata', m.metadata,
  'created_at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** Notified with `ten_… inb_…` of each inbox that has new events, joined by commas. */
export const eventChannel = 'agent_email_events'

/** Inboxes that fit into one notification, which may have 8,000 bytes. */
const announcedTogether = 100

/** Milliseconds that writers of a tenant's events wait for each other; beyond: the transaction fails, and is tried again. */
const turnMs = 5_000

/**
 * Writes events, in order, and the deliveries that push them, and tells whoever listens, on commit.
 * The tenant's place in the order is held from here to the end of the transaction: that should be near.
 */
export async function insertEvents(tx: Sql, events: EventRow[]): Promise<void> {
  if (events.length === 0) return
  const inboxes = [...new Set(events.map(({ tenantId, inboxId }) => `${tenantId} ${inboxId}`))]
  const announcements: string[] = []
  for (let at = 0; at < inboxes.length; at += announcedTogether)
    announcements.push(inboxes.slice(at, at + announcedTogether).join(','))
  await Promise.all([
    tx.query(`set local lock_timeout = ${turnMs}`),
    tx.query(insertStatement, [
      JSON.stringify(events.map((event, n) => ({ n, ...event }))),
      eventChannel,
      announcements,
    ]),
  ])
}

const insertStatement = `
with given as materialized (
  select g.*, row_number() over (partition by g."tenantId" order by g.n) as ordinal,
    count(*) over (partition by g."tenantId") as together
  from json_to_recordset($1) as g(n int, "tenantId" text, "inboxId" text, "messageId" text, type text, facts jsonb,
    "deliveryId" text)
), counted as (
  insert into event_positions as p (tenant_id, last)
  select "tenantId", count(*) from given group by "tenantId" order by "tenantId"
  on conflict (tenant_id) do update set last = p.last + excluded.last returning p.tenant_id, p.last
), placed as materialized (
  select g.*, c.last - g.together + g.ordinal as position from given g join counted c on c.tenant_id = g."tenantId"
), delivered as (
  insert into webhook_deliveries (tenant_id, id, inbox_id, message_id, event, event_position, facts, status, next_attempt_at,
    created_at, updated_at)
  select "tenantId", "deliveryId", "inboxId", "messageId", type, position, facts, 'pending', now(), now(), now()
  from placed where "deliveryId" is not null
), written as (
  insert into events (tenant_id, position, inbox_id, message_id, type, facts, created_at)
  select "tenantId", position, "inboxId", "messageId", type, facts, now() from placed
)
select pg_notify($2, announcement) from unnest($3::text[]) as announcement`

/** What the webhook of an inbox is told of; nothing where it has none, or is being deleted. */
export async function findWebhookEvents(
  sql: Sql,
  inboxes: { tenantId: string; inboxId: string }[],
): Promise<Map<string, EventName[]>> {
  const rows = await sql.query<{ id: string; events: EventName[] }>(
    `select i.id, i.webhook_events as events from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join inboxes i on i.tenant_id = w.tenant_id and i.id = w.id
     where i.webhook_url is not null and i.deleted_at is null`,
    [inboxes.map(({ tenantId }) => tenantId), inboxes.map(({ inboxId }) => inboxId)],
  )
  return new Map(rows.map(({ id, events }) => [id, events]))
}

/** An event as readers of the outbox get it. */
export interface StoredEvent {
  position: number
  type: EventName
  facts: object
  /** ISO 8601. */
  createdAt: string
  message: EventMessage
}

/** Events behind a position, in order. */
export interface EventBatch {
  events: StoredEvent[]
  /** How far this has been looked: there is nothing else up to here. */
  through: number
  /** Whether there may be more behind that. */
  more: boolean
  /** Whether the one inbox that is within reach has been deleted. */
  gone: boolean
}

/** Events of a tenant that one look goes through, whether they are wanted or not. */
const window = 1_000

/** The next events within reach, of some kinds (null: all) behind a position; up to `limits.streamBatch` of them. */
export async function readEvents(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  types: readonly EventName[] | null,
  after: number,
): Promise<EventBatch> {
  type Found = StoredEvent | { position: null }
  type Looked = { scanned: number; through: number | null; wanted: number; gone: boolean }
  const rows = await sql.query<Looked & Found>(readStatement, [
    tenantId,
    after,
    inboxId,
    types,
    window,
    limits.streamBatch,
    limits.streamBatchBytes,
  ])
  const { scanned, through, wanted, gone } = rows[0]!
  const events = rows.flatMap((row) => {
    if (row.position === null) return []
    const { position, type, facts, createdAt, message } = row
    return [{ position, type, facts, createdAt, message }]
  })
  if (events.length < wanted || wanted === limits.streamBatch)
    return { events, through: events.at(-1)?.position ?? through ?? after, more: true, gone }
  return { events, through: through ?? after, more: scanned === window, gone }
}

const readStatement = `
with seen as materialized (
  select * from events e where e.tenant_id = $1 and e.position > $2 order by e.position limit $5
), wanted as materialized (
  select s.* from seen s join inboxes i on i.tenant_id = $1 and i.id = s.inbox_id and i.deleted_at is null
  where ($3::text is null or s.inbox_id = $3) and ($4::text[] is null or s.type = any($4)) order by s.position limit $6
), sized as (
  select w.*, row_number() over (order by w.position) as n,
    sum(octet_length(coalesce(c.body_sanitized, c.body))) over (order by w.position) as bytes
  from wanted w join message_contents c on c.tenant_id = $1 and c.message_id = w.message_id
)
select x.*, e.position, e.type, e.facts, e.created_at as "createdAt", case when e.position is not null then ${eventMessage} end as message
from (select count(*)::int as scanned, max(position) as through, (select count(*)::int from wanted) as wanted,
  $3::text is not null and not exists (
    select from inboxes i where i.tenant_id = $1 and i.id = $3 and i.deleted_at is null) as gone from seen) x
left join (sized e
  join messages m on m.tenant_id = $1 and m.id = e.message_id
  join message_contents c on c.tenant_id = $1 and c.message_id = e.message_id) on e.n = 1 or e.bytes <= $7
order by e.position`

/** Where a tenant's events have got to, and up to where some were removed for their age. */
export async function findPositions(sql: Sql, tenantId: string): Promise<{ last: number; purged: number }> {
  const [row] = await sql.query<{ last: number; purged: number }>(
    'select last, purged from event_positions where tenant_id = $1',
    [tenantId],
  )
  return row ?? { last: 0, purged: 0 }
}

/**
 * The position of the tenant's events so many seconds ago: behind it is what was told of since then. Of many events in that
 * time, the newest are gone through, and the oldest of these counts.
 */
export async function findPositionAgo(
  sql: Sql,
  tenantId: string,
  seconds: number,
  most: number = limits.waitedEvents,
): Promise<number> {
  const rows = await sql.query<{ position: number }>(
    `with newest as materialized (
       select e.position, e.created_at from events e where e.tenant_id = $1 order by e.position desc limit $3)
     select coalesce((select min(n.position) - 1 from newest n where n.created_at >= now() - make_interval(secs => $2)),
       (select p.last from event_positions p where p.tenant_id = $1), 0) as position`,
    [tenantId, seconds, most],
  )
  return rows[0]!.position
}

/** Tenants whose oldest event is older than so many days. */
export async function findTenantsWithOldEvents(sql: Sql, days: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select p.tenant_id as id from event_positions p cross join lateral (
       select e.created_at from events e where e.tenant_id = p.tenant_id order by e.position limit 1) e
     where e.created_at < now() - make_interval(days => $1)`,
    [days],
  )
  return rows.map(({ id }) => id)
}

/** Removes a tenant's events that are older than so many days, up to `count` of them; answers how many. */
export async function deleteOldEvents(
  sql: Sql,
  tenantId: string,
  days: number,
  count: number,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `with oldest as materialized (
       select e.position, e.created_at from events e where e.tenant_id = $1 order by e.position limit $3
     ), gone as (
       delete from events e using oldest o where e.tenant_id = $1 and e.position = o.position
         and o.created_at < now() - make_interval(days => $2) returning e.position
     ), told as (
       update event_positions p set purged = greatest(p.purged, (select max(position) from gone))
       where p.tenant_id = $1 and exists (select 1 from gone)
     )
     select count(*)::int as count from gone`,
    [tenantId, days, count],
  )
  return row?.count ?? 0
}
