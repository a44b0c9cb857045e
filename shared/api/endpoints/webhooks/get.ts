/** GET /inboxes/{slug}/webhook */

import { webhookSettings } from '../../../domain/webhook.ts'
import { findWebhook } from '../../../store/webhook-settings.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showWebhook } from './show.ts'

export const getWebhookEndpoint = defineEndpoint({
  name: 'get_webhook',
  tag: 'Webhooks',
  summary: 'Get the webhook settings',
  description: 'Returns the address and the signing secret. To change the address, update the inbox.',
  status: 200,
  answer: webhookSettings,
  errors: ['not_found'],
  handle: async ({ deps: { database, keyring }, principal, path }) =>
    showWebhook(keyring, found(await findWebhook(database, principal, path('slug')))),
})
