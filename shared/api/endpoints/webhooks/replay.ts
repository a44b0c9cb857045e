/** POST /inboxes/{slug}/webhook/replay */

import { limits } from '../../../domain/limits.ts'
import { webhookReplayBody, webhookReplayed } from '../../../domain/webhook.ts'
import { replayWebhook } from '../../../flow/webhook/replay.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const replayWebhookEndpoint = defineEndpoint({
  name: 'replay_webhook',
  tag: 'Webhooks',
  summary: 'Deliver a time again',
  description: `Queues the deliveries of a time that failed (or succeeded), oldest first, for one further attempt each, with the same \`webhook-id\`: up to ${limits.webhookReplay} a request; \`next_after\` goes on. What waits for an attempt is left alone, so asking again queues nothing twice.`,
  body: webhookReplayBody,
  status: 202,
  answer: webhookReplayed,
  errors: ['not_found', 'webhook_not_set'],
  handle: ({ deps, principal, path, body }) => replayWebhook(deps, principal, path('slug'), body),
})
