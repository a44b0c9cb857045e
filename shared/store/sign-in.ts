/** Links that sign somebody in, and the sessions that they begin, in the database. */
import type { Principal } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'

/** Somebody who can sign in with an address: the same address may be of users of several accounts. */
export interface SignInUser {
  userId: string
  /** As it was given. */
  email: string
  accountId: string
  /** The account's live tenant. */
  tenantId: string
  organizationName: string
  /** The language that they have chosen. */
  language: string | null
  /** Whether they have ever followed a link that was mailed to it: anybody may invite an address, or sign up with it. */
  confirmed: boolean
}

/** Users with this address (lower case) of accounts that are there, in one order: their own come before all others. */
export function findSignInUsers(sql: Sql, email: string): Promise<SignInUser[]> {
  return sql.query<SignInUser>(
    `select u.id as "userId", u.email, a.id as "accountId", t.id as "tenantId", a.organization_name as "organizationName",
       u.language, u.email_confirmed_at is not null as confirmed
     from users u join accounts a on a.id = u.account_id and a.deleted_at is null
     join tenants t on t.account_id = a.id and t.mode = 'live'
     where lower(u.email) = $1 order by u.email_confirmed_at is null, a.id, u.id limit 20`,
    [email],
  )
}

/** Rows of ended links that one call deletes at most. */
const endedLinks = 100

/** Stores a link that is good for so many minutes; `browserHash` in hex, or null for any browser. Those that have ended go. */
export async function insertSignInLink(
  tx: Sql,
  {
    id,
    email,
    browserHash,
    minutes,
  }: { id: string; email: string; browserHash: string | null; minutes: number },
): Promise<void> {
  await tx.query(
    `delete from sign_in_links where id = any(array(
       select id from sign_in_links where expires_at < now() - interval '1 day' order by expires_at limit $1
       for update skip locked))`,
    [endedLinks],
  )
  await tx.query(
    `insert into sign_in_links (id, email, browser_hash, expires_at)
     values ($1, $2, decode($3, 'hex'), now() + make_interval(mins => $4))`,
    [id, email, browserHash, minutes],
  )
}

/** A link as it stands. */
export interface SignInLink {
  email: string
  /** Hex; null: any browser may use it. */
  browserHash: string | null
  /** Used, or too old. */
  over: boolean
}

export async function findSignInLink(sql: Sql, id: string): Promise<SignInLink | undefined> {
  const [row] = await sql.query<SignInLink>(
    `select email, encode(browser_hash, 'hex') as "browserHash", used_at is not null or expires_at <= now() as over
     from sign_in_links where id = $1`,
    [id],
  )
  return row
}

/** Uses a link up, with the transaction; false where it was used, or is too old, or is another browser's. */
export async function useSignInLink(tx: Sql, id: string, browserHash: string): Promise<boolean> {
  const rows = await tx.query(
    `update sign_in_links set used_at = now()
     where id = $1 and coalesce(browser_hash = decode($2, 'hex'), browser_hash is null) and used_at is null and expires_at > now() returning 1`,
    [id, browserHash],
  )
  return rows.length === 1
}

export async function insertSession(
  tx: Sql,
  session: { tenantId: string; keyId: string; address: string; userAgent: string },
): Promise<void> {
  const { tenantId, keyId, address, userAgent } = session
  await tx.query(
    'insert into dashboard_sessions (tenant_id, key_id, address, user_agent) values ($1, $2, $3, $4)',
    [tenantId, keyId, address, userAgent],
  )
}

/** Who a session belongs to, and the address that they sign in with. */
export interface SessionOwner {
  principal: Principal
  email: string
  /** The language that they have chosen. */
  language: string | null
}

/** By the hash (hex) of what its cookie says; undefined where it has ended, or its user is gone. */
export async function findSession(sql: Sql, keyHash: string): Promise<SessionOwner | undefined> {
  const [row] = await sql.query<Principal & Pick<SessionOwner, 'email' | 'language'>>(
    `select k.id as "keyId", $1 as "keyHash", t.account_id as "accountId", k.tenant_id as "tenantId", t.mode,
       k.user_id as "userId", k.scopes, null as "inboxId", k.expires_at as "expiresAt", u.email, u.language
     from api_keys k
     join dashboard_sessions s on s.tenant_id = k.tenant_id and s.key_id = k.id
     join tenants t on t.id = k.tenant_id
     join users u on u.account_id = t.account_id and u.id = k.user_id
     where k.key_hash = decode($1, 'hex') and k.expires_at > now()`,
    [keyHash],
  )
  if (row === undefined) return undefined
  const { email, language, ...principal } = row
  return { principal: { ...principal, session: true }, email, language }
}

/** A session, as its user sees it. */
export interface SessionView {
  keyId: string
  address: string
  userAgent: string
  createdAt: string
  expiresAt: string
}

/** Those of one user that have not ended, newest first. */
export function listSessions(
  sql: Sql,
  { tenantId, userId }: Pick<Principal, 'tenantId' | 'userId'>,
): Promise<SessionView[]> {
  return sql.query<SessionView>(
    `select s.key_id as "keyId", s.address, s.user_agent as "userAgent", k.created_at as "createdAt",
       k.expires_at as "expiresAt"
     from dashboard_sessions s join api_keys k on k.tenant_id = s.tenant_id and k.id = s.key_id
     where s.tenant_id = $1 and k.user_id = $2 and k.expires_at > now() order by s.key_id desc limit 100`,
    [tenantId, userId],
  )
}

/**
 * Ends sessions of a user: the one named, or those that are over and have nothing left to carry out. Answers how many that
 * were.
 */
export async function deleteSession(
  tx: Sql,
  { tenantId, userId }: Pick<Principal, 'tenantId' | 'userId'>,
  which: { keyId: string } | 'over',
): Promise<number> {
  const keyId = which === 'over' ? null : which.keyId
  const rows = await tx.query(
    `delete from api_keys k using dashboard_sessions s
     where s.tenant_id = $1 and k.tenant_id = s.tenant_id and k.id = s.key_id and k.user_id = $2
       and case when $3::text is not null then k.id = $3 else k.expires_at <= now() and not exists (
         select 1 from pending_decisions p
         where p.tenant_id = k.tenant_id and p.key_id = k.id and p.failure is null) end
     returning 1`,
    [tenantId, userId, keyId],
  )
  return rows.length
}
