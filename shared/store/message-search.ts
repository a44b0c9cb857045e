/** What messages are searched by, and the labels and metadata that they are listed by, in the database. */
import type { Sql } from '../lib/sql.ts'

/** What a message is searched by. */
export interface SearchRow {
  tenantId: string
  messageId: string
  inboxId: string
  /** Text form of a tsvector. */
  vector: string
}

/** Writes what messages are searched by; what was there of them is replaced. */
export async function writeSearchRows(tx: Sql, rows: SearchRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into message_search (tenant_id, message_id, inbox_id, vector)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::tsvector[])
     on conflict (tenant_id, message_id) do update set vector = excluded.vector`,
    [
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ messageId }) => messageId),
      rows.map(({ inboxId }) => inboxId),
      rows.map(({ vector }) => vector),
    ],
  )
}

/** A label (its name is empty), or a value of metadata in the words of a query string. */
export interface Tag {
  name: string
  value: string
}

/** Makes `tags` those that a message is listed by. */
export async function replaceTags(
  tx: Sql,
  { tenantId, inboxId, messageId }: { tenantId: string; inboxId: string; messageId: string },
  tags: Tag[],
): Promise<void> {
  await Promise.all([
    tx.query('delete from message_tags where tenant_id = $1 and message_id = $2', [tenantId, messageId]),
    tx.query(
      `insert into message_tags (tenant_id, message_id, inbox_id, name, value)
       select $1, $2, $3, name, value from unnest($4::text[], $5::text[]) as t(name, value)`,
      [tenantId, messageId, inboxId, tags.map(({ name }) => name), tags.map(({ value }) => value)],
    ),
  ])
}
