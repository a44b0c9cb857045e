/** The raw bytes of messages, in the database. */
import type { Sql } from '../lib/sql.ts'

/** Writes the raw messages of a batch; bytes travel in binary, uncopied. */
export async function insertRawMessages(
  tx: Sql,
  rows: { tenantId: string; messageId: string; sha256: string; content: Uint8Array }[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.flatMap(({ tenantId, messageId, sha256, content }) => [
    tenantId,
    messageId,
    Buffer.from(sha256, 'hex'),
    Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  ])
  const tuples = rows.map((_, i) => `($${4 * i + 1}, $${4 * i + 2}, $${4 * i + 3}, $${4 * i + 4})`)
  await tx.query(
    `insert into raw_messages (tenant_id, message_id, sha256, content) values ${tuples.join(', ')}`,
    values,
  )
}

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
