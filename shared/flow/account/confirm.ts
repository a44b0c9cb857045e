/** Confirming that somebody reads an account's address: asking for the mail, and following its link. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { countAsking } from '../../store/admission.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { confirmUser, findConfirmableUser, findUnconfirmedUsers } from '../../store/signup.ts'
import { rateLimited } from '../access/rate-limited.ts'
import { addressMark, readConfirmationToken } from './confirmation-link.ts'

/**
 * Has the mail with the link sent to the address of the caller's user, again too; live and sandbox keys are counted apart.
 * @throws ServiceError `already_confirmed`, `rate_limited`, `not_found`.
 */
export function requestConfirmation(
  { database, queue }: { database: Database; queue: Queue },
  { tenantId, accountId, userId }: Principal,
): Promise<{ email: string; link_valid_hours: number }> {
  return database.transaction(async (tx) => {
    const user = await findConfirmableUser(tx, accountId, userId)
    if (user === undefined) throw new ServiceError('not_found')
    if (user.confirmedAt !== null) throw new ServiceError('already_confirmed')
    const window = { seconds: 3_600, limit: limits.confirmationMailsPerHour }
    const use = await countAsking(tx, { tenantId, subject: 'confirmation' }, window)
    if (use.used > use.limit) throw rateLimited(use, `${use.limit} mails with a link an hour`)
    await queue.enqueue(tx, 'confirmation', [{ data: { tenantId: user.tenantId, accountId, userId } }])
    return { email: user.email, link_valid_hours: limits.confirmationHours }
  })
}

/** What a link leads to. */
export type Confirmation =
  | { state: 'open'; accountId: string; userId: string; tenantId: string; email: string }
  | { state: 'confirmed' | 'expired' | 'invalid' }

/** Looks at a link; that changes nothing, since mail scanners open links, too. */
export async function openConfirmation(
  { database, keyring }: { database: Database; keyring: Keyring },
  token: string,
): Promise<Confirmation> {
  const link = readConfirmationToken(keyring, token)
  if (link === null) return { state: 'invalid' }
  const { accountId, userId } = link
  const user = await findConfirmableUser(database, accountId, userId)
  if (user === undefined || addressMark(user.email) !== link.address) return { state: 'invalid' }
  if (user.confirmedAt !== null) return { state: 'confirmed' }
  if (link.expiresAt <= Date.now()) return { state: 'expired' }
  return { state: 'open', accountId, userId, tenantId: user.tenantId, email: user.email }
}

/** Follows a link that {@link openConfirmation} found open, on record. A link acts once. */
export async function confirm(
  database: Database,
  { tenantId, ...user }: Extract<Confirmation, { state: 'open' }>,
): Promise<void> {
  await database.transaction((tx) => confirmBy(tx, { tenantId, ...user }, 'link'))
}

/** How somebody has shown that they read an address, or who vouches for it. */
type ConfirmedBy = 'link' | 'sign_in' | 'operator'

/** Confirms a user's address, on record, unless it is; answers whether it wasn't. */
export async function confirmBy(
  tx: Sql,
  { tenantId, ...user }: { tenantId: string; accountId: string; userId: string; email: string },
  by: ConfirmedBy,
): Promise<boolean> {
  if (!(await confirmUser(tx, user))) return false
  await record(tx, tenantId, user.userId, by)
  return true
}

/** The operator vouches for the addresses of an account; answers those that nobody had confirmed. */
export function vouchFor(database: Database, accountId: string): Promise<string[]> {
  return database.transaction(async (tx) => {
    const confirmed: string[] = []
    for (const { id: userId, email } of await findUnconfirmedUsers(tx, accountId)) {
      const user = await findConfirmableUser(tx, accountId, userId)
      if (user === undefined) continue
      const { tenantId } = user
      if (await confirmBy(tx, { tenantId, accountId, userId, email }, 'operator')) confirmed.push(email)
    }
    return confirmed
  })
}

const record = (tx: Sql, tenantId: string, userId: string, by: ConfirmedBy) =>
  insertAuditEntries(tx, [
    auditEntry(tenantId, null, 'settings', 'low', 'The address of a user was confirmed.', {
      // Whose address the operator vouches for has done nothing.
      [by === 'operator' ? 'of_user_id' : 'user_id']: userId,
      by,
    }),
  ])
