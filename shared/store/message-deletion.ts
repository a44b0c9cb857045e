/** Deleting messages with all that hangs on them, in the database. */
import type { Reach } from '../domain/principal.ts'
import type { Direction, MessageStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { blobs } from './blobs.ts'
import { inThread } from './in-thread.ts'

/** A message that is to be deleted. */
export interface DeletedMessage {
  id: string
  /** As `size_bytes` has them. */
  bytes: number
}

/** The inbox that a message within reach is in; `slug` further limits it to the inbox with that slug. */
export async function findInboxOfMessage(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
  slug?: string,
): Promise<string | undefined> {
  const rows = await sql.query<{ inboxId: string }>(
    `select i.id as "inboxId" from messages m join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id
     where m.tenant_id = $1 and m.id = $2 and i.deleted_at is null and ($3::text is null or i.id = $3)
       and ($4::text is null or i.slug = $4)`,
    [tenantId, id, inboxId, slug ?? null],
  )
  return rows[0]?.inboxId
}

/** Locks a message for its deletion; whoever is at work on it ends first. */
export async function lockForDeletion(
  tx: Sql,
  tenantId: string,
  id: string,
): Promise<
  (DeletedMessage & { direction: Direction; status: MessageStatus; messageIds: string[] }) | undefined
> {
  const rows = await tx.query<
    DeletedMessage & { direction: Direction; status: MessageStatus; messageIds: string[] }
  >(
    `select id, size_bytes as bytes, direction, status, array_remove(array[message_id, in_reply_to], null) as "messageIds"
     from messages where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
  )
  return rows[0]
}

/**
 * Deletes messages of an inbox with contents, files, events and deliveries, and threads that are empty then, and gives back
 * what they took of the inbox; answers the threads that went. The transaction holds the lock of the inbox (`lockInboxes`).
 */
export async function deleteMessages(
  tx: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  messages: readonly DeletedMessage[],
): Promise<string[]> {
  const ids = messages.map(({ id }) => id)
  await tx.query('delete from webhook_deliveries where tenant_id = $1 and message_id = any($2)', [
    tenantId,
    ids,
  ])
  const threads = await tx.query<{ id: string }>(
    `with gone as (delete from messages where tenant_id = $1 and id = any($2) returning thread_id),
       counted as (select thread_id, count(*) as count from gone group by thread_id)
     update threads t set message_count = t.message_count - c.count from counted c
     where t.tenant_id = $1 and t.id = c.thread_id returning t.id`,
    [tenantId, ids],
  )
  await blobs.delete(
    tx,
    ids.map((messageId) => ({ tenantId, messageId })),
  )
  const threadIds = threads.map(({ id }) => id)
  const gone = await tx.query<{ id: string }>(
    // Each thread is looked up once, whatever was merged into it.
    `with empty as materialized (
       select array_agg(w.id) as ids from unnest($2::text[]) as w(id)
       where (select true from messages m where m.tenant_id = $1 and ${inThread('m', 'w.id')}
         order by m.thread_id, m.id limit 1) is null)
     delete from threads t where t.tenant_id = $1
       and (t.merged_into is null and t.id = any((select ids from empty)::text[])
         or t.merged_into is not null and t.merged_into = any((select ids from empty)::text[]))
     returning t.id`,
    [tenantId, threadIds],
  )
  // What was removed may have been the newest, or the one whose subject the thread has.
  const edge = (column: string, direction: 'asc' | 'desc') =>
    `select m.${column} from messages m where m.tenant_id = $1 and ${inThread('m', 'w.id')}
       order by m.thread_id ${direction}, m.id ${direction} limit 1`
  await tx.query(
    `update threads t set last_message_at = newest.created_at, subject = oldest.subject
     from unnest($2::text[]) as w(id) cross join lateral (${edge('created_at', 'desc')}) newest
       cross join lateral (${edge('subject', 'asc')}) oldest
     where t.tenant_id = $1 and t.id = w.id
       and (t.last_message_at <> newest.created_at or t.subject <> oldest.subject)`,
    [tenantId, threadIds],
  )
  // Those that were merged before they lost theirs with it.
  await tx.query(
    `update threads set subject = '' where tenant_id = $1 and merged_into is not null and merged_into = any($2) and subject <> ''`,
    [tenantId, threadIds],
  )
  await tx.query(
    `update inboxes set message_count = message_count - $3, stored_bytes = greatest(0, stored_bytes - $4)
     where tenant_id = $1 and id = $2`,
    [tenantId, inboxId, ids.length, messages.reduce((sum, { bytes }) => sum + bytes, 0)],
  )
  return gone.map(({ id }) => id)
}

/** Forgets Message-IDs, by hash (hex), of threads that are gone, so that what answers them begins a thread that is known by them. */
export async function forgetReferences(
  tx: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  threads: readonly string[],
  hashes: readonly string[],
): Promise<void> {
  await tx.query(
    `delete from thread_references where tenant_id = $1 and inbox_id = $2 and thread_id = any($3)
       and message_id_hash in (select decode(h, 'hex') from unnest($4::text[]) as h)`,
    [tenantId, inboxId, threads, hashes],
  )
}
