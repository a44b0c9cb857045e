/** GET /billing/subscription */

import { subscription } from '../../../domain/billing.ts'
import { findCurrentSubscription, showSubscription } from '../../../store/billing-subscriptions.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getSubscriptionEndpoint = defineEndpoint({
  name: 'get_subscription',
  tag: 'Billing',
  summary: 'Get the subscription',
  description: 'Returns the subscription of the account, or 404 if it has none.',
  status: 200,
  answer: subscription,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal }) =>
    showSubscription(found(await findCurrentSubscription(database, principal.tenantId))),
})
