/** DELETE /billing/payment-methods/{payment_method_id} */

import { removePaymentMethod } from '../../../flow/billing/payment-methods.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deletePaymentMethodEndpoint = defineEndpoint({
  name: 'delete_payment_method',
  tag: 'Billing',
  summary: 'Remove a payment method',
  description:
    'Nothing is paid with it any more. Of those that are left, the newest becomes the default where this was it.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    found((await removePaymentMethod(deps, principal, path('payment_method_id'))) || null)
    return undefined
  },
})
