/** Removing mail that an inbox keeps no longer, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import type { MessageStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { type DeletedMessage, deleteMessages } from './message-deletion.ts'

/** An inbox whose old mail is to be removed. */
export interface InboxToPurge {
  tenantId: string
  inboxId: string
  retentionDays: number
}

/** Inboxes with a limit whose old mail was not removed since `before`. */
export function findInboxesToPurge(sql: Sql, before: Date): Promise<InboxToPurge[]> {
  return sql.query<InboxToPurge>(
    `select tenant_id as "tenantId", id as "inboxId", retention_days as "retentionDays" from inboxes
     where retention_days is not null and deleted_at is null and (purged_at is null or purged_at <= $1)
     order by purged_at nulls first`,
    [before.toISOString()],
  )
}

/** Whether an inbox still has the limit that it was found with; the transaction holds the lock of the inbox. */
export async function isLimitTheSame(
  tx: Sql,
  { tenantId, inboxId, retentionDays }: InboxToPurge,
): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from inboxes where tenant_id = $1 and id = $2 and retention_days = $3',
    [tenantId, inboxId, retentionDays],
  )
  return rows.length === 1
}

/** Statuses of messages that something is still to be done with. */
const unfinished: readonly MessageStatus[] = ['processing', 'queued', 'scheduled']

/** Messages that a transaction removes at most, and bytes: it holds the lock that accepting mail waits for. */
const batch = { messages: 100, bytes: 8 * 1024 * 1024 }

/**
 * Removes some of an inbox's messages from before `cutoff`, with all that hangs on them, and threads that are empty then;
 * answers how many messages. What is unfinished stays: mail that is being processed, queued or scheduled, that waits
 * for approval, or that a webhook is still to be told of. The transaction holds the lock of the inbox (`lockInboxes`).
 */
export async function purgeMessages(
  tx: Sql,
  { tenantId, inboxId }: InboxToPurge,
  cutoff: Date,
): Promise<number> {
  const old = await tx.query<DeletedMessage>(
    `with old as materialized (
       select m.id, m.size_bytes from messages m
       where m.tenant_id = $1 and m.inbox_id = $2 and m.id < $3 and m.created_at < $4 and m.status <> all($5)
         and not (m.direction = 'outbound' and m.status = 'withheld')
         and not exists (select from webhook_deliveries d
           where d.tenant_id = m.tenant_id and d.message_id = m.id and d.status = 'pending')
       order by m.id limit $6 for update of m skip locked
     ), summed as (
       select id, size_bytes, sum(size_bytes) over (order by id) - size_bytes as before from old)
     select id, size_bytes as bytes from summed where before < $7`,
    [
      tenantId,
      inboxId,
      firstIdAt('message', cutoff.getTime()),
      cutoff.toISOString(),
      unfinished,
      batch.messages,
      batch.bytes,
    ],
  )
  if (old.length === 0) return 0
  await deleteMessages(tx, { tenantId, inboxId }, old)
  await tx.query('update inboxes set purged_count = purged_count + $3 where tenant_id = $1 and id = $2', [
    tenantId,
    inboxId,
    old.length,
  ])
  return old.length
}

/** Message-IDs that one statement looks at. */
const referencesAtOnce = 5_000

/** Forgets the Message-IDs of threads that are gone, so that what answers them begins a thread that is known by them. */
export async function forgetGoneThreads(sql: Sql, { tenantId, inboxId }: InboxToPurge): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const rows: { last: string | null; count: number }[] = await sql.query(
      `with page as materialized (
         select message_id_hash as hash, thread_id from thread_references
         where tenant_id = $1 and inbox_id = $2 and message_id_hash > decode($3, 'hex')
         order by message_id_hash limit $4
       ), forgotten as (
         delete from thread_references r using page p
         where r.tenant_id = $1 and r.inbox_id = $2 and r.message_id_hash = p.hash
           -- Not where mail has made it known of another thread meanwhile: waited for, the row is looked at anew.
           and r.thread_id = p.thread_id
           and not exists (select from threads t where t.tenant_id = $1 and t.id = p.thread_id)
       )
       select max(encode(hash, 'hex')) as last, count(*) as count from page`,
      [tenantId, inboxId, after, referencesAtOnce],
    )
    const { last, count } = rows[0]!
    after = count < referencesAtOnce ? null : last
  }
}

/**
 * Ends a purge at `now`; answers how many messages were removed since the last one that is on record, and whether the limit
 * is still the one that they were removed by. With another one the inbox is not done: its next turn comes as it would have.
 */
export async function endPurge(
  tx: Sql,
  { tenantId, inboxId, retentionDays }: InboxToPurge,
  now: Date,
): Promise<{ count: number; limitIsTheSame: boolean }> {
  const [row] = await tx.query<{ count: number; limitIsTheSame: boolean }>(
    `with before as (
       select purged_count, retention_days is not distinct from $4 as same from inboxes
       where tenant_id = $1 and id = $2 for update)
     update inboxes i set purged_at = case when b.same then $3 else i.purged_at end, purged_count = 0 from before b
     where i.tenant_id = $1 and i.id = $2 returning b.purged_count as count, b.same as "limitIsTheSame"`,
    [tenantId, inboxId, now.toISOString(), retentionDays],
  )
  return row ?? { count: 0, limitIsTheSame: false }
}
