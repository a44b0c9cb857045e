/** Passkeys of users, and the challenges that are out to be signed by one, in the database. */
import type { Sql } from '../lib/sql.ts'
import type { SignInUser } from './sign-in.ts'

/** A challenge that is out; hashes in hex. */
export interface Challenge {
  /** Of the secret that the browser which asked has. */
  browserHash: string
  challenge: string
  /** Of the session that adds a passkey; null: somebody signs in with one. */
  sessionHash: string | null
}

/** Rows of ended challenges that one call deletes at most. */
const endedChallenges = 100

/** Stores a challenge that is good for so many minutes. Those that have ended go. */
export async function insertChallenge(
  sql: Sql,
  { browserHash, challenge, sessionHash, minutes }: Challenge & { minutes: number },
): Promise<void> {
  await sql.query(
    `delete from passkey_challenges where browser_hash = any(array(
       select browser_hash from passkey_challenges where expires_at < now() order by expires_at limit $1
       for update skip locked))`,
    [endedChallenges],
  )
  await sql.query(
    `insert into passkey_challenges (browser_hash, challenge, session_hash, expires_at)
     values (decode($1, 'hex'), $2, decode($3, 'hex'), now() + make_interval(mins => $4))`,
    [browserHash, challenge, sessionHash, minutes],
  )
}

/** Uses up the challenge of a browser; undefined where it has none, or it is too old, or out for something else. */
export async function takeChallenge(
  sql: Sql,
  browserHash: string,
  sessionHash: string | null,
): Promise<string | undefined> {
  const [row] = await sql.query<{ challenge: string; good: boolean }>(
    `delete from passkey_challenges where browser_hash = decode($1, 'hex')
     returning challenge, expires_at > now() and session_hash is not distinct from decode($2, 'hex') as good`,
    [browserHash, sessionHash],
  )
  return row?.good ? row.challenge : undefined
}

/** A user, as their passkeys are kept by. */
export type PasskeyOwner = Pick<SignInUser, 'accountId' | 'userId'>

/** A passkey, as its user sees it. */
export interface PasskeyView {
  id: string
  /** Base64url. */
  credentialId: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** Those of one user, newest first. */
export async function listPasskeys(sql: Sql, { accountId, userId }: PasskeyOwner): Promise<PasskeyView[]> {
  const rows = await sql.query<Omit<PasskeyView, 'credentialId'> & { credential: Buffer }>(
    `select id, credential_id as credential, name, created_at as "createdAt", last_used_at as "lastUsedAt"
     from passkeys where account_id = $1 and user_id = $2 order by id desc`,
    [accountId, userId],
  )
  return rows.map(({ credential, ...row }) => ({ ...row, credentialId: credential.toString('base64url') }))
}

/** False where somebody has this credential already. */
export async function insertPasskey(
  tx: Sql,
  passkey: PasskeyOwner & {
    id: string
    credentialId: Buffer
    publicKey: Buffer
    counter: number
    name: string
  },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into passkeys (account_id, user_id, id, credential_id, public_key, counter, name)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning 1`,
    [
      passkey.accountId,
      passkey.userId,
      passkey.id,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.name,
    ],
  )
  return rows.length === 1
}

/** A passkey, as somebody signs in with it. */
export interface StoredPasskey extends PasskeyOwner {
  id: string
  /** The live tenant of its user's account. */
  tenantId: string
  publicKey: Buffer
  counter: number
}

/** By what the authenticator knows it by, of accounts that are there. */
export async function findPasskey(sql: Sql, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  const [row] = await sql.query<StoredPasskey>(
    `select p.account_id as "accountId", p.user_id as "userId", p.id, t.id as "tenantId",
       p.public_key as "publicKey", p.counter::float8 as counter
     from passkeys p join accounts a on a.id = p.account_id and a.deleted_at is null
     join tenants t on t.account_id = a.id and t.mode = 'live'
     where p.credential_id = $1`,
    [credentialId],
  )
  return row
}

/**
 * Notes that a passkey has signed, as its authenticator counts; false where it is gone, or had counted as far before
 * (WebAuthn Level 3 §6.1.1).
 */
export async function usePasskey(
  tx: Sql,
  { accountId, userId, id }: PasskeyOwner & { id: string },
  counter: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update passkeys set counter = $4, last_used_at = now()
     where account_id = $1 and user_id = $2 and id = $3 and (counter < $4 or counter = 0 and $4 = 0) returning 1`,
    [accountId, userId, id, counter],
  )
  return rows.length === 1
}

/** Answers the name of the one that is gone; undefined where there was none. */
export async function deletePasskey(
  tx: Sql,
  { accountId, userId }: PasskeyOwner,
  id: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    'delete from passkeys where account_id = $1 and user_id = $2 and id = $3 returning name',
    [accountId, userId, id],
  )
  return row?.name
}
