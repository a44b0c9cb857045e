/** Drafts in the database. */
import type { DraftFields, DraftFile, DraftSummary } from '../domain/draft.ts'
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'

/** A draft as it is stored. One that was sent says nothing any more: its message does. */
export interface StoredDraft {
  id: string
  inboxId: string
  slug: string
  fields: DraftFields
  files: DraftFile[]
  sizeBytes: number
  /** Another with each change. */
  version: number
  /** The message that it was sent as. */
  messageId: string | null
  createdAt: string
  updatedAt: string
}

const columns = `d.id, d.inbox_id as "inboxId", i.slug, d.fields, d.files, d.size_bytes as "sizeBytes", d.version,
  d.message_id as "messageId", d.created_at as "createdAt", d.updated_at as "updatedAt"`
const withInbox = 'join inboxes i on i.tenant_id = d.tenant_id and i.id = d.inbox_id and i.deleted_at is null'

/**
 * Drafts of an inbox that are not sent, the new one of this transaction left out; whoever makes another one for it waits
 * for the transaction.
 */
export async function countDrafts(tx: Sql, tenantId: string, inboxId: string): Promise<number> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`drafts ${inboxId}`])
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from drafts where tenant_id = $1 and inbox_id = $2 and message_id is null`,
    [tenantId, inboxId],
  )
  return row!.count
}

/** What is written of a draft. */
export interface DraftContent {
  fields: DraftFields
  files: DraftFile[]
  sizeBytes: number
}

/** Writes a draft; undefined where its inbox is gone. */
export async function insertDraft(
  tx: Sql,
  {
    tenantId,
    id,
    inboxId,
    fields,
    files,
    sizeBytes,
  }: DraftContent & { tenantId: string; id: string; inboxId: string },
): Promise<StoredDraft | undefined> {
  const rows = await tx.query<StoredDraft>(
    `with i as materialized (
       select i.tenant_id, i.id, i.slug from inboxes i
       where i.tenant_id = $1 and i.id = $3 and i.deleted_at is null for key share
     ), d as (
       insert into drafts (tenant_id, id, inbox_id, fields, files, size_bytes)
       select i.tenant_id, $2, i.id, $4, $5, $6 from i returning *
     ) select ${columns} from d join i on true`,
    [tenantId, id, inboxId, JSON.stringify(fields), JSON.stringify(files), sizeBytes],
  )
  return rows[0]
}

/** A draft within reach; locked for the rest of the transaction where `lock` says so. */
export async function findDraft(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
  lock = false,
): Promise<StoredDraft | undefined> {
  const rows = await sql.query<StoredDraft>(
    `select ${columns} from drafts d ${withInbox}
     where d.tenant_id = $1 and d.id = $2 and ($3::text is null or d.inbox_id = $3)
     ${lock ? 'for no key update of d' : ''}`,
    [tenantId, id, inboxId],
  )
  return rows[0]
}

/** Drafts of an inbox that are not sent, newest first; one more than the page holds. */
export function listDrafts(sql: Sql, tenantId: string, inboxId: string, page: Page): Promise<DraftSummary[]> {
  const values: unknown[] = [tenantId, inboxId, page.limit + 1]
  const after = page.after === null ? '' : `and d.id < $${values.push(page.after[0])}`
  return sql.query<DraftSummary>(
    `select d.id, d.inbox_id, 'draft' as status, null as message_id, d.fields -> 'to' as "to", d.fields ->> 'subject' as subject,
       d.fields ->> 'send_at' as send_at, d.fields ->> 'reply_to_message_id' as reply_to_message_id, d.size_bytes,
       d.created_at, d.updated_at
     from drafts d where d.tenant_id = $1 and d.inbox_id = $2 and d.message_id is null ${after}
     order by d.id desc limit $3`,
    values,
  )
}

/** Writes what a locked draft says now. */
export async function updateDraft(
  tx: Sql,
  { tenantId, id, fields, files, sizeBytes }: DraftContent & { tenantId: string; id: string },
): Promise<{ updatedAt: string }> {
  const rows = await tx.query<{ updatedAt: string }>(
    `update drafts set fields = $3, files = $4, size_bytes = $5, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2 returning updated_at as "updatedAt"`,
    [tenantId, id, JSON.stringify(fields), JSON.stringify(files), sizeBytes],
  )
  return rows[0]!
}

/** Deletes a draft within reach for good; false where there is none. */
export async function deleteDraft(sql: Sql, { tenantId, inboxId }: Reach, id: string): Promise<boolean> {
  const rows = await sql.query(
    `delete from drafts d where d.tenant_id = $1 and d.id = $2 and ($3::text is null or d.inbox_id = $3)
       and ${inboxIsThere('d')} returning 1`,
    [tenantId, id, inboxId],
  )
  return rows.length === 1
}

/**
 * Marks a draft as sent, and empties it: `messageId`, of the same transaction, says what it said. False where it was sent,
 * changed or deleted meanwhile; whoever sends it at the same time waits for the end of this transaction.
 */
export async function closeDraft(
  tx: Sql,
  tenantId: string,
  { id, version }: Pick<StoredDraft, 'id' | 'version'>,
  messageId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update drafts set message_id = $4, fields = '{}', files = '[]', size_bytes = 0, updated_at = now()
     where tenant_id = $1 and id = $2 and version = $3 and message_id is null returning 1`,
    [tenantId, id, version, messageId],
  )
  return rows.length === 1
}

/** Deletes drafts of an inbox that nobody has touched since `cutoff`; answers how many. */
export async function purgeDrafts(
  tx: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  cutoff: Date,
): Promise<number> {
  const rows = await tx.query(
    `delete from drafts where tenant_id = $1 and inbox_id = $2 and message_id is null and updated_at < $3 returning 1`,
    [tenantId, inboxId, cutoff.toISOString()],
  )
  return rows.length
}
