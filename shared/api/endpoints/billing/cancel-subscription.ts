/** DELETE /billing/subscription */

import { cancelSubscription } from '../../../flow/billing/subscription.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const cancelSubscriptionEndpoint = defineEndpoint({
  name: 'cancel_subscription',
  tag: 'Billing',
  summary: 'Cancel the subscription',
  description:
    'The subscription ends with the month that is paid for, or at once if none is. You keep your credits. Until the end, you can undo the cancellation by subscribing to the same plan again.',
  status: 204,
  answer: null,
  errors: ['not_found', 'unavailable'],
  handle: async ({ deps, principal }) => {
    found((await cancelSubscription(deps, principal)) || null)
    return undefined
  },
})
