/** Signing up: an account with its two tenants, its first user, its first credits and its first two keys. */
import { type SignedUp, type SignUp, signupCredits } from '../../domain/account.ts'
import { newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import { scopes } from '../../domain/scopes.ts'
import { insertAccount } from '../../store/account.ts'
import { countPublicRequest, type RateUse } from '../../store/admission.ts'
import type { Database } from '../../store/database.ts'
import { rateLimited } from '../access/admission.ts'
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

/**
 * Makes the account. `network` is what the hourly limit counts by: see `networkOf`; `counted` is told where that stands.
 * @throws ServiceError `rate_limited`.
 */
export function signUp(
  {
    database,
    signupsPerHour,
    counted,
  }: { database: Database; signupsPerHour: number; counted?(use: RateUse): void },
  { organization_name, contact_email }: SignUp,
  network: string,
): Promise<SignedUp> {
  return database.transaction(async (tx) => {
    if (signupsPerHour > 0) {
      const use = await countPublicRequest(tx, `signup ${network}`, { seconds: 3_600, limit: signupsPerHour })
      if (use.used > use.limit) throw rateLimited(use, `${perHour(use)}; SIGNUPS_PER_HOUR`)
      counted?.(use)
    }
    const account = { id: newId('account'), organizationName: organization_name, contactEmail: contact_email }
    const tenants = { liveTenantId: newId('tenant'), sandboxTenantId: newId('tenant') }
    const userId = newId('user')
    const created_at = await insertAccount(tx, {
      ...account,
      ...tenants,
      userId,
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
  })
}
