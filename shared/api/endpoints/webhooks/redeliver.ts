/** POST /inboxes/{slug}/webhook/deliveries/{delivery_id}/redeliver */

import { webhookDelivery } from '../../../domain/webhook.ts'
import { redeliver } from '../../../flow/webhook/redeliver.ts'
import { defineEndpoint, noBody } from '../../endpoint.ts'

export const redeliverWebhookEndpoint = defineEndpoint({
  name: 'redeliver_webhook',
  tag: 'Webhooks',
  summary: 'Deliver again',
  description:
    'Makes one attempt now, with the same `webhook-id`. A delivery that has succeeded or failed gets one further attempt; if that fails, no other follows. A delivery that is still being retried gets its next attempt now instead of later; it counts as one of its attempts, and the others follow as planned. Refused with `not_redeliverable` while an attempt is due or under way. The list of deliveries has the outcome.',
  body: noBody,
  status: 202,
  answer: webhookDelivery,
  errors: ['not_found', 'not_redeliverable', 'webhook_not_set'],
  handle: ({ deps, principal, path }) => redeliver(deps, principal, path('slug'), path('delivery_id')),
})
