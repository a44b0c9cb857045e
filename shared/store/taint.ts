/** What untrusted mail has named, in the database: hashes, each with the message that it came in by. */
import { limits } from '../domain/limits.ts'
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { settledHours } from './sending.ts'

/** The marks of one message, each 32 hexadecimal digits. */
export interface NewTaints {
  tenantId: string
  messageId: string
  withheld: boolean
  marks: readonly string[]
}

/** Keeps them; a message's own are kept once. */
export async function insertTaints(tx: Sql, taints: readonly NewTaints[]): Promise<void> {
  if (taints.length === 0) return
  await tx.query(
    `insert into taints (tenant_id, mark, message_id, withheld)
     select t."tenantId", decode(mark, 'hex'), t."messageId", t.withheld
     from json_to_recordset($1) as t("tenantId" text, "messageId" text, withheld boolean, marks json),
       json_array_elements_text(t.marks) as mark
     on conflict do nothing`,
    [JSON.stringify(taints)],
  )
}

/** A value that a mail has named. */
export interface FoundTaint {
  mark: string
  messageId: string
  threadId: string
  /** Who wrote it. */
  from: string
  /** Whether it is withheld; else it was let in. */
  withheld: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** Mails of each kind, withheld and let in, that are looked at for one value. */
const mailsOfOne = 200

/**
 * Those of `marks` that untrusted mail of the tenant has named in the last `limits.taintDays` days, the gravest and newest
 * mails first. What a person has released counts no more.
 */
export function findTaints(sql: Sql, tenantId: string, marks: readonly string[]): Promise<FoundTaint[]> {
  return sql.query<FoundTaint>(
    `with named as (
       ${[true, false]
         .map(
           (withheld) => `(select asked.mark, t.* from unnest($2::text[]) as asked(mark) cross join lateral (
         select tenant_id, message_id, named_at from taints n
         where n.tenant_id = $1 and n.mark = decode(asked.mark, 'hex') and ${withheld ? '' : 'not '}n.withheld
           and n.named_at > now() - make_interval(days => ${limits.taintDays})
         order by n.message_id desc limit ${mailsOfOne}) t)`,
         )
         .join(' union all ')})
     select t.mark, m.id as "messageId", m.thread_id as "threadId", lower(m."from") as "from", m.status = 'withheld' as withheld,
       extract(epoch from t.named_at)::float8 * 1000 as at
     from named t join messages m on m.tenant_id = t.tenant_id and m.id = t.message_id
     where (m.verdict <> 'withheld' or m.status = 'withheld') and ${inboxIsThere('m')}
     order by m.status = 'withheld' desc, m.id desc`,
    [tenantId, marks],
  )
}

/** Newest messages of an inbox, each way, in which its correspondents are looked for. */
const looked = 2_000

/**
 * From when on an inbox knows each of `addresses` (lower case), and when a person last approved that it writes there, in
 * milliseconds since 1970; of those that it doesn't know, nothing. It knows whom it has written to, and, a day later, who
 * has written to it from a proven domain in mail that was clean.
 */
export function findKnownSince(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  addresses: readonly string[],
): Promise<{ address: string; since: number; approved: number | null }[]> {
  return sql.query(
    `select address, extract(epoch from min(since))::float8 * 1000 as since, extract(epoch from max(approved))::float8 * 1000 as approved
     from (
       select lower(r.address) as address, m.created_at as since, a.resolved_at as approved
       from (select id, created_at from messages
         where tenant_id = $1 and inbox_id = $2 and direction = 'outbound' order by id desc limit ${looked}) m
       join outbound_recipients r on r.tenant_id = $1 and r.message_id = m.id
       left join approvals a on a.tenant_id = $1 and a.message_id = m.id and a.status = 'approved'
       where lower(r.address) = any($3) and (r.status = 'sent' or a.id is not null)
       union all
       select lower(m."from"), m.created_at + make_interval(hours => ${settledHours}), null
       from (select "from", created_at, verdict, authentication from messages
         where tenant_id = $1 and inbox_id = $2 and direction = 'inbound' order by id desc limit ${looked}) m
       where lower(m."from") = any($3) and m.verdict = 'clean' and m.authentication -> 'dmarc' ->> 'result' = 'pass') known
     group by address`,
    [tenantId, inboxId, addresses],
  )
}

/** Deletes a batch of those that count no more: too old, or of the oldest of a tenant that has too many. @returns how many. */
export async function purgeTaints(sql: Sql, batch: number): Promise<number> {
  const old = await sql.query<{ mark: string }>(
    `delete from taints where ctid = any(array(
       select ctid from taints where named_at < now() - make_interval(days => ${limits.taintDays}) limit $1))
     returning encode(mark, 'hex') as mark`,
    [batch],
  )
  return old.length
}

/** Tenants that have more than `most`, and how many too many. */
export function findTenantsWithManyTaints(
  sql: Sql,
  most: number,
): Promise<{ tenantId: string; tooMany: number }[]> {
  return sql.query(
    `select tenant_id as "tenantId", count(*)::int - $1::int as "tooMany"
     from taints group by tenant_id having count(*) > $1`,
    [most],
  )
}

/** Deletes as many of a tenant's, the oldest. */
export async function trimTaints(
  sql: Sql,
  { tenantId, tooMany }: { tenantId: string; tooMany: number },
): Promise<void> {
  await sql.query(
    `delete from taints where ctid = any(array(
       select ctid from taints where tenant_id = $1 order by named_at limit $2))`,
    [tenantId, tooMany],
  )
}
