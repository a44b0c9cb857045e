/** What tenants' guards have learned, in the database. */
import type { AuthenticationResults } from '../domain/authentication.ts'
import type { Lesson, LessonKind, LessonTraits } from '../domain/lesson.ts'
import { limits } from '../domain/limits.ts'
import type { Direction } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'

export interface NewLesson {
  tenantId: string
  inboxId: string
  messageId: string
  feedbackId: string
  kind: LessonKind
  traits: LessonTraits
}

/** Keeps what a message teaches, in the place of what it taught before; of the tenant's oldest of its kind as many go as are too many. */
export async function keepLesson(tx: Sql, lesson: NewLesson): Promise<void> {
  const { tenantId, inboxId, messageId, feedbackId, kind, traits } = lesson
  const { sender, salt, shingles, shingleCount, links, values, files } = traits
  await tx.query(
    `insert into lessons (tenant_id, message_id, inbox_id, feedback_id, kind, sender, salt, shingles, shingle_count, traits, message_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, created_at from messages where tenant_id = $1 and id = $2
     on conflict (tenant_id, message_id) do update set feedback_id = excluded.feedback_id, kind = excluded.kind,
       sender = excluded.sender, salt = excluded.salt, shingles = excluded.shingles, shingle_count = excluded.shingle_count,
       traits = excluded.traits, taught_at = now()`,
    [
      tenantId,
      messageId,
      inboxId,
      feedbackId,
      kind,
      sender,
      salt,
      bytesOf(shingles),
      shingleCount,
      JSON.stringify({ links, values, files }),
    ],
  )
  await tx.query(
    `delete from lessons where tenant_id = $1 and kind = $2 and feedback_id <=
       (select feedback_id from lessons where tenant_id = $1 and kind = $2 order by feedback_id desc offset $3 limit 1)`,
    [tenantId, kind, limits.lessons],
  )
}

/** Forgets what a message teaches. */
export async function forgetLesson(tx: Sql, tenantId: string, messageId: string): Promise<void> {
  await tx.query('delete from lessons where tenant_id = $1 and message_id = $2', [tenantId, messageId])
}

/** What a message has to be learned from by; undefined where there is none, or where it isn't assessed yet. */
export async function findTeachable(
  sql: Sql,
  tenantId: string,
  messageId: string,
): Promise<{ direction: Direction; authentication: AuthenticationResults | null } | undefined> {
  const [row] = await sql.query<{ direction: Direction; authentication: AuthenticationResults | null }>(
    `select m.direction, m.authentication from messages m
     where m.tenant_id = $1 and m.id = $2 and m.status <> 'processing' and ${inboxIsThere('m')}`,
    [tenantId, messageId],
  )
  return row
}

/** What a tenant's lessons of a kind are told from others by, without reading them; none where there are none. */
export async function findLessonMarks(
  sql: Sql,
  tenantIds: readonly string[],
): Promise<{ tenantId: string; kind: LessonKind; mark: string }[]> {
  return sql.query(
    `select tenant_id as "tenantId", kind, md5(string_agg(feedback_id, ' ' order by feedback_id)) as mark
     from lessons where tenant_id = any($1) group by tenant_id, kind`,
    [[...new Set(tenantIds)]],
  )
}

const columns = `l.message_id as "messageId", l.kind, l.sender, l.salt, l.shingles, l.shingle_count as "shingleCount", l.traits,
  extract(epoch from l.message_at)::float8 * 1000 as "messageAt", extract(epoch from l.taught_at)::float8 * 1000 as "taughtAt"`

interface LessonRow extends Omit<Lesson, 'shingles' | 'links' | 'values' | 'files'> {
  shingles: Uint8Array
  traits: Pick<Lesson, 'links' | 'values' | 'files'>
}

/** All lessons of a kind that a tenant has, newest first. */
export async function findLessons(sql: Sql, tenantId: string, kind: LessonKind): Promise<Lesson[]> {
  const rows = await sql.query<LessonRow>(
    `select ${columns} from lessons l where l.tenant_id = $1 and l.kind = $2 and ${inboxIsThere('l')}
     order by l.feedback_id desc limit ${limits.lessons}`,
    [tenantId, kind],
  )
  return rows.map(lessonOf)
}

/** The newest lessons to pass that each of these senders of a tenant has, by the host or the address of From. */
export async function findLessonsOfSenders(
  sql: Sql,
  wanted: readonly { tenantId: string; sender: string }[],
): Promise<(Lesson & { tenantId: string })[]> {
  if (wanted.length === 0) return []
  const rows = await sql.query<LessonRow & { tenantId: string }>(
    `select w.tenant_id as "tenantId", l.* from (select distinct * from unnest($1::text[], $2::text[]) as w(tenant_id, sender)) w
     cross join lateral (
       select ${columns} from lessons l where l.tenant_id = w.tenant_id and l.sender = w.sender and l.kind = 'pass'
         and ${inboxIsThere('l')} order by l.feedback_id desc limit ${limits.lessonsOfSender}) l`,
    [wanted.map(({ tenantId }) => tenantId), wanted.map(({ sender }) => sender)],
  )
  return rows.map(({ tenantId, ...row }) => ({ ...lessonOf(row), tenantId }))
}

function lessonOf({ traits, shingles, ...row }: LessonRow): Lesson {
  return { ...row, ...traits, shingles: hashesOf(shingles) }
}

function bytesOf(hashes: Uint32Array): Buffer {
  const bytes = Buffer.alloc(4 * hashes.length)
  hashes.forEach((hash, n) => {
    bytes.writeUInt32LE(hash, 4 * n)
  })
  return bytes
}

function hashesOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, n) => view.getUint32(4 * n, true))
}
