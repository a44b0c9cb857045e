/** DELETE /inboxes/{slug}/webhook/previous_secrets */

import { dropPreviousWebhookSecrets } from '../../../flow/webhook/drop-secrets.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const dropPreviousWebhookSecretsEndpoint = defineEndpoint({
  name: 'drop_previous_webhook_secrets',
  tag: 'Webhooks',
  summary: 'Drop the earlier secrets',
  description:
    'Ends the time in which secrets from before the last rotation sign too, at once: from the next request on, the present secret signs alone. For a secret that others may have: rotate, have your receivers know the new one, then call this. Where no earlier secret signs, nothing changes.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    found((await dropPreviousWebhookSecrets(database, principal, path('slug'))) || null)
    return undefined
  },
})
