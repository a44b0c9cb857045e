/** Who may come in, in the database: invite codes, and addresses that are confirmed. */
import type { Sql } from '../lib/sql.ts'

/** Stores an invite by the SHA-256 of its code (hex), and forgets those whose time is over. */
export async function insertInvite(sql: Sql, codeHash: string, days: number): Promise<{ expiresAt: string }> {
  const [row] = await sql.query<{ expiresAt: string }>(
    `with ended as (delete from signup_invites where expires_at <= now())
     insert into signup_invites (code_hash, expires_at)
     values (decode($1, 'hex'), now() + make_interval(days => $2)) returning expires_at as "expiresAt"`,
    [codeHash, days],
  )
  return row!
}

/** Uses an invite up; false where there is none. Of two at once one has it, unless that one's transaction fails. */
export async function useInvite(tx: Sql, codeHash: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from signup_invites where code_hash = decode($1, 'hex') and expires_at > now() returning 1`,
    [codeHash],
  )
  return rows.length === 1
}

/** A user whose address is to be confirmed, or is; of an account that is there. */
export interface ConfirmableUser {
  /** The account's live tenant. */
  tenantId: string
  email: string
  /** The language that they have chosen. */
  language: string | null
  /** ISO 8601; null: nobody has confirmed it. */
  confirmedAt: string | null
}

export async function findConfirmableUser(
  sql: Sql,
  accountId: string,
  userId: string,
): Promise<ConfirmableUser | undefined> {
  const [row] = await sql.query<ConfirmableUser>(
    `select t.id as "tenantId", u.email, u.email_confirmed_at as "confirmedAt", u.language
     from users u join accounts a on a.id = u.account_id and a.deleted_at is null
     join tenants t on t.account_id = a.id and t.mode = 'live'
     where u.account_id = $1 and u.id = $2`,
    [accountId, userId],
  )
  return row
}

/** Confirms a user's address; false where it is confirmed already, or isn't `email` any more. */
export async function confirmUser(
  tx: Sql,
  { accountId, userId, email }: { accountId: string; userId: string; email: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update users set email_confirmed_at = now()
     where account_id = $1 and id = $2 and email = $3 and email_confirmed_at is null returning 1`,
    [accountId, userId, email],
  )
  return rows.length === 1
}

/** Users of an account whose addresses nobody has confirmed; who is invited does that by signing in. */
export function findUnconfirmedUsers(sql: Sql, accountId: string): Promise<{ id: string; email: string }[]> {
  return sql.query<{ id: string; email: string }>(
    `select id, email from users where account_id = $1 and email_confirmed_at is null and email <> '' and invited_by is null
     order by id`,
    [accountId],
  )
}

/** Accounts that are there and have a user whose address nobody has confirmed. */
export async function findUnconfirmedAccounts(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select distinct a.id from accounts a join users u on u.account_id = a.id
     where a.deleted_at is null and u.email_confirmed_at is null and u.email <> '' and u.invited_by is null
     order by a.id`,
  )
  return rows.map(({ id }) => id)
}

/** Whether anybody of the account has a confirmed address. */
export async function isAccountConfirmed(sql: Sql, accountId: string): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from users where account_id = $1 and email_confirmed_at is not null limit 1',
    [accountId],
  )
  return rows.length === 1
}
