/** The raw bytes of messages, in the database. */
import type { Envelope } from '../domain/authentication.ts'
import { type CodedContent, decodeContent } from '../lib/content-coding.ts'
import type { Sql } from '../lib/sql.ts'

/** A raw message on its way in; an inbound one has an envelope. */
export interface RawMessage {
  tenantId: string
  messageId: string
  /** SHA-256 of the bytes as received, hex. */
  sha256: string
  /** The bytes as they are stored. */
  coded: CodedContent
  envelope?: Envelope
}

/** Bytes of a message that still shares a statement with others; each size of a statement is a plan of its own. */
const smallBytes = 256 * 1024

/**
 * Writes the raw messages of a batch; bytes travel in binary, uncopied, and once for all the inboxes of a mail: a
 * statement holds a gigabyte at most, and a mail to a hundred inboxes would be two and a half.
 */
export async function insertRawMessages(tx: Sql, rows: RawMessage[]): Promise<void> {
  const byContent = new Map<Uint8Array, RawMessage[]>()
  for (const row of rows) {
    const same = byContent.get(row.coded.content)
    if (same === undefined) byContent.set(row.coded.content, [row])
    else same.push(row)
  }
  const groups = [...byContent.values()]
  const isSmall = (group: RawMessage[]) =>
    group.length === 1 && group[0]!.coded.content.byteLength <= smallBytes
  await Promise.all([
    insertSmall(tx, groups.filter(isSmall).flat()),
    ...groups.filter((group) => !isSmall(group)).map((group) => insertShared(tx, group)),
  ])
}

async function insertSmall(tx: Sql, rows: RawMessage[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.flatMap(({ tenantId, messageId, ...row }) => [
    tenantId,
    messageId,
    ...shared(row),
    envelopeOf(row),
  ])
  const tuples = rows.map(
    (_, row) => `(${Array.from({ length: 6 }, (_, i) => `$${6 * row + i + 1}`).join(', ')})`,
  )
  await tx.query(
    `insert into raw_messages (tenant_id, message_id, sha256, coding, content, envelope)
     values ${tuples.join(', ')}`,
    values,
  )
}

/** Writes the rows of one mail. */
async function insertShared(tx: Sql, rows: RawMessage[]): Promise<void> {
  await tx.query(
    `insert into raw_messages (tenant_id, message_id, sha256, coding, content, envelope)
     select w.tenant_id, w.message_id, $1::bytea, $2, $3::bytea, w.envelope
     from unnest($4::text[], $5::text[], $6::jsonb[]) as w(tenant_id, message_id, envelope)`,
    [
      ...shared(rows[0]!),
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ messageId }) => messageId),
      rows.map(envelopeOf),
    ],
  )
}

/** The values that all rows of one mail have. */
const shared = ({ sha256, coded }: Pick<RawMessage, 'sha256' | 'coded'>) => [
  Buffer.from(sha256, 'hex'),
  coded.coding,
  inPlace(coded.content),
]

const envelopeOf = ({ envelope }: Pick<RawMessage, 'envelope'>) =>
  envelope === undefined ? null : JSON.stringify(envelope)

const inPlace = (content: Uint8Array): Buffer =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength)

/** The very bytes received; null where there is no such message. */
export async function findRawMessage(
  sql: Sql,
  tenantId: string,
  messageId: string,
): Promise<Uint8Array | null> {
  const rows = await sql.query<CodedContent>(
    'select coding, content from raw_messages where tenant_id = $1 and message_id = $2',
    [tenantId, messageId],
  )
  return rows[0] === undefined ? null : decodeContent(rows[0])
}

/** The bytes of several messages, by message id; missing where there is no such message. */
export async function findRawMessages(
  sql: Sql,
  wanted: { tenantId: string; messageId: string }[],
): Promise<Map<string, Uint8Array>> {
  const rows = await sql.query<CodedContent & { id: string }>(
    `select r.message_id as id, r.coding, r.content from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join raw_messages r on r.tenant_id = w.tenant_id and r.message_id = w.id`,
    [wanted.map(({ tenantId }) => tenantId), wanted.map(({ messageId }) => messageId)],
  )
  return new Map(rows.map(({ id, ...coded }) => [id, decodeContent(coded)]))
}

/** The bytes of the outbound message that a return path names; null where it is gone. */
export async function findSentContent(
  sql: Sql,
  {
    tenantPrefix,
    tenantSuffix,
    messageId,
  }: { tenantPrefix: string; tenantSuffix: string; messageId: string },
): Promise<Uint8Array | null> {
  const [row] = await sql.query<CodedContent>(
    `select r.coding, r.content
     from tenants t
     join messages m on m.tenant_id = t.id and m.id = $3 and m.direction = 'outbound'
     join raw_messages r on r.tenant_id = m.tenant_id and r.message_id = m.id
     where t.id between $1 || repeat('0', 16) and $1 || repeat('z', 16) and right(t.id, length($2)) = $2`,
    [tenantPrefix, tenantSuffix, messageId],
  )
  return row === undefined ? null : decodeContent(row)
}
