/** GET /inboxes/{slug}/webhook/deliveries */

import { deliveryListQuery, deliveryPage } from '../../../domain/webhook.ts'
import { findInboxId } from '../../../store/inbox.ts'
import { listDeliveries } from '../../../store/webhook-delivery.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listDeliveriesEndpoint = defineEndpoint({
  name: 'list_webhook_deliveries',
  tag: 'Webhooks',
  summary: 'List deliveries',
  description:
    'Lists the events that were pushed to the webhook, newest first, with every attempt and the time of the next one.',
  query: deliveryListQuery,
  status: 200,
  answer: deliveryPage,
  errors: ['not_found'],
  handle: async ({ deps, principal, query, path, signal }) => {
    const inboxId = found(await findInboxId(deps.database, principal, path('slug')))
    const { items, ...page } = await listPage(
      { deps, signal, list: 'deliveries', principal, query, within: { inboxId } },
      (asked, sql) => listDeliveries(sql, principal.tenantId, inboxId, query.status, asked),
      ({ id }) => [id],
    )
    return { deliveries: items, ...page }
  },
})
