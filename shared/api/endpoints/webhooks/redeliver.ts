/** POST /inboxes/{slug}/webhook/deliveries/{delivery_id}/redeliver */

import { webhookDelivery } from '../../../domain/webhook.ts'
import { redeliver } from '../../../flow/webhook/redeliver.ts'
import { defineEndpoint, noBody } from '../../endpoint.ts'

export const redeliverWebhookEndpoint = defineEndpoint({
  name: 'redeliver_webhook',
  tag: 'Webhooks',
  summary: 'Deliver again',
  description:
    'Queues a delivery that has succeeded or failed for one further attempt, with the same `webhook-id`; if that fails, no other follows. Its outcome is in the list of deliveries.',
  body: noBody,
  status: 202,
  answer: webhookDelivery,
  errors: ['not_found', 'not_redeliverable', 'webhook_not_set'],
  handle: ({ deps, principal, path }) => redeliver(deps, principal, path('slug'), path('delivery_id')),
})
