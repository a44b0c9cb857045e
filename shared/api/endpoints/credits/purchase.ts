/** POST /credits/purchase */

import { purchaseBody, purchasedOrder } from '../../../domain/billing.ts'
import { purchase } from '../../../flow/billing/purchase.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const purchaseCreditsEndpoint = defineEndpoint({
  name: 'purchase_credits',
  tag: 'Credits',
  summary: 'Buy credits',
  description:
    "Creates an order, pays for it with the payment method and grants the credits. If the status is `requires_action`, the customer must confirm with `client_secret` (3-D Secure) to get the credits. If it is `processing`, the gateway has not answered yet; the service follows up, so don't order again. A declined card is 402 `payment_failed`. Send an `Idempotency-Key`, so that a repeated request is the same purchase. With the gateway `manual`, nobody takes money: the order is recorded and its credits are granted at once. A sandbox key creates a simulated order, which moves no money and grants nothing.",
  body: purchaseBody,
  status: 201,
  answer: purchasedOrder,
  errors: ['payment_failed', 'unavailable'],
  repeatable: { resumes: true },
  handle: ({ deps, principal, body, requestId }) => purchase(deps, principal, body, requestId),
})
