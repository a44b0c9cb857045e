/** Sessions of people who are signed in to the dashboard: begun, looked up, ended. */
import { hash, randomBytes } from 'node:crypto'
import { auditEntry } from '../../domain/audit.ts'
import { isId, newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import { roleScopes } from '../../domain/user.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertApiKey } from '../../store/api-key.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import {
  deleteSession,
  findSession,
  insertSession,
  type SessionOwner,
  type SignInUser,
} from '../../store/sign-in.ts'
import { lockRole } from '../../store/user.ts'

const secretBytes = 32
const secretShape = /^[A-Za-z0-9_-]{43}$/

/** A secret that a cookie holds, as base64url. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url')

/** Whether a cookie holds what may be a secret of ours. */
export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && secretShape.test(text)

/** What the database has of a secret: SHA-256, hex. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex')

/** Where somebody signs in from. */
export interface SignInFrom {
  address: string
  userAgent: string
}

/**
 * Begins a session of a user, on record, which may do what their role may; what session the browser had before (`former`)
 * ends. Answers its secret; null where the user is gone. `by` is what the record says of how they signed in.
 */
export async function beginSession(
  tx: Sql,
  { tenantId, accountId, userId }: Pick<SignInUser, 'tenantId' | 'accountId' | 'userId'>,
  { former, from, by }: { former: Principal | undefined; from: SignInFrom; by: Record<string, unknown> },
): Promise<string | null> {
  const role = await lockRole(tx, accountId, userId)
  if (role === undefined) return null
  if (former !== undefined) await deleteSession(tx, former, { keyId: former.keyId })
  const secret = newSecret()
  const keyId = newId('apiKey')
  const expiresAt = new Date(Date.now() + limits.sessionDays * 86_400_000).toISOString()
  await deleteSession(tx, { tenantId, userId }, 'over')
  await insertApiKey(tx, {
    tenantId,
    id: keyId,
    userId,
    name: 'Dashboard session',
    keyHash: hashOf(secret),
    keyPrefix: 'session',
    scopes: roleScopes[role],
    inboxId: null,
    expiresAt,
  })
  const { address, userAgent } = from
  await insertSession(tx, { tenantId, keyId, address, userAgent })
  const what = 'A user signed in to the dashboard.'
  await record(tx, { tenantId, userId, keyId }, what, { address, ...by })
  return secret
}

/** The session that a cookie names, looked up anew: it may have ended a moment ago, at another process. */
export async function sessionOf(sql: Sql, secret: string | undefined): Promise<SessionOwner | undefined> {
  return isSecret(secret) ? findSession(sql, hashOf(secret)) : undefined
}

/** Ends a session of the caller, this one or another, on record and on every process at once; false where there is none. */
export async function endSession(database: Database, principal: Principal, keyId: string): Promise<boolean> {
  if (!isId('apiKey', keyId)) return false
  return database.transaction(async (tx) => {
    if ((await deleteSession(tx, principal, { keyId })) === 0) return false
    await record(tx, { ...principal, keyId }, 'A session of a user was ended.', {
      by_key_id: principal.keyId,
    })
    return true
  })
}

const record = (
  tx: Sql,
  { tenantId, userId, keyId }: Pick<Principal, 'tenantId' | 'userId' | 'keyId'>,
  what: string,
  more: Record<string, unknown>,
) =>
  insertAuditEntries(tx, [
    auditEntry(tenantId, null, 'settings', 'low', what, { user_id: userId, key_id: keyId, ...more }),
  ])
