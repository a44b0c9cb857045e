/** DELETE /billing/subscription */

import { cancelSubscription } from '../../../flow/billing/subscription.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const cancelSubscriptionEndpoint = defineEndpoint({
  name: 'cancel_subscription',
  tag: 'Billing',
  summary: 'Cancel the subscription',
  description:
    'It ends with the month that is paid for, and at once where none is. Credits stay. Until then, subscribing to the same plan takes the cancellation back.',
  status: 204,
  answer: null,
  errors: ['not_found', 'unavailable'],
  handle: async ({ deps, principal }) => {
    found((await cancelSubscription(deps, principal)) || null)
    return undefined
  },
})
