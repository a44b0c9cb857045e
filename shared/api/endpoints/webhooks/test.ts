/** POST /inboxes/{slug}/webhook/test */

import { webhookTestResult } from '../../../domain/webhook.ts'
import { testWebhook } from '../../../flow/webhook/test-webhook.ts'
import { findWebhook } from '../../../store/webhook-settings.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'

export const testWebhookEndpoint = defineEndpoint({
  name: 'test_webhook',
  tag: 'Webhooks',
  summary: 'Test the webhook',
  description:
    'Sends a signed `webhook.test` event at once and returns what the receiver answered. It is not retried, and is not listed among the deliveries.',
  body: noBody,
  status: 200,
  answer: webhookTestResult,
  errors: ['not_found', 'webhook_not_set'],
  handle: async ({ deps, principal, path }) =>
    testWebhook(deps, found(await findWebhook(deps.database, principal, path('slug')))),
})
