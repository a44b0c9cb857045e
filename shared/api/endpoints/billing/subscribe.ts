/** POST /billing/subscribe */

import { subscribeBody, subscription } from '../../../domain/billing.ts'
import { subscribe } from '../../../flow/billing/subscription.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const subscribeEndpoint = defineEndpoint({
  name: 'subscribe',
  tag: 'Billing',
  summary: 'Subscribe to a plan',
  description:
    'An account has one subscription: to subscribe to another plan is to change to it, with a new month that begins now and is paid in full. Each month that is paid grants the credits of the plan. `incomplete`: the customer has to confirm the first payment with `client_secret`. To subscribe again to the plan that one has takes a cancellation back. With a sandbox key it is simulated, and grants nothing.',
  body: subscribeBody,
  status: 201,
  answer: subscription,
  errors: ['payment_failed', 'unavailable'],
  repeatable: { resumes: true },
  handle: ({ deps, principal, body }) => subscribe(deps, principal, body),
})
