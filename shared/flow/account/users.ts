/** The users of an account: inviting them, changing their roles, removing them. Nobody gives, or takes, more than they have. */
import { isLocalAddress } from '../../domain/address.ts'
import { type AuditEntry, auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import { type CreateUser, type Role, roleScopes, type User } from '../../domain/user.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { countAsking } from '../../store/admission.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import {
  deleteKeysOf,
  deleteSessionsOf,
  deleteUser,
  insertUser,
  listUsers,
  lockUsers,
  narrowKeysOf,
  type UserRow,
  updateRole,
} from '../../store/user.ts'
import { assertKeyLives } from '../access/key-lives.ts'
import { rateLimited } from '../access/rate-limited.ts'
import { assertManages, assertWholeAccount } from './whole-account.ts'

/**
 * Makes a user and has them mailed where to sign in. Up to `limits.usersPerAccount` of them, `limits.invitesPerHour` an hour.
 * @throws ServiceError `unauthorized`, `forbidden`, `validation_error`, `user_exists`, `quota_exceeded`, `rate_limited`.
 */
export function inviteUser(
  { database, queue, inboxDomain }: { database: Database; queue: Queue; inboxDomain: string },
  principal: Principal,
  { email, role }: CreateUser,
): Promise<User> {
  assertWholeAccount(principal)
  assertHas(principal, role)
  // Whoever reads that inbox through the API, an agent for one, would sign in by it.
  if (isLocalAddress(email, inboxDomain))
    throw new ServiceError('validation_error', undefined, {
      details: [{ path: 'body.email', message: 'must not be an address of this service' }],
    })
  const { tenantId, accountId, userId: invitedBy } = principal
  return database.transaction(async (tx) => {
    const window = { seconds: 3_600, limit: limits.invitesPerHour }
    const use = await countAsking(tx, { tenantId, subject: 'invites' }, window)
    if (use.used > use.limit) throw rateLimited(use, `${use.limit} invites an hour`)
    const users = await lockUsers(tx, accountId)
    // Whoever was removed meanwhile, and waited here for that, invites nobody any more.
    await assertKeyLives(tx, principal)
    assertManages(users.find(({ id }) => id === invitedBy)?.role)
    if (users.some((one) => one.email.toLowerCase() === email.toLowerCase()))
      throw new ServiceError('user_exists')
    if (users.length >= limits.usersPerAccount)
      throw new ServiceError('quota_exceeded', `An account has ${limits.usersPerAccount} users at most.`)
    const id = newId('user')
    await insertUser(tx, { id, email, role, accountId, invitedBy })
    await queue.enqueue(tx, 'invitation', [{ data: { tenantId, accountId, userId: id } }])
    await insertAuditEntries(tx, [entry(principal, 'A user was invited.', { id, email, role })])
    return shown(tx, accountId, id)
  })
}

/**
 * Gives a user another role. Their sessions end, since each has what its role had; the API keys that they have made can do
 * no more than the role allows, from now on.
 * @throws ServiceError `forbidden`, `not_found`, `last_owner`.
 */
export function changeRole(
  database: Database,
  principal: Principal,
  userId: string,
  role: Role,
): Promise<User> {
  const { accountId } = principal
  return database.transaction(async (tx) => {
    const user = await lockChangeable(tx, principal, userId, role)
    if (user.role !== role) {
      await updateRole(tx, accountId, userId, role)
      const sessions = await deleteSessionsOf(tx, accountId, userId)
      const what = 'The role of a user was changed.'
      await insertAuditEntries(tx, [
        entry(principal, what, { ...user, role }, { former_role: user.role, ended_sessions: sessions }),
      ])
    }
    return shown(tx, accountId, userId)
  })
}

/**
 * Removes a user: their sessions, their links of notices and, unless they are kept, their API keys end with that, on every
 * process at once. Kept ones can do what the role allowed.
 * @throws ServiceError `forbidden`, `not_found`, `last_owner`.
 */
export async function removeUser(
  database: Database,
  principal: Principal,
  userId: string,
  { keepKeys }: { keepKeys: boolean },
): Promise<void> {
  const { accountId } = principal
  await database.transaction(async (tx) => {
    const user = await lockChangeable(tx, principal, userId, null)
    const sessions = await deleteSessionsOf(tx, accountId, userId)
    // What the role didn't let them do would be theirs again once nobody has that role.
    if (keepKeys) await narrowKeysOf(tx, { accountId, userId, most: roleScopes[user.role] })
    const keys = keepKeys ? [] : await deleteKeysOf(tx, accountId, userId)
    await deleteUser(tx, accountId, userId)
    const more = { ended_sessions: sessions, revoked_keys: keys.length }
    await insertAuditEntries(tx, [
      entry(principal, 'A user was removed.', user, more),
      ...keys.map(({ tenantId, id, inboxId, name, keyPrefix }) =>
        auditEntry(tenantId, inboxId, 'key_revoked', 'low', `API key "${name}" was revoked with its user.`, {
          key_id: id,
          key_prefix: keyPrefix,
          user_id: principal.userId,
          by_key_id: principal.keyId,
        }),
      ),
    ])
  })
}

/** `role`: the one to be had; null: none, they go. */
async function lockChangeable(
  tx: Sql,
  principal: Principal,
  userId: string,
  role: Role | null,
): Promise<UserRow> {
  const users = await lockUsers(tx, principal.accountId)
  await assertKeyLives(tx, principal)
  assertManages(users.find(({ id }) => id === principal.userId)?.role)
  const user = users.find(({ id }) => id === userId)
  if (user === undefined) throw new ServiceError('not_found')
  assertWholeAccount(principal)
  assertHas(principal, user.role)
  if (role !== null) assertHas(principal, role)
  const owners = users.filter((one) => one.role === 'owner')
  if (user.role === 'owner' && role !== 'owner' && owners.length === 1) throw new ServiceError('last_owner')
  return user
}

function assertHas(principal: Principal, role: Role): void {
  const lacking = roleScopes[role].filter((scope) => !principal.scopes.includes(scope))
  if (lacking.length > 0)
    throw new ServiceError(
      'forbidden',
      `A key can not give or take a role with scopes it lacks: ${lacking.join(', ')}.`,
    )
}

async function shown(tx: Sql, accountId: string, userId: string): Promise<User> {
  return (await listUsers(tx, accountId)).find(({ id }) => id === userId)!
}

const entry = (
  { tenantId, userId, keyId }: Principal,
  what: string,
  { id, email, role }: UserRow,
  more: Record<string, unknown> = {},
): AuditEntry =>
  auditEntry(tenantId, null, 'settings', 'low', what, {
    user_id: id,
    email,
    role,
    ...more,
    by_user_id: userId,
    by_key_id: keyId,
  })
