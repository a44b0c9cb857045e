/** Rows as an export of an account holds them, in the database. */
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { isInfected, isUnscanned } from './message.ts'

/** A table as it is read: its columns but those left out, and the key that it is read in the order of. */
export interface ExportTable {
  name: string
  /** `account_id` or `tenant_id`. */
  owner: string
  columns: string[]
  key: string[]
}

/** Describes a table from the catalog: columns that match `secret`, or hold bytes or search vectors, are left out. */
export async function describeExportTable(
  sql: Sql,
  name: string,
  owner: ExportTable['owner'],
  secret: RegExp,
): Promise<ExportTable> {
  const rows = await sql.query<{ column: string; type: string; position: number | null }>(
    `select a.attname as column, format_type(a.atttypid, null) as type, array_position(i.indkey::int2[], a.attnum) as position
     from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [name],
  )
  const primary = rows.filter(({ position }) => position !== null).sort((a, b) => a.position! - b.position!)
  const key = primary.map(({ column }) => column).filter((column) => column !== owner)
  return {
    name,
    owner,
    columns: rows
      .filter(({ column, type }) => !secret.test(column) && type !== 'bytea' && type !== 'tsvector')
      .map(({ column }) => column),
    // A table with one row an owner has no other key.
    key: key.length === 0 ? [owner] : key,
  }
}

/** Rows of an owner as lines of JSON, and where the next page begins; null at the end. */
export interface ExportPage {
  lines: string[]
  next: string[] | null
}

/** Up to `limit` rows behind `after`, in the order of the key, and no more of them than some `maxBytes`. */
export async function readExportPage(
  sql: Sql,
  { name, owner, columns, key }: ExportTable,
  ownerId: string,
  { after, limit, maxBytes }: { after: string[] | null; limit: number; maxBytes: number },
): Promise<ExportPage> {
  const keys = key.map((column) => `t.${quote(column)}`)
  const behind =
    after === null ? '' : `and (${keys.join(', ')}) > (${after.map((_, n) => `$${n + 4}`).join(', ')})`
  const rows = await sql.query<{ line: string; position: string[]; more: boolean }>(
    `with page as materialized (
       select row_number() over (order by ${keys.join(', ')}) as n,
         array[${keys.map((column) => `${column}::text`).join(', ')}] as position,
         (select row_to_json(r) from (select ${columns.map((column) => `t.${quote(column)}`).join(', ')}) r)::text as line
       from ${quote(name)} t where t.${quote(owner)} = $1 ${behind} order by ${keys.join(', ')} limit $2
     ), counted as (
       select *, sum(octet_length(line)) over (order by n) as taken from page
     )
     select line, position, n = $2 or taken > $3 as more from counted
     where taken - octet_length(line) <= $3 order by n`,
    [ownerId, limit, maxBytes, ...(after ?? [])],
  )
  const last = rows.at(-1)
  return { lines: rows.map(({ line }) => line), next: last?.more === true ? last.position : null }
}

/** What decides whether the original of a message is in an export. */
export interface ExportableMessage {
  id: string
  inboxId: string
  sizeBytes: number
  infected: boolean
  /** Not scanned yet. */
  pending: boolean
  createdAt: string
}

/** Up to `limit` messages of a tenant behind `after`, in the order of their ids. */
export function listExportableMessages(
  sql: Sql,
  tenantId: string,
  after: string,
  limit: number,
): Promise<ExportableMessage[]> {
  return sql.query<ExportableMessage>(
    `select m.id, m.inbox_id as "inboxId", m.size_bytes as "sizeBytes", ${isInfected} as infected,
       m.status = 'processing' or ${isUnscanned} as pending, m.created_at as "createdAt"
     from messages m left join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
     where m.tenant_id = $1 and m.id > $2 and ${inboxIsThere('m')} order by m.id limit $3`,
    [tenantId, after, limit],
  )
}

/** Names come from the catalog. */
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
