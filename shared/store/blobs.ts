/** The port of blobs: where the bytes of messages are kept, for now in Postgres (`BLOB_STORE=postgres:`). */
import { type CodedContent, decodeContent } from '../lib/content-coding.ts'
import type { Sql } from '../lib/sql.ts'

/** A message has one blob: its bytes as they came, or as they go out. */
export interface BlobName {
  tenantId: string
  messageId: string
}

export interface NewBlob extends BlobName {
  /** SHA-256 of the bytes as received, hex. */
  sha256: string
  /** The bytes as they are stored. */
  coded: CodedContent
}

/** Stored bytes are not what they were coded as: they never will be again, however often they are read. */
export class DamagedBlobError extends Error {}

/** A place for blobs. What is put or deleted in a transaction of the database is so once that commits, and not before. */
export interface BlobStore {
  /** Keeps blobs under names that have none; several with the same bytes, of a mail to many inboxes, share them. */
  put(tx: Sql, blobs: readonly NewBlob[]): Promise<void>
  /** The bytes, by message id; missing where there is no such blob. @throws DamagedBlobError. */
  get(sql: Sql, names: readonly BlobName[]): Promise<Map<string, Uint8Array>>
  /** Ends blobs for good; names without one are passed over. */
  delete(tx: Sql, names: readonly BlobName[]): Promise<void>
}

/** Bytes of a message that still shares a statement with others; each size of a statement is a plan of its own. */
const smallBytes = 256 * 1024

/** In the table `raw_messages`, whose rows go with their messages whoever deletes these. */
export const blobs: BlobStore = {
  /**
   * Bytes travel in binary, uncopied, and once for all the inboxes of a mail: a statement holds a gigabyte at most, and a
   * mail to a hundred inboxes would be two and a half.
   */
  async put(tx, rows) {
    const byContent = new Map<Uint8Array, NewBlob[]>()
    for (const row of rows) {
      const same = byContent.get(row.coded.content)
      if (same === undefined) byContent.set(row.coded.content, [row])
      else same.push(row)
    }
    const groups = [...byContent.values()]
    const isSmall = (group: NewBlob[]) =>
      group.length === 1 && group[0]!.coded.content.byteLength <= smallBytes
    await Promise.all([
      insertSmall(tx, groups.filter(isSmall).flat()),
      ...groups.filter((group) => !isSmall(group)).map((group) => insertShared(tx, group)),
    ])
  },

  async get(sql, names) {
    if (names.length === 0) return new Map()
    // In Base64 they are a third less to carry and to decode than in the hex of bytea.
    const rows = await sql.query<{ id: string; coding: CodedContent['coding']; content: string }>(
      `select r.message_id as id, r.coding, encode(r.content, 'base64') as content from unnest($1::text[], $2::text[]) as w(tenant_id, id)
       join raw_messages r on r.tenant_id = w.tenant_id and r.message_id = w.id`,
      columnsOf(names),
    )
    return new Map(
      await Promise.all(
        rows.map(
          async ({ id, coding, content }): Promise<[string, Uint8Array]> => [
            id,
            await decoded(id, { coding, content: Buffer.from(content, 'base64') }),
          ],
        ),
      ),
    )
  },

  async delete(tx, names) {
    if (names.length === 0) return
    await tx.query(
      `delete from raw_messages r using unnest($1::text[], $2::text[]) as w(tenant_id, id)
       where r.tenant_id = w.tenant_id and r.message_id = w.id`,
      columnsOf(names),
    )
  },
}

/** What zlib says of a frame that is cut short, and of one that is none; not of memory that it lacks. */
const damage = /^(?:Z_BUF_ERROR|Z_DATA_ERROR|ZSTD_error_(?!memory|workSpace))/

async function decoded(id: string, coded: CodedContent): Promise<Uint8Array> {
  try {
    return await decodeContent(coded)
  } catch (error) {
    if (!damage.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new DamagedBlobError(`the bytes of ${id} are damaged`, { cause: error })
  }
}

/** The very bytes of one message; null where there is none. */
export async function findBlob(sql: Sql, tenantId: string, messageId: string): Promise<Uint8Array | null> {
  return (await blobs.get(sql, [{ tenantId, messageId }])).get(messageId) ?? null
}

async function insertSmall(tx: Sql, rows: NewBlob[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.flatMap(({ tenantId, messageId, ...row }) => [tenantId, messageId, ...shared(row)])
  const tuples = rows.map(
    (_, row) => `(${Array.from({ length: 5 }, (_, i) => `$${5 * row + i + 1}`).join(', ')})`,
  )
  await tx.query(
    `insert into raw_messages (tenant_id, message_id, sha256, coding, content) values ${tuples.join(', ')}`,
    values,
  )
}

/** Writes the rows of one mail. */
async function insertShared(tx: Sql, rows: NewBlob[]): Promise<void> {
  await tx.query(
    `insert into raw_messages (tenant_id, message_id, sha256, coding, content)
     select w.tenant_id, w.message_id, $1::bytea, $2, $3::bytea
     from unnest($4::text[], $5::text[]) as w(tenant_id, message_id)`,
    [...shared(rows[0]!), ...columnsOf(rows)],
  )
}

/** The values that all rows of one mail have. */
const shared = ({ sha256, coded }: Pick<NewBlob, 'sha256' | 'coded'>) => [
  Buffer.from(sha256, 'hex'),
  coded.coding,
  inPlace(coded.content),
]

const inPlace = (content: Uint8Array): Buffer =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength)

const columnsOf = (names: readonly BlobName[]) => [
  names.map(({ tenantId }) => tenantId),
  names.map(({ messageId }) => messageId),
]
