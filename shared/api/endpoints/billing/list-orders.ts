/** GET /billing/orders */

import { orderPage, orderQuery } from '../../../domain/billing.ts'
import { listOrders, showOrder } from '../../../store/billing-orders.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listOrdersEndpoint = defineEndpoint({
  name: 'list_orders',
  tag: 'Billing',
  summary: 'List orders',
  description: 'Lists purchases, auto top-ups and months of a plan, newest first.',
  query: orderQuery,
  status: 200,
  answer: orderPage,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'orders', principal, query },
      (asked, sql) => listOrders(sql, principal.tenantId, query, asked),
      ({ id }) => [id],
    )
    return { orders: items.map(showOrder), ...page }
  },
})
