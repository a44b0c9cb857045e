/** Threads in the database. */
import type { Sql } from '../lib/sql.ts'

/** A Message-ID that has been seen in an inbox, by hash (hex), and the thread it belongs to. */
export interface ThreadReference {
  inboxId: string
  hash: string
  threadId: string
}

/** What a batch of messages does to the threads of their inboxes. */
export interface ThreadChanges {
  created: { tenantId: string; id: string; inboxId: string; subject: string; count: number; at: string }[]
  joined: { tenantId: string; id: string; count: number; at: string }[]
  /** `from` is joined to `to`: its messages move over. */
  merged: { tenantId: string; from: string; to: string }[]
  references: (ThreadReference & { tenantId: string })[]
}

/** Writes a batch's changes; the transaction holds the locks of the inboxes. All is sent before it waits. */
export async function applyThreadChanges(tx: Sql, changes: ThreadChanges): Promise<void> {
  // One statement, one round trip: this runs for every batch of accepted mail. A Message-ID that is known already was so
  // of a thread that is gone.
  const statements = [
    tx.query(
      `with created as (
       insert into threads (tenant_id, id, inbox_id, subject, message_count, last_message_at, created_at)
       select "tenantId", id, "inboxId", subject, count, at, at
       from json_to_recordset($1) as t("tenantId" text, id text, "inboxId" text, subject text, count int, at timestamptz)
     ), joined as (
       update threads t set message_count = message_count + j.count, last_message_at = greatest(last_message_at, j.at)
       from json_to_recordset($2) as j("tenantId" text, id text, count int, at timestamptz)
       where t.tenant_id = j."tenantId" and t.id = j.id
     )
     insert into thread_references (tenant_id, inbox_id, message_id_hash, thread_id)
     select "tenantId", "inboxId", decode(hash, 'hex'), "threadId"
     from json_to_recordset($3) as r("tenantId" text, "inboxId" text, hash text, "threadId" text)
     on conflict (tenant_id, inbox_id, message_id_hash) do update set thread_id = excluded.thread_id`,
      [JSON.stringify(changes.created), JSON.stringify(changes.joined), JSON.stringify(changes.references)],
    ),
  ]
  for (const { tenantId, from, to } of changes.merged) {
    statements.push(
      tx.query('update messages set thread_id = $3 where tenant_id = $1 and thread_id = $2', [
        tenantId,
        from,
        to,
      ]),
    )
    statements.push(
      tx.query(
        `update threads w set message_count = w.message_count + l.message_count,
         last_message_at = greatest(w.last_message_at, l.last_message_at), created_at = least(w.created_at, l.created_at)
       from threads l where w.tenant_id = $1 and w.id = $3 and l.tenant_id = $1 and l.id = $2`,
        [tenantId, from, to],
      ),
    )
    statements.push(
      tx.query(
        `update threads set merged_into = $3, message_count = 0, subject = '' where tenant_id = $1 and (id = $2 or merged_into = $2)`,
        [tenantId, from, to],
      ),
    )
  }
  await Promise.all(statements)
}
