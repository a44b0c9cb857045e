/** GET /billing/payment-methods */

import { paymentMethodPage, paymentMethodQuery } from '../../../domain/billing.ts'
import { listMethods } from '../../../store/billing-methods.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listPaymentMethodsEndpoint = defineEndpoint({
  name: 'list_payment_methods',
  tag: 'Billing',
  summary: 'List payment methods',
  description: 'Newest first.',
  query: paymentMethodQuery,
  status: 200,
  answer: paymentMethodPage,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'payment_methods', principal, query },
      (asked, sql) => listMethods(sql, principal.tenantId, asked),
      ({ id }) => [id],
    )
    return { payment_methods: items, ...page }
  },
})
