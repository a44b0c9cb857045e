/** Inboxes in the database. */
import type { Sql } from '../lib/sql.ts'

/** What accepting mail needs to know of an inbox. */
export interface Recipient {
  tenantId: string
  inboxId: string
  slug: string
}

/** The inboxes with these slugs (lower case); a paused inbox receives too. */
export function findRecipients(sql: Sql, slugs: string[]): Promise<Recipient[]> {
  return sql.query<Recipient>(
    'select tenant_id as "tenantId", id as "inboxId", slug from inboxes where slug = any($1)',
    [slugs],
  )
}

/**
 * Locks inboxes for the rest of the transaction and answers those that exist.
 * Whoever threads or counts messages of an inbox holds this lock, so counts and merges are exact;
 * always taken in the order of ids, so that two transactions can't wait for each other.
 */
export async function lockInboxes(tx: Sql, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'select id from inboxes where id = any($1) order by id for no key update',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Adds to the message counts of inboxes that the transaction has locked. */
export async function addToMessageCounts(tx: Sql, added: { inboxId: string; count: number }[]): Promise<void> {
  await tx.query(
    `update inboxes set message_count = message_count + a.count
     from json_to_recordset($1) as a("inboxId" text, count int) where inboxes.id = a."inboxId"`,
    [JSON.stringify(added)],
  )
}
