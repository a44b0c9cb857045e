/** POST /inboxes/{slug}/webhook/rotate_secret */

import { previousSecretHours, previousSecretsMost, webhookSettings } from '../../../domain/webhook.ts'
import { rotateWebhookSecret } from '../../../flow/webhook/rotate-secret.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'
import { showWebhook } from './show.ts'

export const rotateWebhookSecretEndpoint = defineEndpoint({
  name: 'rotate_webhook_secret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret',
  description: `Returns the new secret. For ${previousSecretHours} hours, the old one signs too: \`webhook-signature\` carries both signatures. \`X-Svc-Signature\` has room for one, so the attempts of a delivery alternate, starting with the new secret. A receiver that knows either secret accepts one of two attempts. If you rotate again within that time, each old secret signs on for its own ${previousSecretHours} hours, up to ${previousSecretsMost} of them: the oldest goes first. \`DELETE /inboxes/{slug}/webhook/previous_secrets\` ends them at once.`,
  body: noBody,
  status: 200,
  answer: webhookSettings,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) =>
    showWebhook(deps.keyring, found(await rotateWebhookSecret(deps, principal, path('slug')))),
})
