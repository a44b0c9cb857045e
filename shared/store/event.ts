/** Events in the database: the outbox that webhooks and streams read. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { EventName } from '../domain/event.ts'
import type { Direction, MessageStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'

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

/** What the payload of an event says of its message. */
export interface EventMessageRow {
  id: string
  inbox_id: string
  thread_id: string
  from: string
  to: string
  subject: string
  /** Visible text only. */
  body: string
  direction: Direction
  status: MessageStatus
  security_analysis: SecurityAnalysis | null
  metadata: Record<string, unknown>
  created_at: string
}

/** SQL: an {@link EventMessageRow} of the rows `m` of messages and `c` of message_contents. */
export const eventMessage = `json_build_object('id', m.id, 'inbox_id', m.inbox_id, 'thread_id', m.thread_id,
  'from', m."from", 'to', m."to", 'subject', m.subject, 'body', coalesce(c.body_sanitized, c.body),
  'direction', m.direction, 'status', m.status, 'security_analysis', m.security_analysis, 'metadata', m.metadata,
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
