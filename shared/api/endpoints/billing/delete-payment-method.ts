/** DELETE /billing/payment-methods/{payment_method_id} */

import { removePaymentMethod } from '../../../flow/billing/payment-methods.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deletePaymentMethodEndpoint = defineEndpoint({
  name: 'delete_payment_method',
  tag: 'Billing',
  summary: 'Remove a payment method',
  description:
    'The service no longer pays with it. If it was the default, the newest of the remaining methods becomes the default.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    found((await removePaymentMethod(deps, principal, path('payment_method_id'))) || null)
    return undefined
  },
})
