/** Webhook deliveries and their attempts, in the database. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { MessageStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'

/** A delivery to be made: an event of a message, for an inbox's webhook. */
export interface NewDelivery {
  tenantId: string
  /** `whd_` */
  id: string
  inboxId: string
  messageId: string
  event: string
}

/** Writes deliveries as pending; their jobs go with the same transaction. */
export async function insertDeliveries(tx: Sql, deliveries: NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await tx.query(
    `insert into webhook_deliveries (tenant_id, id, inbox_id, message_id, event, status, next_attempt_at, created_at, updated_at)
     select "tenantId", id, "inboxId", "messageId", event, 'pending', now(), now(), now()
     from json_to_recordset($1) as d("tenantId" text, id text, "inboxId" text, "messageId" text, event text)`,
    [JSON.stringify(deliveries)],
  )
}

/** A delivery with all that its request is made of. */
export interface DueDelivery extends NewDelivery {
  status: 'pending' | 'succeeded' | 'failed'
  attempts: number
  createdAt: string
  webhookUrl: string | null
  /** Sealed. */
  secret: string
  /** Sealed; null where there is none or it has expired. */
  previousSecret: string | null
  message: {
    id: string
    inbox_id: string
    thread_id: string
    from: string
    to: string
    subject: string
    body: string
    direction: 'inbound' | 'outbound'
    status: MessageStatus
    security_analysis: SecurityAnalysis
    created_at: string
  }
}

/** The deliveries with these ids; those whose message or inbox is gone are missing. */
export function findDueDeliveries(
  sql: Sql,
  wanted: { tenantId: string; deliveryId: string }[],
): Promise<DueDelivery[]> {
  return sql.query<DueDelivery>(
    `select d.tenant_id as "tenantId", d.id, d.inbox_id as "inboxId", d.message_id as "messageId", d.event, d.status,
       d.attempts, d.created_at as "createdAt", i.webhook_url as "webhookUrl", i.webhook_secret as secret,
       case when i.webhook_previous_expires_at > now() then i.webhook_previous_secret end as "previousSecret",
       json_build_object('id', m.id, 'inbox_id', m.inbox_id, 'thread_id', m.thread_id, 'from', m."from", 'to', m."to",
         'subject', m.subject, 'body', coalesce(m.body_sanitized, m.body), 'direction', m.direction, 'status', m.status,
         'security_analysis', m.security_analysis,
         'created_at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as message
     from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join webhook_deliveries d on d.tenant_id = w.tenant_id and d.id = w.id
     join inboxes i on i.tenant_id = d.tenant_id and i.id = d.inbox_id
     join messages m on m.tenant_id = d.tenant_id and m.id = d.message_id`,
    [wanted.map((w) => w.tenantId), wanted.map((w) => w.deliveryId)],
  )
}

/** The outcome of one attempt, and where it leaves the delivery. */
export interface AttemptRecord {
  tenantId: string
  deliveryId: string
  messageId: string
  attempt: number
  url: string
  responseStatus: number | null
  responseBody: string | null
  error: string | null
  latencyMs: number
  status: 'pending' | 'succeeded' | 'failed'
  /** ISO 8601; null when there is no further attempt. */
  nextAttemptAt: string | null
}

/** Writes attempts, and moves their deliveries and messages along, in one statement. */
export async function recordAttempts(tx: Sql, attempts: AttemptRecord[]): Promise<void> {
  await tx.query(
    `with r as materialized (
       select * from json_to_recordset($1) as r("tenantId" text, "deliveryId" text, "messageId" text, attempt int, url text,
         "responseStatus" int, "responseBody" text, error text, "latencyMs" int, status text, "nextAttemptAt" timestamptz)
     ), made as (
       insert into webhook_attempts (tenant_id, delivery_id, attempt, url, response_status, response_body, error, latency_ms, created_at)
       select "tenantId", "deliveryId", attempt, url, "responseStatus", "responseBody", error, "latencyMs", now() from r
       on conflict do nothing
     ), moved as (
       update messages m set status = case r.status when 'succeeded' then 'delivered' else 'webhook_failed' end, updated_at = now()
       from r where m.tenant_id = r."tenantId" and m.id = r."messageId" and m.direction = 'inbound'
         and (r.status = 'succeeded' and m.status in ('clean', 'flagged', 'webhook_failed')
           or r.status = 'failed' and m.status in ('clean', 'flagged'))
     )
     update webhook_deliveries d set status = r.status, attempts = r.attempt, next_attempt_at = r."nextAttemptAt", updated_at = now()
     from r where d.tenant_id = r."tenantId" and d.id = r."deliveryId"`,
    [JSON.stringify(attempts)],
  )
}
