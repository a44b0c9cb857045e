/** Ends what a deleted account would go on paying for. */
import { type Billing, gatewayNamed } from '../../billing/index.ts'
import type { Log } from '../../lib/log.ts'
import { findStandingOrders } from '../../store/account-deletion.ts'
import type { Database } from '../../store/database.ts'

/**
 * Ends the subscriptions of an account at their gateways at once, and takes its payment methods out of them. What belongs
 * to a gateway that isn't in use any more is logged, for somebody to end it there.
 * @throws GatewayUnavailableError: the account's rows must not go before.
 */
export async function endBilling(
  { database, billing, log }: { database: Database; billing: Billing; log: Log },
  accountId: string,
): Promise<void> {
  for (const { kind, gateway: name, reference } of await findStandingOrders(database, accountId)) {
    const gateway = gatewayNamed(billing, name)
    if (gateway === undefined)
      log.error(
        { account_id: accountId, gateway: name, reference },
        `a deleted account's ${kind} is to be ended by hand`,
      )
    else if (kind === 'subscription') await gateway.endSubscription(reference)
    else await gateway.removeMethod(reference)
  }
}
