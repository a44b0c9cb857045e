/** The raw bytes of messages, in the database. */
import type { Sql } from '../lib/sql.ts'

interface RawMessage {
  tenantId: string
  messageId: string
  sha256: string
  content: Uint8Array
}

/** Bytes of a message that still shares a statement with others; each size of a statement is a plan of its own. */
const smallBytes = 256 * 1024

/**
 * Writes the raw messages of a batch; bytes travel in binary, uncopied, and once for all the inboxes of a mail: a
 * statement holds a gigabyte at most, and a mail to a hundred inboxes would be two and a half.
 */
export async function insertRawMessages(tx: Sql, rows: RawMessage[]): Promise<void> {
  const byContent = new Map<Uint8Array, RawMessage[]>()
  for (const row of rows) byContent.set(row.content, [...(byContent.get(row.content) ?? []), row])
  const groups = [...byContent.values()]
  const isSmall = (group: RawMessage[]) => group.length === 1 && group[0]!.content.byteLength <= smallBytes
  await Promise.all([
    insertSmall(tx, groups.filter(isSmall).flat()),
    ...groups.filter((group) => !isSmall(group)).map((group) => insertShared(tx, group)),
  ])
}

async function insertSmall(tx: Sql, rows: RawMessage[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.flatMap(({ tenantId, messageId, sha256, content }) => [
    tenantId,
    messageId,
    Buffer.from(sha256, 'hex'),
    inPlace(content),
  ])
  const tuples = rows.map((_, i) => `($${4 * i + 1}, $${4 * i + 2}, $${4 * i + 3}, $${4 * i + 4})`)
  await tx.query(
    `insert into raw_messages (tenant_id, message_id, sha256, content) values ${tuples.join(', ')}`,
    values,
  )
}

/** Writes the rows of one mail. */
async function insertShared(tx: Sql, rows: RawMessage[]): Promise<void> {
  const { sha256, content } = rows[0]!
  await tx.query(
    `insert into raw_messages (tenant_id, message_id, sha256, content)
     select w.tenant_id, w.message_id, $3::bytea, $4::bytea from unnest($1::text[], $2::text[]) as w(tenant_id, message_id)`,
    [
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ messageId }) => messageId),
      Buffer.from(sha256, 'hex'),
      inPlace(content),
    ],
  )
}

const inPlace = (content: Uint8Array): Buffer =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength)

/** The very bytes received; null where there is no such message. */
export async function findRawMessage(
  sql: Sql,
  tenantId: string,
  messageId: string,
): Promise<Uint8Array | null> {
  const rows = await sql.query<{ content: Buffer }>(
    'select content from raw_messages where tenant_id = $1 and message_id = $2',
    [tenantId, messageId],
  )
  return rows[0]?.content ?? null
}
