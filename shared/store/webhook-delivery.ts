/** Webhook deliveries and their attempts, in the database. */
import { type EventMessage, type EventName, eventId } from '../domain/event.ts'
import { limits } from '../domain/limits.ts'
import type { Page } from '../domain/pagination.ts'
import { statusesBefore } from '../domain/status.ts'
import type { DeliveryStatus, WebhookDelivery } from '../domain/webhook.ts'
import type { Sql } from '../lib/sql.ts'
import { eventMessage } from './event.ts'
import { type Looked, lookThrough } from './look.ts'
import { webhookDisabledAt } from './webhook-health.ts'
import { previousSecrets } from './webhook-settings.ts'

/** A delivery with all that its request is made of. */
export interface DueDelivery {
  tenantId: string
  /** `whd_` */
  id: string
  inboxId: string
  messageId: string
  event: EventName
  /** What the flow told of the event beside its message. */
  facts: object
  status: 'pending' | 'succeeded' | 'failed'
  attempts: number
  /** Whether this attempt was asked for by hand: no other follows. */
  byHand: boolean
  createdAt: string
  webhookUrl: string | null
  /** Whether it is switched off, since it has failed for days. */
  webhookDisabled: boolean
  /** Sealed. */
  secret: string
  /** Sealed: the earlier ones that still sign, newest first. */
  previousSecrets: string[]
  message: EventMessage
}

/** Deliveries that were asked for, and the ids of those to be asked for again. */
export interface DueDeliveries {
  deliveries: DueDelivery[]
  later: Set<string>
}

/**
 * The deliveries with these ids, of the first as many as have `bytes` of text together, one at least; those whose message
 * or inbox is gone are missing. A message may have megabytes, and all of them at once would hold up the process.
 */
export async function findDueDeliveries(
  sql: Sql,
  wanted: { tenantId: string; deliveryId: string }[],
  bytes: number = limits.webhookBatchBytes,
): Promise<DueDeliveries> {
  const rows = await sql.query<Omit<DueDelivery, 'message'> & { message: EventMessage | null }>(
    `with asked as materialized (
       select d.tenant_id, d.id, w.n, octet_length(coalesce(c.body_sanitized, c.body)) as bytes
       from unnest($1::text[], $2::text[]) with ordinality as w(tenant_id, id, n)
       join webhook_deliveries d on d.tenant_id = w.tenant_id and d.id = w.id
       join inboxes i on i.tenant_id = d.tenant_id and i.id = d.inbox_id and i.deleted_at is null
       join messages m on m.tenant_id = d.tenant_id and m.id = d.message_id
       join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
     ), w as (
       select *, row_number() over (order by n) = 1 or sum(bytes) over (order by n) <= $3 as now from asked
     )
     select d.tenant_id as "tenantId", d.id, d.inbox_id as "inboxId", d.message_id as "messageId", d.event, d.facts, d.status,
       d.attempts, d.by_hand as "byHand", d.created_at as "createdAt", i.webhook_url as "webhookUrl",
       ${webhookDisabledAt} is not null as "webhookDisabled", i.webhook_secret as secret,
       ${previousSecrets} as "previousSecrets",
       case when w.now then ${eventMessage} end as message
     from w
     join webhook_deliveries d on d.tenant_id = w.tenant_id and d.id = w.id
     join inboxes i on i.tenant_id = d.tenant_id and i.id = d.inbox_id
     join messages m on m.tenant_id = d.tenant_id and m.id = d.message_id
     join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id`,
    [wanted.map((w) => w.tenantId), wanted.map((w) => w.deliveryId), bytes],
  )
  const found: DueDeliveries = { deliveries: [], later: new Set() }
  for (const { message, ...row } of rows)
    if (message === null) found.later.add(row.id)
    else found.deliveries.push({ ...row, message })
  return found
}

/** The outcome of one attempt, and where it leaves the delivery. */
export interface AttemptRecord {
  tenantId: string
  deliveryId: string
  messageId: string
  attempt: number
  /** When the request was made, or would have been, ISO 8601. It may be put on record much later. */
  madeAt: string
  url: string
  responseStatus: number | null
  responseBody: string | null
  error: string | null
  latencyMs: number
  status: 'pending' | 'succeeded' | 'failed'
  /** ISO 8601; null when there is no further attempt. */
  nextAttemptAt: string | null
  /** Whether the message's status stays as it is, since nobody was to be told of it any more. */
  keepsMessage?: boolean
}

/**
 * Writes attempts, and moves their deliveries and messages along, in one statement. One whose claim was lost may come
 * behind a later one, which it takes nothing back of; of one whose message was deleted meanwhile nothing is kept.
 */
export async function recordAttempts(tx: Sql, attempts: AttemptRecord[]): Promise<void> {
  await tx.query(
    `with r as materialized (
       select * from json_to_recordset($1) as r("tenantId" text, "deliveryId" text, "messageId" text, attempt int, "madeAt" timestamptz, url text,
         "responseStatus" int, "responseBody" text, error text, "latencyMs" int, status text, "nextAttemptAt" timestamptz,
         "keepsMessage" boolean)
     ), made as (
       insert into webhook_attempts (tenant_id, delivery_id, attempt, url, response_status, response_body, error, latency_ms, created_at)
       select "tenantId", "deliveryId", attempt, url, "responseStatus", "responseBody", error, "latencyMs", "madeAt" from r
       where exists (select from webhook_deliveries d where d.tenant_id = r."tenantId" and d.id = r."deliveryId")
       on conflict do nothing
     ), moved as (
       update messages m set status = case r.status when 'succeeded' then 'delivered' else 'webhook_failed' end, updated_at = now()
       from r where m.tenant_id = r."tenantId" and m.id = r."messageId" and m.direction = 'inbound' and r."keepsMessage" is not true
         and (r.status = 'succeeded' and m.status = any($2) or r.status = 'failed' and m.status = any($3))
     )
     update webhook_deliveries d set status = r.status, attempts = r.attempt, next_attempt_at = r."nextAttemptAt", updated_at = now()
     from r where d.tenant_id = r."tenantId" and d.id = r."deliveryId"
       and (d.attempts < r.attempt or d.attempts = r.attempt and r.status = 'succeeded')`,
    [
      JSON.stringify(attempts),
      statusesBefore('inbound', 'delivered'),
      statusesBefore('inbound', 'webhook_failed'),
    ],
  )
}

const listed = `d.id, d.inbox_id, d.message_id, d.event, d.event_position, d.status, d.attempts as attempt_count, d.next_attempt_at,
  d.created_at, d.updated_at,
  (select coalesce(json_agg(json_build_object('attempt', a.attempt, 'url', a.url, 'response_status', a.response_status,
     'response_body', a.response_body, 'error', a.error, 'latency_ms', a.latency_ms,
     'created_at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.attempt), '[]')
   from webhook_attempts a where a.tenant_id = d.tenant_id and a.delivery_id = d.id) as attempts`

type ListedRow = Omit<WebhookDelivery, 'event_id'> & { event_position: number | null }

const withEventId = ({ event_position, ...row }: ListedRow): WebhookDelivery => ({
  ...row,
  event_id: event_position === null ? null : eventId(event_position, row.created_at),
})

/** Deliveries of an inbox with their attempts, newest first, as far as they were looked at. */
export async function listDeliveries(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  status: DeliveryStatus | undefined,
  page: Page,
): Promise<Looked<WebhookDelivery>> {
  const values: unknown[] = [tenantId, inboxId]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const after = page.after === null ? '' : `and d.id < ${bind(page.after[0])}`
  // Failed ones are few, and `rare_states` holds them.
  const isRare = status === 'failed'
  const ids = isRare
    ? `select d.id from rare_states d where d.noun = 'delivery' and d.state = 'failed' and`
    : 'select d.id, d.status from webhook_deliveries d where'
  const { rows, resume } = await lookThrough<ListedRow>(
    sql,
    {
      ids: `${ids} d.tenant_id = $1 and d.inbox_id = $2 ${after} order by d.id desc`,
      ...(isRare ? {} : { own: 'd' }),
      row: 'webhook_deliveries d on d.tenant_id = $1 and d.id = k.id',
      conditions: status === undefined ? [] : [`d.status = ${bind(status)}`],
      columns: listed,
    },
    values,
    page.limit,
  )
  return { rows: rows.map(withEventId), resume }
}

/** How a delivery stands. */
export interface LockedDelivery {
  status: DeliveryStatus
  attempts: number
  /** When the last attempt was put on record, in one transaction with the job of the next. */
  attemptedAt: string
}

/** Locks a delivery of an inbox for the rest of the transaction. */
export async function lockDelivery(
  tx: Sql,
  tenantId: string,
  inboxId: string,
  id: string,
): Promise<LockedDelivery | undefined> {
  const rows = await tx.query<LockedDelivery>(
    `select status, attempts, updated_at as "attemptedAt" from webhook_deliveries
     where tenant_id = $1 and inbox_id = $2 and id = $3 for no key update`,
    [tenantId, inboxId, id],
  )
  return rows[0]
}

/**
 * Makes a delivery due: one that has ended for one attempt by hand, one that is to be retried for its next attempt, after
 * which it goes on as it would have. Its job is the caller's, in the same transaction.
 */
export async function makeDeliveryDue(
  tx: Sql,
  tenantId: string,
  id: string,
  byHand: boolean,
): Promise<WebhookDelivery> {
  await tx.query(
    `update webhook_deliveries set status = 'pending', by_hand = $3, next_attempt_at = now(), updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, id, byHand],
  )
  const rows = await tx.query<ListedRow>(
    `select ${listed} from webhook_deliveries d where d.tenant_id = $1 and d.id = $2`,
    [tenantId, id],
  )
  return withEventId(rows[0]!)
}
