/** POST /credits/purchase */

import { purchaseBody, purchasedOrder } from '../../../domain/billing.ts'
import { purchase } from '../../../flow/billing/purchase.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const purchaseCreditsEndpoint = defineEndpoint({
  name: 'purchase_credits',
  tag: 'Credits',
  summary: 'Buy credits',
  description:
    'Makes an order, pays for it with the payment method and grants the credits. `requires_action`: the customer has to confirm with `client_secret` (3-D Secure), and the credits follow then. `processing`: the gateway has not answered yet; the order is looked after, and must not be made again. A declined card is 402 `payment_failed`. Send an `Idempotency-Key`, so that a repeated request is the same purchase. With the gateway `manual` nobody takes money: the order is on record and its credits are granted at once. A sandbox key makes a simulated order, which moves no money and grants nothing.',
  body: purchaseBody,
  status: 201,
  answer: purchasedOrder,
  errors: ['payment_failed', 'unavailable'],
  repeatable: { resumes: true },
  handle: ({ deps, principal, body, requestId }) => purchase(deps, principal, body, requestId),
})
