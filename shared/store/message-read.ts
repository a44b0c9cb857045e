/** Which inbound messages a key has read, in the database. */
import type { ReadBefore } from '../domain/approval.ts'
import { limits } from '../domain/limits.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'

/** A message that a key has read, once or several times. */
export interface MessageRead {
  tenantId: string
  keyId: string
  messageId: string
  /** ISO 8601. */
  firstAt: string
  lastAt: string
}

/**
 * Keeps them, each message of a key once: of those that a key has more than `most` of, the newest. Outbound messages are
 * none of them, nor are those that are gone, or about to be: they are passed over.
 */
export async function keepReads(
  sql: Sql,
  reads: readonly MessageRead[],
  most: number = limits.recordedReadsPerKey,
): Promise<void> {
  const kept = await sql.query<{ tenantId: string; keyId: string }>(
    `with asked as (
       select m.tenant_id, a."keyId" as key_id, m.id, a."firstAt" as first_at, a."lastAt" as last_at
       from json_to_recordset($1) as a("tenantId" text, "keyId" text, "messageId" text, "firstAt" timestamptz, "lastAt" timestamptz)
       join messages m on m.tenant_id = a."tenantId" and m.id = a."messageId"
       where m.direction = 'inbound' for key share of m skip locked
     ), kept as (
       insert into message_reads as r (tenant_id, key_id, message_id, first_read_at, last_read_at)
       select tenant_id, key_id, id, first_at, last_at from asked order by tenant_id, key_id, id
       on conflict (tenant_id, key_id, message_id) do update set last_read_at = greatest(r.last_read_at, excluded.last_read_at)
       returning tenant_id, key_id
     )
     select distinct tenant_id as "tenantId", key_id as "keyId" from kept`,
    [JSON.stringify(reads)],
  )
  if (kept.length === 0) return
  // From the first that is too many: one by one, a plan of when there were few walks all of the key's for each.
  await sql.query(
    `delete from message_reads d using (
       select r.tenant_id, r.key_id, r.last_read_at, r.message_id
       from json_to_recordset($1) as k("tenantId" text, "keyId" text) cross join lateral (
         select tenant_id, key_id, last_read_at, message_id from message_reads
         where tenant_id = k."tenantId" and key_id = k."keyId"
         order by last_read_at desc, message_id desc offset $2 limit 1) r
     ) old
     where d.tenant_id = old.tenant_id and d.key_id = old.key_id
       and (d.last_read_at, d.message_id) <= (old.last_read_at, old.message_id)`,
    [JSON.stringify(kept), most],
  )
}

/**
 * What the key that wrote a message had read before, within reach: the newest first, at most `limits.recordedReadsShown`, of
 * more than that what is flagged or withheld before what is clean. Each as it is judged now.
 */
export function findReadsBefore(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  messageId: string,
): Promise<ReadBefore[]> {
  return sql.query<ReadBefore>(
    `select * from (
     select r.message_id, m.inbox_id, i.slug as inbox_slug, m.thread_id, m."from", m.from_name, m.subject, m.status, m.verdict,
       m.risk_score, coalesce(m.authentication -> 'dmarc' ->> 'result' = 'pass', false) as authenticated,
       m.created_at as received_at, read.at as read_at
     from messages w
     join outbound_messages o on o.tenant_id = w.tenant_id and o.message_id = w.id
     join message_reads r on r.tenant_id = o.tenant_id and r.key_id = o.key_id and r.first_read_at <= w.created_at
     cross join lateral (select case when r.last_read_at <= w.created_at then r.last_read_at else r.first_read_at end as at) read
     join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id
     where w.tenant_id = $1 and w.id = $2 and ($3::text is null or m.inbox_id = $3) and ${inboxIsThere('m')}
       and r.last_read_at > now() - make_interval(days => ${limits.recordedReadDays})
     order by (m.verdict is distinct from 'clean') desc, read.at desc, m.id desc limit ${limits.recordedReadsShown}
     ) shown order by read_at desc, message_id desc`,
    [tenantId, messageId, inboxId],
  )
}

/** Deletes a batch of those that are too old. @returns how many. */
export async function purgeReads(sql: Sql, batch: number): Promise<number> {
  const old = await sql.query(
    `delete from message_reads where ctid = any(array(
       select ctid from message_reads where last_read_at < now() - make_interval(days => ${limits.recordedReadDays}) limit $1))
     returning 1`,
    [batch],
  )
  return old.length
}
