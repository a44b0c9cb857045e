/** POST /inboxes/{slug}/webhook/rotate_secret */

import { previousSecretHours, webhookSettings } from '../../../domain/webhook.ts'
import { rotateWebhookSecret } from '../../../flow/webhook/rotate-secret.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'
import { showWebhook } from './show.ts'

export const rotateWebhookSecretEndpoint = defineEndpoint({
  name: 'rotate_webhook_secret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret',
  description: `Answers the new secret. For ${previousSecretHours} hours the one before it signs too: \`webhook-signature\` then carries both signatures, and \`X-Svc-Signature\`, which has room for one, is made with the new secret at the first attempt of a delivery, with the old one at the second, and so on in turn: a receiver that knows either of them accepts one of two attempts.`,
  body: noBody,
  status: 200,
  answer: webhookSettings,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) =>
    showWebhook(deps.keyring, found(await rotateWebhookSecret(deps, principal, path('slug')))),
})
