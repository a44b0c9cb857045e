/** POST /billing/payment-methods */

import { paymentMethod, paymentMethodBody } from '../../../domain/billing.ts'
import { addPaymentMethod } from '../../../flow/billing/payment-methods.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createPaymentMethodEndpoint = defineEndpoint({
  name: 'create_payment_method',
  tag: 'Billing',
  summary: 'Set up a payment method',
  description:
    'Takes the token that the payment gateway gave the browser for a card, never the card itself. With a sandbox key, nothing reaches a gateway: a token with `chargeDeclined` or `authenticationRequired` in it (`pm_card_chargeDeclined`) makes simulated payments end so.',
  body: paymentMethodBody,
  status: 201,
  answer: paymentMethod,
  errors: ['payment_failed', 'unavailable'],
  repeatable: { resumes: true },
  handle: ({ deps, principal, body }) => addPaymentMethod(deps, principal, body),
})
