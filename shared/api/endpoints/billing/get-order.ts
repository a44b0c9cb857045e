/** GET /billing/orders/{order_id} */

import { order } from '../../../domain/billing.ts'
import { isId } from '../../../domain/ids.ts'
import { findOrder, showOrder } from '../../../store/billing-orders.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getOrderEndpoint = defineEndpoint({
  name: 'get_order',
  tag: 'Billing',
  summary: 'Get an order',
  description: 'Returns an order with the state of its payment.',
  status: 200,
  answer: order,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    const id = path('order_id')
    return showOrder(found(isId('order', id) ? await findOrder(database, principal.tenantId, id) : undefined))
  },
})
