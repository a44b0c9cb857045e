/** The users of an account, in the database. */
import type { Scope } from '../domain/scopes.ts'
import type { Role, User } from '../domain/user.ts'
import type { Sql } from '../lib/sql.ts'

/** All of them, oldest first. */
export async function listUsers(sql: Sql, accountId: string): Promise<User[]> {
  return sql.query<User>(
    `select u.id, u.email, u.role, u.notices, u.email_confirmed_at, u.created_at, coalesce(k.sessions, 0) as sessions,
       coalesce(k.keys, 0) as api_keys
     from users u left join (
       select k.user_id, count(*) filter (where d.key_id is null)::int as keys,
         count(*) filter (where d.key_id is not null and k.expires_at > now())::int as sessions
       from tenants t join api_keys k on k.tenant_id = t.id
         left join dashboard_sessions d on d.tenant_id = k.tenant_id and d.key_id = k.id
       where t.account_id = $1 group by k.user_id) k on k.user_id = u.id
     where u.account_id = $1 order by u.id`,
    [accountId],
  )
}

/** A user as it is changed. */
export interface UserRow {
  id: string
  email: string
  role: Role
}

/** All users of an account, locked until the transaction ends: who changes them does so one after the other. */
export function lockUsers(tx: Sql, accountId: string): Promise<UserRow[]> {
  return tx.query<UserRow>('select id, email, role from users where account_id = $1 order by id for update', [
    accountId,
  ])
}

/** The role of a user, locked until the transaction ends; undefined where they are gone. */
export async function lockRole(tx: Sql, accountId: string, userId: string): Promise<Role | undefined> {
  const [row] = await tx.query<{ role: Role }>(
    'select role from users where account_id = $1 and id = $2 for update',
    [accountId, userId],
  )
  return row?.role
}

/** Keeps a user, where they are there, from being removed until the transaction ends. */
export async function holdUser(
  tx: Sql,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  await tx.query('select 1 from users where account_id = $1 and id = $2 for key share', [accountId, userId])
}

export async function insertUser(
  tx: Sql,
  user: UserRow & { accountId: string; invitedBy: string },
): Promise<void> {
  await tx.query('insert into users (account_id, id, email, role, invited_by) values ($1, $2, $3, $4, $5)', [
    user.accountId,
    user.id,
    user.email,
    user.role,
    user.invitedBy,
  ])
}

export async function updateRole(tx: Sql, accountId: string, userId: string, role: Role): Promise<void> {
  await tx.query('update users set role = $3 where account_id = $1 and id = $2', [accountId, userId, role])
}

/** False where the user had chosen it before. Null: none. */
export async function updateLanguage(
  tx: Sql,
  accountId: string,
  userId: string,
  language: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `update users set language = $3 where account_id = $1 and id = $2 and language is distinct from $3 returning 1`,
    [accountId, userId, language],
  )
  return rows.length > 0
}

export async function deleteUser(tx: Sql, accountId: string, userId: string): Promise<void> {
  await tx.query('delete from users where account_id = $1 and id = $2', [accountId, userId])
}

/** A key that went with its user. */
export interface GoneKey {
  tenantId: string
  id: string
  inboxId: string | null
  name: string
  keyPrefix: string
}

/** Ends all sessions of a user; answers how many there were. */
export async function deleteSessionsOf(tx: Sql, accountId: string, userId: string): Promise<number> {
  const rows = await tx.query(
    `delete from api_keys k using dashboard_sessions s, tenants t
     where t.account_id = $1 and s.tenant_id = t.id and k.tenant_id = s.tenant_id and k.id = s.key_id
       and k.user_id = $2 returning 1`,
    [accountId, userId],
  )
  return rows.length
}

/** Leaves the API keys that belong to a user, in both modes, those of their scopes that are among `most`. */
export async function narrowKeysOf(
  tx: Sql,
  { accountId, userId, most }: { accountId: string; userId: string; most: readonly Scope[] },
): Promise<void> {
  await tx.query(
    `update api_keys k set scopes = array(
       select s.scope from unnest(k.scopes) with ordinality as s(scope, n) where s.scope = any($3) order by s.n)
     from tenants t where t.account_id = $1 and k.tenant_id = t.id and k.user_id = $2 and not k.scopes <@ $3::text[]`,
    [accountId, userId, most],
  )
}

/** Revokes all API keys that belong to a user, in both modes; answers them. */
export function deleteKeysOf(tx: Sql, accountId: string, userId: string): Promise<GoneKey[]> {
  return tx.query<GoneKey>(
    `delete from api_keys k using tenants t
     where t.account_id = $1 and k.tenant_id = t.id and k.user_id = $2
       and not exists (select 1 from dashboard_sessions d where d.tenant_id = k.tenant_id and d.key_id = k.id)
     returning k.tenant_id as "tenantId", k.id, k.inbox_id as "inboxId", k.name, k.key_prefix as "keyPrefix"`,
    [accountId, userId],
  )
}

/** The address of a user, and the language they have chosen; undefined where they are gone, or nobody has confirmed it. */
export async function findConfirmedUser(
  sql: Sql,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<{ email: string; language: string | null } | undefined> {
  const [row] = await sql.query<{ email: string; language: string | null }>(
    `select u.email, u.language from users u join accounts a on a.id = u.account_id and a.deleted_at is null
     where u.account_id = $1 and u.id = $2 and u.email_confirmed_at is not null`,
    [accountId, userId],
  )
  return row
}

/** Somebody who is invited and has not come yet. */
export interface Invited {
  email: string
  role: Role
  /** Confirmed address of who invites them; null where it isn't confirmed, or they are gone. */
  inviter: string | null
  /** What whoever invites has chosen: somebody who is new has chosen none. */
  language: string | null
}

/** Undefined where they are gone, or have come. */
export async function findInvited(sql: Sql, accountId: string, userId: string): Promise<Invited | undefined> {
  const [row] = await sql.query<Invited>(
    `select u.email, u.role, i.email as inviter, i.language
     from users u join accounts a on a.id = u.account_id and a.deleted_at is null
     left join users i on i.account_id = u.account_id and i.id = u.invited_by and i.email_confirmed_at is not null
     where u.account_id = $1 and u.id = $2 and u.email_confirmed_at is null`,
    [accountId, userId],
  )
  return row
}
