/** Ends what a deleted account would go on paying for. */
import { GatewayUnavailableError } from '../../billing/gateway.ts'
import { gatewayNamed } from '../../billing/index.ts'
import { findStandingOrders, findUnansweredCustomers } from '../../store/account-deletion.ts'
import type { BillingParts } from '../billing/parts.ts'

/**
 * Ends the subscriptions of an account at their gateways at once, and takes its payment methods out of them. What belongs
 * to a gateway that isn't in use any more is logged, for somebody to end it there.
 * @throws GatewayUnavailableError: the account's rows must not go before.
 */
export async function endBilling(parts: BillingParts, accountId: string): Promise<void> {
  const { database, billing, log } = parts
  const underWay = await endUnanswered(parts, accountId)
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
  // It may come to be after it was looked for: the rows by which it is found again stay for a while.
  if (underWay) throw new GatewayUnavailableError('a subscription may still be under way')
}

/**
 * Ends subscriptions that were asked for, and whose gateway was never heard of them. Answers whether one of them may still
 * be under way to it.
 */
async function endUnanswered({ database, billing, log }: BillingParts, accountId: string): Promise<boolean> {
  let waits = false
  for (const customer of await findUnansweredCustomers(database, accountId)) {
    const { gateway: name, reference, tenantId, underWay } = customer
    const gateway = gatewayNamed(billing, name)
    if (gateway === undefined) {
      const facts = { account_id: accountId, gateway: name, customer: reference }
      log.error(
        facts,
        "subscriptions of a deleted account's customer are to be ended by hand, if there are any",
      )
    } else if (gateway.endAllSubscriptions !== undefined) {
      await gateway.endAllSubscriptions(reference, tenantId)
      waits ||= underWay
    }
  }
  return waits
}
