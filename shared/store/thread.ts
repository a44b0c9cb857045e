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
  joined: { id: string; count: number; at: string }[]
  /** `from` is joined to `to`: its messages move over. */
  merged: { tenantId: string; from: string; to: string }[]
  references: (ThreadReference & { tenantId: string })[]
}

/** The threads that these Message-IDs belong to; a merged thread is answered as the one it was joined to. */
export function findThreadReferences(
  sql: Sql,
  wanted: { tenantId: string; inboxId: string; hash: string }[],
): Promise<ThreadReference[]> {
  if (wanted.length === 0) return Promise.resolve([])
  return sql.query<ThreadReference>(
    `select r.inbox_id as "inboxId", encode(r.message_id_hash, 'hex') as hash, coalesce(t.merged_into, t.id) as "threadId"
     from unnest($1::text[], $2::text[], $3::text[]) as w(tenant_id, inbox_id, hash)
     join thread_references r on r.tenant_id = w.tenant_id and r.inbox_id = w.inbox_id
       and r.message_id_hash = decode(w.hash, 'hex')
     join threads t on t.tenant_id = r.tenant_id and t.id = r.thread_id`,
    [wanted.map((w) => w.tenantId), wanted.map((w) => w.inboxId), wanted.map((w) => w.hash)],
  )
}

/** Writes a batch's changes; the transaction holds the locks of the inboxes. */
export async function applyThreadChanges(tx: Sql, changes: ThreadChanges): Promise<void> {
  if (changes.created.length > 0)
    await tx.query(
      `insert into threads (tenant_id, id, inbox_id, subject, message_count, last_message_at, created_at)
       select "tenantId", id, "inboxId", subject, count, at, at
       from json_to_recordset($1) as t("tenantId" text, id text, "inboxId" text, subject text, count int, at timestamptz)`,
      [JSON.stringify(changes.created)],
    )
  if (changes.joined.length > 0)
    await tx.query(
      `update threads set message_count = message_count + j.count, last_message_at = greatest(last_message_at, j.at)
       from json_to_recordset($1) as j(id text, count int, at timestamptz) where threads.id = j.id`,
      [JSON.stringify(changes.joined)],
    )
  for (const { tenantId, from, to } of changes.merged) {
    await tx.query('update messages set thread_id = $3 where tenant_id = $1 and thread_id = $2', [tenantId, from, to])
    await tx.query(
      `update threads w set message_count = w.message_count + l.message_count,
         last_message_at = greatest(w.last_message_at, l.last_message_at), created_at = least(w.created_at, l.created_at)
       from threads l where w.tenant_id = $1 and w.id = $3 and l.tenant_id = $1 and l.id = $2`,
      [tenantId, from, to],
    )
    await tx.query(
      'update threads set merged_into = $3, message_count = 0 where tenant_id = $1 and (id = $2 or merged_into = $2)',
      [tenantId, from, to],
    )
  }
  if (changes.references.length > 0)
    await tx.query(
      `insert into thread_references (tenant_id, inbox_id, message_id_hash, thread_id)
       select "tenantId", "inboxId", decode(hash, 'hex'), "threadId"
       from json_to_recordset($1) as r("tenantId" text, "inboxId" text, hash text, "threadId" text)
       on conflict do nothing`,
      [JSON.stringify(changes.references)],
    )
}
