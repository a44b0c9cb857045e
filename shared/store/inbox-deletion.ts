/** Deleting inboxes in the database: out of sight at once, and out of the tables bit by bit. */
import { randomUUID } from 'node:crypto'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import { blobs } from './blobs.ts'
import type { Database } from './database.ts'
import { eventChannel } from './event.ts'
import { disownSlugs, keepSlugs } from './freed-slug.ts'
import { deleteGoneJobs } from './gone-jobs.ts'
import { forgetRequestsAbout } from './idempotency.ts'
import { deletePoliciesOfInbox } from './policy.ts'
import { keepDay } from './usage.ts'

/** Rows that one statement deletes: of messages, which are up to 25 MiB each; and of small things. */
const batches = { messages: 100, small: 2_000 }

/** SQL: whether the inbox of the row `alias` is there for readers. */
export const inboxIsThere = (alias: string): string =>
  `exists (select 1 from inboxes live where live.tenant_id = ${alias}.tenant_id and live.id = ${alias}.inbox_id
    and live.deleted_at is null)`

/**
 * Hides an inbox within reach from every reader, frees its slug for its account ({@link keepSlugs}), and deletes the keys limited to it, its policies, and
 * what is kept of repeatable requests about it.
 * The slug that it has from then on can't be guessed, and mail can't be addressed to it.
 */
export async function hideInbox(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<{ id: string; message_count: number } | undefined> {
  const rows = await tx.query<{ id: string; message_count: number }>(
    `with hidden as (
       update inboxes i set deleted_at = now(), slug = $4, webhook_url = null
       where i.tenant_id = $1 and i.slug = $2 and ($3::text is null or i.id = $3) and i.deleted_at is null
       returning i.tenant_id, i.id, i.message_count, i.day, i.day_messages
     ), counted as (
       ${keepDay('hidden')}
     ), kept as (
       ${keepSlugs('select $2::text as slug, t.account_id from hidden, tenants t where t.id = $1')}
     )
     select id, message_count from hidden`,
    [tenantId, slug, inboxId, `~${randomUUID()}`],
  )
  const hidden = rows[0]
  if (hidden === undefined) return undefined
  await Promise.all([
    tx.query('delete from api_keys where tenant_id = $1 and inbox_id = $2', [tenantId, hidden.id]),
    deletePoliciesOfInbox(tx, tenantId, hidden.id),
    forgetRequestsAbout(tx, tenantId, hidden.id),
    // Streams of it find it gone.
    tx.query('select pg_notify($1, $2)', [eventChannel, `${tenantId} ${hidden.id}`]),
  ])
  return hidden
}

/** Inboxes that are hidden, and not removed yet. */
export function findHiddenInboxes(sql: Sql): Promise<{ tenantId: string; id: string }[]> {
  return sql.query<{ tenantId: string; id: string }>(
    'select tenant_id as "tenantId", id from inboxes where deleted_at is not null order by deleted_at',
  )
}

/**
 * Removes a hidden inbox and all in it, in statements that are short however large it is; each is a transaction.
 * Several processes may do it at once: each takes what the others have not.
 */
export async function removeHiddenInbox(database: Database, tenantId: string, id: string): Promise<void> {
  const tables = [
    { table: 'messages', key: 'id', count: batches.messages },
    { table: 'webhook_deliveries', key: 'id', count: batches.small },
    { table: 'threads', key: 'id', count: batches.small },
    { table: 'thread_references', key: 'message_id_hash', count: batches.small },
  ]
  for (const { table, key, count } of tables) {
    // What is left of a batch that is not full goes with the inbox.
    for (let deleted = count; deleted === count; )
      deleted = await database.transaction(async (tx) => {
        const rows = await tx.query<{ key: string }>(
          `delete from ${table} where tenant_id = $1 and inbox_id = $2 and ${key} = any(array(
             select ${key} from ${table} where tenant_id = $1 and inbox_id = $2 limit $3 for update skip locked))
           returning ${table === 'messages' ? 'id' : 'null'} as key`,
          [tenantId, id, count],
        )
        if (table === 'messages')
          await blobs.delete(
            tx,
            rows.map((row) => ({ tenantId, messageId: row.key })),
          )
        return rows.length
      })
  }
  for (const rest of [
    'delete from statistics_waiting where tenant_id = $1 and inbox_id = $2',
    'delete from inboxes where tenant_id = $1 and id = $2 and deleted_at is not null',
  ])
    await database.transaction((tx) => tx.query(rest, [tenantId, id]))
  await database.transaction((tx) => deleteGoneJobs(tx, tenantId))
}

/** Hides every inbox of a deleted account, as {@link hideInbox} does one; its slugs are then kept for nobody. */
export async function hideInboxesOfAccount(tx: Sql, accountId: string): Promise<void> {
  await tx.query(
    `with had as (
       select i.tenant_id, i.id, i.slug from inboxes i join tenants t on t.id = i.tenant_id
       where t.account_id = $1 and i.deleted_at is null order by i.id for no key update of i
     ), hidden as (
       update inboxes i set deleted_at = now(), slug = '~' || gen_random_uuid(), webhook_url = null
       from had where i.tenant_id = had.tenant_id and i.id = had.id
     )
     ${keepSlugs('select slug, null as account_id from had')}`,
    [accountId],
  )
  await disownSlugs(tx, accountId)
}
