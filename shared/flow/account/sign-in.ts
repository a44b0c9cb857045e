/** Signing in by a mailed link: asking for it, following it in the browser that asked, and ending what it began. */
import { hash, randomBytes } from 'node:crypto'
import { auditEntry } from '../../domain/audit.ts'
import { isId, newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Scope } from '../../domain/scopes.ts'
import { roleScopes } from '../../domain/user.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { countPublicRequest } from '../../store/admission.ts'
import { insertApiKey } from '../../store/api-key.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import {
  deleteSession,
  findSession,
  findSignInLink,
  findSignInUsers,
  insertSession,
  insertSignInLink,
  type SessionOwner,
  type SignInUser,
  useSignInLink,
} from '../../store/sign-in.ts'
import { lockRole } from '../../store/user.ts'
import { confirmBy } from './confirm.ts'
import { makeSignInToken, readSignInToken, signInPath } from './sign-in-link.ts'

export interface SignInParts {
  database: Database
  queue: Queue
  keyring: Keyring
}

const secretBytes = 32
const newSecret = (): string => randomBytes(secretBytes).toString('base64url')
const hashOf = (secret: string): string => hash('sha256', secret, 'hex')
const secretShape = /^[A-Za-z0-9_-]{43}$/

/**
 * Has a link mailed to `email`, if a user has it: whoever asks is not told. Answers the secret that the browser which
 * asked has to show with the link. Beyond `limits.signInMailsPerHour` nothing is mailed.
 */
export async function requestSignIn(
  { database, queue }: Pick<SignInParts, 'database' | 'queue'>,
  email: string,
): Promise<string> {
  const browser = newSecret()
  const address = email.toLowerCase()
  await database.transaction(async (tx) => {
    const window = { seconds: 3_600, limit: limits.signInMailsPerHour }
    const use = await countPublicRequest(tx, `sign_in ${hashOf(address)}`, window)
    if (use.used > use.limit) return
    const id = newId('signInLink')
    const minutes = limits.signInMinutes
    await insertSignInLink(tx, { id, email: address, browserHash: hashOf(browser), minutes })
    await queue.enqueue(tx, 'sign_in', [{ data: { linkId: id } }])
  })
  return browser
}

/**
 * A link for whoever runs the service to hand out, or to open: as good as a mailed one, in any browser. Answers its path.
 */
export async function makeOperatorLink(
  { database, keyring }: Pick<SignInParts, 'database' | 'keyring'>,
  email: string,
): Promise<string> {
  const id = newId('signInLink')
  const minutes = limits.signInMinutes
  await insertSignInLink(database, { id, email: email.toLowerCase(), browserHash: null, minutes })
  return `${signInPath}/${makeSignInToken(keyring, id)}`
}

/** What a link leads to, in one browser. */
export type SignIn =
  | {
      state: 'open'
      linkId: string
      email: string
      /** Whether it was mailed: whoever has it reads the address. */
      mailed: boolean
      users: SignInUser[]
    }
  | { state: 'invalid' | 'over' | 'another_browser' }

/** Looks at a link; that changes nothing, since mail scanners open links, too. `browser` is the secret of {@link requestSignIn}. */
export async function openSignIn(
  { database, keyring }: Pick<SignInParts, 'database' | 'keyring'>,
  token: string,
  browser: string | undefined,
): Promise<SignIn> {
  const linkId = readSignInToken(keyring, token)
  const link = linkId === null ? undefined : await findSignInLink(database, linkId)
  if (linkId === null || link === undefined) return { state: 'invalid' }
  if (link.over) return { state: 'over' }
  if (link.browserHash !== null && (browser === undefined || hashOf(browser) !== link.browserHash))
    return { state: 'another_browser' }
  const users = await findSignInUsers(database, link.email)
  return { state: 'open', linkId, email: link.email, mailed: link.browserHash !== null, users }
}

/** Where somebody signs in from. */
export interface SignInFrom {
  address: string
  userAgent: string
}

/**
 * Follows a link that {@link openSignIn} found open, as one of its users, on record: answers the secret of a new session,
 * which may do what the user's role may; null where the link is used up by now, or the user gone. A link that was mailed
 * confirms the address. What session the browser had before (`former`) ends.
 */
export function signIn(
  database: Database,
  { linkId, mailed }: Extract<SignIn, { state: 'open' }>,
  user: SignInUser,
  {
    browser = '',
    former,
    from,
  }: { browser: string | undefined; former: Principal | undefined; from: SignInFrom },
): Promise<string | null> {
  return database.transaction(async (tx) => {
    if (!(await useSignInLink(tx, linkId, hashOf(browser)))) return null
    const role = await lockRole(tx, user.accountId, user.userId)
    if (role === undefined) return null
    if (former !== undefined) await deleteSession(tx, former, { keyId: former.keyId })
    if (mailed) await confirmBy(tx, user, 'sign_in')
    return beginSession(tx, user, roleScopes[role], from)
  })
}

async function beginSession(
  tx: Sql,
  { tenantId, userId }: SignInUser,
  scopes: readonly Scope[],
  { address, userAgent }: SignInFrom,
): Promise<string> {
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
    scopes,
    inboxId: null,
    expiresAt,
  })
  await insertSession(tx, { tenantId, keyId, address, userAgent })
  await record(tx, { tenantId, userId, keyId }, 'A user signed in to the dashboard.', { address })
  return secret
}

/** The session that a cookie names, looked up anew: it may have ended a moment ago, at another process. */
export async function sessionOf(sql: Sql, secret: string | undefined): Promise<SessionOwner | undefined> {
  return secret !== undefined && secretShape.test(secret) ? findSession(sql, hashOf(secret)) : undefined
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
