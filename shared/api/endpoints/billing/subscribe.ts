/** POST /billing/subscribe */

import { subscribeBody, subscription } from '../../../domain/billing.ts'
import { subscribe } from '../../../flow/billing/subscription.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const subscribeEndpoint = defineEndpoint({
  name: 'subscribe',
  tag: 'Billing',
  summary: 'Subscribe to a plan',
  description:
    'An account has one subscription. If you subscribe to another plan, you change to it: a new month begins now and is paid in full. Each paid month grants the credits of the plan. If the status is `incomplete`, the customer must confirm the first payment with `client_secret`. If you subscribe to your current plan again, you undo a cancellation. With a sandbox key it is simulated, and grants nothing.',
  body: subscribeBody,
  status: 201,
  answer: subscription,
  errors: ['payment_failed', 'unavailable'],
  repeatable: { resumes: true },
  handle: ({ deps, principal, body }) => subscribe(deps, principal, body),
})
