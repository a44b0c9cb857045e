/** How users are told of what waits, and whose digest is due, in the database. */
import type { Notices } from '../domain/user.ts'
import type { Sql } from '../lib/sql.ts'

/** What they had chosen before; undefined where there is no such user. Locks them until the transaction ends. */
export async function lockNotices(tx: Sql, accountId: string, userId: string): Promise<Notices | undefined> {
  const [row] = await tx.query<{ notices: Notices }>(
    'select notices from users where account_id = $1 and id = $2 for update',
    [accountId, userId],
  )
  return row?.notices
}

/** `seconds`: how long after now the first digest is due; null: there is none. */
export async function updateNotices(
  tx: Sql,
  { accountId, userId, notices, seconds }: DigestUser & { notices: Notices; seconds: number | null },
): Promise<void> {
  await tx.query(
    `update users set notices = $3, digest_due_at = now() + make_interval(secs => $4)
     where account_id = $1 and id = $2`,
    [accountId, userId, notices, seconds],
  )
}

interface DigestUser {
  accountId: string
  userId: string
}

/** A user whose digest is due, and the live tenant of their account. */
export interface DueDigest extends DigestUser {
  tenantId: string
}

/**
 * Takes up to `count` users whose digest is due: their next one is due at the same time of the next hour, or day, that
 * has not begun. Whoever else takes some meanwhile takes others.
 */
export function takeDueDigests(
  tx: Sql,
  seconds: { hourly: number; daily: number },
  count: number,
): Promise<DueDigest[]> {
  return tx.query<DueDigest>(
    `with due as (
       select account_id, id, case notices when 'hourly' then $1::int else $2::int end as seconds
       from users where digest_due_at <= now() order by digest_due_at limit $3 for update skip locked),
     taken as (
       update users u set digest_due_at = u.digest_due_at
         + make_interval(secs => d.seconds * (1 + floor(extract(epoch from now() - u.digest_due_at) / d.seconds)))
       from due d where u.account_id = d.account_id and u.id = d.id returning u.account_id, u.id)
     select taken.account_id as "accountId", taken.id as "userId", t.id as "tenantId"
     from taken join tenants t on t.account_id = taken.account_id and t.mode = 'live'`,
    [seconds.hourly, seconds.daily, count],
  )
}

/** Whoever a digest is for. */
interface DigestReader {
  email: string
  confirmed: boolean
  notices: Notices
  /** That they have chosen. */
  language: string | null
}

/** Who a digest is for; undefined where they are gone, have chosen otherwise, or may not decide. */
export async function findDigestReader(
  sql: Sql,
  { accountId, userId }: DigestUser,
): Promise<DigestReader | undefined> {
  const [row] = await sql.query<DigestReader>(
    `select u.email, u.email_confirmed_at is not null as confirmed, u.notices, u.language
     from users u join accounts c on c.id = u.account_id and c.deleted_at is null
     where u.account_id = $1 and u.id = $2 and u.digest_due_at is not null and u.role <> 'viewer' and u.email <> ''
       and (u.invited_by is null or u.email_confirmed_at is not null)`,
    [accountId, userId],
  )
  return row
}
