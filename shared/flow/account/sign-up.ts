/** Signing up: an account with its two tenants, its first user, its first credits and its first two keys. */
import { type SignedUp, type SignUp, signupCredits } from '../../domain/account.ts'
import { isLocalAddress } from '../../domain/address.ts'
import type { SignupMode } from '../../domain/confirmation.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import { scopes } from '../../domain/scopes.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { insertAccount } from '../../store/account.ts'
import { countPublicRequest, findPublicUse, type RateUse } from '../../store/admission.ts'
import type { Database } from '../../store/database.ts'
import { findConfirmableUser } from '../../store/signup.ts'
import { rateLimited } from '../access/rate-limited.ts'
import { takeInvite } from './invite.ts'
import { issueKey } from './issue-key.ts'

/**
 * Counts a signup with an Idempotency-Key, a repeated one too: they answer an account's keys to whoever names it.
 * @throws ServiceError `rate_limited`.
 */
export async function countRepeatableSignUp(database: Database, network: string): Promise<void> {
  const window = { seconds: 3_600, limit: limits.repeatableSignupsPerHour }
  const use = await countPublicRequest(database, `repeatable signup ${network}`, window)
  if (use.used > use.limit) throw rateLimited(use, perHour(use, ' with an Idempotency-Key'))
}

const perHour = ({ limit }: RateUse, kind = ''): string =>
  `${limit} signup${limit === 1 ? '' : 's'}${kind} an hour from one network`

/** Whether signups are counted by network: with codes, the code is the limit. */
const isCounted = (mode: SignupMode, signupsPerHour: number): boolean =>
  mode !== 'invite' && signupsPerHour < limits.signupsPerHourUncounted

const windowOf = (signupsPerHour: number) => ({ seconds: 3_600, limit: signupsPerHour })
const signUpsUsedUp = (use: RateUse) => rateLimited(use, `${perHour(use)}; SIGNUPS_PER_HOUR`)

/**
 * Refuses who has no signup left, before what they ask is read. Nothing is counted: {@link signUp} does that.
 * @throws ServiceError `rate_limited`, `signup_closed`.
 */
export async function refuseSignUp(
  database: Database,
  { mode, perHour }: Pick<SignupRules, 'mode' | 'perHour'>,
  network: string,
): Promise<void> {
  if (mode === 'closed' || perHour === 0) throw new ServiceError('signup_closed')
  if (!isCounted(mode, perHour)) return
  const use = await findPublicUse(database, `signup ${network}`, windowOf(perHour))
  if (use.used >= use.limit) throw signUpsUsedUp(use)
}

/** Who may sign up, and how: of the settings. */
export interface SignupRules {
  mode: SignupMode
  /** Of one network; 0: none. Not counted in the mode `invite`, nor at `limits.signupsPerHourUncounted`. */
  perHour: number
  inboxDomain: string
}

/**
 * Makes the account, where the rules let its caller. `network` is what the hourly limit counts by: see `networkOf`;
 * `counted` is told where that stands, if it is counted.
 * @throws ServiceError `signup_closed`, `invite_invalid`, `rate_limited`, `validation_error`.
 */
export function signUp(
  {
    database,
    queue,
    rules: { mode, perHour: limit, inboxDomain },
    counted,
  }: { database: Database; queue: Queue; rules: SignupRules; counted?(use: RateUse): void },
  { invite_code, ...order }: SignUp,
  network: string,
): Promise<SignedUp> {
  if (mode === 'closed' || limit === 0) throw new ServiceError('signup_closed')
  // Whoever has an inbox here would confirm by it that they have an inbox here.
  if (mode === 'confirm' && isLocalAddress(order.contact_email, inboxDomain))
    throw new ServiceError('validation_error', undefined, {
      details: [{ path: 'body.contact_email', message: 'must not be an address of this service' }],
    })
  return database.transaction(async (tx) => {
    if (mode === 'invite' && !(await takeInvite(tx, invite_code))) throw new ServiceError('invite_invalid')
    if (isCounted(mode, limit)) {
      const use = await countPublicRequest(tx, `signup ${network}`, windowOf(limit))
      if (use.used > use.limit) throw signUpsUsedUp(use)
      counted?.(use)
    }
    const made = await makeAccount(tx, order, { confirmed: false })
    if (mode === 'confirm') {
      const user = await findConfirmableUser(tx, made.account.id, made.user.id)
      const data = { tenantId: user!.tenantId, accountId: made.account.id, userId: made.user.id }
      await queue.enqueue(tx, 'confirmation', [{ data }])
    }
    return made
  })
}

/** Makes an account, whoever it is for; `confirmed` says that somebody vouches for its address. */
export async function makeAccount(
  tx: Sql,
  { organization_name, contact_email }: Omit<SignUp, 'invite_code'>,
  { confirmed }: { confirmed: boolean },
): Promise<SignedUp> {
  const account = { id: newId('account'), organizationName: organization_name, contactEmail: contact_email }
  const tenants = { liveTenantId: newId('tenant'), sandboxTenantId: newId('tenant') }
  const userId = newId('user')
  const created_at = await insertAccount(tx, {
    ...account,
    ...tenants,
    userId,
    confirmed,
    credits: signupCredits,
    creditEntryId: newId('creditEntry'),
  })
  const first = { userId, scopes, inboxId: null, expiresAt: null }
  const { liveTenantId, sandboxTenantId } = tenants
  return {
    account: { id: account.id, organization_name, contact_email, credits: signupCredits, created_at },
    user: { id: userId, email: contact_email },
    api_key: await issueKey(tx, { ...first, tenantId: liveTenantId, mode: 'live', name: 'First live key' }),
    sandbox_api_key: await issueKey(tx, {
      ...first,
      tenantId: sandboxTenantId,
      mode: 'sandbox',
      name: 'First sandbox key',
    }),
  }
}
