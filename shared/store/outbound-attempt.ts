/** Attempts to hand outbound messages over, in the database: what became of each recipient, and so of the message. */
import type { RecipientOutcome, RecipientStatus } from '../domain/outbound.ts'
import { statusesBefore } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'

/** What an attempt made of a message. */
export interface OutboundAttempt {
  tenantId: string
  messageId: string
  /** Only those that something became of; `pending` where it is to be tried again. */
  recipients: RecipientOutcome[]
  /** Whether it counts as an attempt. */
  tried: boolean
  /** Whether a recipient was only said to be sent to: sandbox. */
  simulated: boolean
  /** When recipients that were put off are tried again, ISO 8601; null where that stays as it is. */
  retryAt: string | null
}

/** A message that an attempt has brought to its end. */
export interface SettledMessage {
  tenantId: string
  id: string
  inboxId: string
  status: 'sent' | 'failed'
  contentSha256: string
  simulated: boolean
  attempts: number
  recipients: {
    address: string
    status: RecipientStatus
    code: number | null
    enhancedCode: string | null
    reason: string | null
  }[]
}

/**
 * Writes attempts, and moves the messages whose recipients all have their end: to `sent` where one was sent to, else
 * to `failed`. What is settled already stays as it is. @returns the messages that moved.
 */
export async function recordOutboundAttempts(
  tx: Sql,
  attempts: OutboundAttempt[],
): Promise<SettledMessage[]> {
  if (attempts.length === 0) return []
  const messages = attempts.map(({ recipients: _, ...rest }) => rest)
  const [, , moved] = await Promise.all([
    lockMessages(tx, attempts),
    writeOutcomes(tx, attempts),
    tx.query<SettledMessage>(
      `with a as materialized (
         select * from json_to_recordset($1) as a("tenantId" text, "messageId" text, tried boolean, simulated boolean,
           "retryAt" timestamptz)
       ), e as materialized (
         select a.*, r.status, r.recipients from a, lateral (
           select case when bool_or(r.status = 'pending') then null when bool_or(r.status <> 'failed') then 'sent'
               else 'failed' end as status,
             json_agg(json_build_object('address', r.address, 'status', r.status, 'code', r.code,
               'enhancedCode', r.enhanced_code, 'reason', r.reason) order by r.index) as recipients
           from outbound_recipients r where r.tenant_id = a."tenantId" and r.message_id = a."messageId") r
       ), noted as (
         update outbound_messages o set attempts = o.attempts + e.tried::int,
           first_attempt_at = coalesce(o.first_attempt_at, now()),
           next_attempt_at = case when e.status is null then coalesce(e."retryAt", o.next_attempt_at) end,
           sent_at = case when e.status = 'sent' then coalesce(o.sent_at, now()) else o.sent_at end,
           simulated = o.simulated or e.simulated,
           failure_code = case when e.status = 'failed' then 'undeliverable' else o.failure_code end,
           failure_reason = case when e.status = 'failed' then 'No recipient could be reached.' else o.failure_reason end
         from e where o.tenant_id = e."tenantId" and o.message_id = e."messageId"
         returning o.tenant_id, o.message_id, o.attempts, o.simulated, o.content_sha256
       )
       update messages m set status = e.status, updated_at = now()
       from e join noted n on n.tenant_id = e."tenantId" and n.message_id = e."messageId"
       where m.tenant_id = e."tenantId" and m.id = e."messageId" and m.direction = 'outbound'
         and (e.status = 'sent' and m.status = any($2) or e.status = 'failed' and m.status = any($3))
       returning m.tenant_id as "tenantId", m.id, m.inbox_id as "inboxId", m.status, n.simulated, n.attempts,
         encode(n.content_sha256, 'hex') as "contentSha256", e.recipients`,
      [JSON.stringify(messages), statusesBefore('outbound', 'sent'), statusesBefore('outbound', 'failed')],
    ),
  ])
  return moved
}

/**
 * Writes what became of recipients, and nothing else: enough that nobody sends to them again. Their messages move with
 * the next attempt that is recorded.
 */
export async function writeOutcomes(
  sql: Sql,
  attempts: readonly Pick<OutboundAttempt, 'tenantId' | 'messageId' | 'recipients'>[],
): Promise<void> {
  const outcomes = attempts.flatMap(({ tenantId, messageId, recipients }) =>
    recipients.map((recipient) => ({ tenantId, messageId, ...recipient })),
  )
  await sql.query(
    `update outbound_recipients r
     set status = o.status, code = o.code, enhanced_code = o."enhancedCode", reason = o.reason, updated_at = now()
     from json_to_recordset($1) as o("tenantId" text, "messageId" text, index int, status text, code int,
       "enhancedCode" text, reason text)
     where r.tenant_id = o."tenantId" and r.message_id = o."messageId" and r.index = o.index and r.status = 'pending'`,
    [JSON.stringify(outcomes)],
  )
}

/**
 * Locks messages for the rest of the transaction, in the order of their ids. Whoever writes to recipients holds their
 * message first, as a report about them does: it may overtake our own note.
 */
async function lockMessages(
  tx: Sql,
  messages: readonly Pick<OutboundAttempt, 'tenantId' | 'messageId'>[],
): Promise<void> {
  await tx.query(
    `select 1 from messages m join unnest($1::text[], $2::text[]) as w(tenant_id, id)
       on m.tenant_id = w.tenant_id and m.id = w.id
     order by m.tenant_id, m.id for no key update of m`,
    [messages.map(({ tenantId }) => tenantId), messages.map(({ messageId }) => messageId)],
  )
}

/** Which of these messages still wait to be handed over to this recipient: what a second look finds, before the data. */
export async function findPendingRecipients(
  sql: Sql,
  tenantId: string,
  messageId: string,
): Promise<number[]> {
  const rows = await sql.query<{ index: number }>(
    `select r.index from outbound_recipients r join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
     where r.tenant_id = $1 and r.message_id = $2 and r.status = 'pending' and m.status = 'queued'`,
    [tenantId, messageId],
  )
  return rows.map(({ index }) => index)
}

/** Whether the message was sent to somebody; what became of its recipients stays as it is until the transaction ends. */
export async function lockWhetherSent(tx: Sql, tenantId: string, messageId: string): Promise<boolean> {
  const [, rows] = await Promise.all([
    lockMessages(tx, [{ tenantId, messageId }]),
    tx.query<{ status: RecipientStatus }>(
      'select status from outbound_recipients where tenant_id = $1 and message_id = $2 order by index for update',
      [tenantId, messageId],
    ),
  ])
  return rows.some(({ status }) => status !== 'pending' && status !== 'failed')
}
