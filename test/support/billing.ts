/** Shortcuts for tests of billing: an API with Stripe behind it, its events, and the ledger of an account. */

import { parseConfig } from '../../config/config.ts'
import { createBilling } from '../../shared/billing/index.ts'
import type { BillingParts } from '../../shared/flow/billing/parts.ts'
import { createLog } from '../../shared/lib/log.ts'
import type { Database } from '../../shared/store/database.ts'
import type { Answer, TestApi } from './api.ts'
import type { StripeServer } from './stripe-server.ts'

/** What the worker of billing is given, beside an API on `database`. */
export function billingParts(database: Database, settings: Record<string, string> = {}): BillingParts {
  return { database, billing: createBilling(parseConfig(settings)), log: createLog('fatal') }
}

/** Posts an event as Stripe does. */
export function postEvent(
  api: TestApi,
  { body, signature }: { body: string; signature: string },
): Promise<Answer> {
  return api.inject({
    method: 'POST',
    url: '/api/v1/billing/stripe/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: body,
  })
}

/** Makes an event of Stripe's server and posts it; answers the status. */
export async function tell(
  api: TestApi,
  stripe: StripeServer,
  type: string,
  object: Record<string, unknown>,
): Promise<number> {
  return (await postEvent(api, stripe.event(type, object))).status
}

/** The entries of an account's ledger, oldest first. */
export async function ledgerOf(
  database: Database,
  accountId: string,
): Promise<{ amount: number; reason: string; reference: string | null; balance_after: number }[]> {
  return database.query(
    'select amount, reason, reference, balance_after from credit_entries where account_id = $1 order by sequence',
    [accountId],
  )
}

/** Whether each entry leads from the balance before to the one after, and the last one to the account's. */
export async function ledgerAddsUp(database: Database, accountId: string): Promise<boolean> {
  const entries = await ledgerOf(database, accountId)
  const [account] = await database.query<{ credits: number }>('select credits from accounts where id = $1', [
    accountId,
  ])
  let balance = 0
  return (
    entries.every(({ amount, balance_after }) => {
      balance += amount
      return balance === balance_after && balance >= 0
    }) && balance === account!.credits
  )
}
