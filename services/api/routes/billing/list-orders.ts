/** GET /billing/orders */
import { orderPage, orderQuery } from '../../../../shared/domain/billing.ts'
import { listOrders, showOrder } from '../../../../shared/store/billing-orders.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listOrdersEndpoint = defineEndpoint({
  name: 'list_orders',
  tag: 'Billing',
  summary: 'List orders',
  description: 'Purchases, auto top-ups and months of a plan, newest first.',
  query: orderQuery,
  status: 200,
  answer: orderPage,
  errors: [],
  handle: async ({ deps: { database, keyring }, principal, query }) => {
    const { items, ...page } = await listPage(
      { keyring, list: 'orders', principal, query },
      (asked) => listOrders(database, principal.tenantId, query, asked),
      ({ id }) => [id],
    )
    return { orders: items.map(showOrder), ...page }
  },
})
