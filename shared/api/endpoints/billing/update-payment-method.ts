/** PATCH /billing/payment-methods/{payment_method_id} */

import { paymentMethod, updatePaymentMethodBody } from '../../../domain/billing.ts'
import { setDefaultMethod } from '../../../flow/billing/payment-methods.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const updatePaymentMethodEndpoint = defineEndpoint({
  name: 'update_payment_method',
  tag: 'Billing',
  summary: 'Make a payment method the default',
  description:
    'Purchases, plans and top-ups that name no payment method are paid with the default from now on. A plan that has begun goes on with the payment method it was begun with. If the payment method is the default already, nothing changes. If the payment gateway no longer has it, the answer is 402 `payment_failed`, and the default stays as it was.',
  body: updatePaymentMethodBody,
  status: 200,
  answer: paymentMethod,
  errors: ['not_found', 'payment_failed', 'unavailable'],
  handle: async ({ deps, principal, path }) =>
    found(await setDefaultMethod(deps, principal, path('payment_method_id'))),
})
