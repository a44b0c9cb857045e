/** Trying a webhook out: one signed request at once, with what became of it as the answer. */
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { WebhookTestResult } from '../../domain/webhook.ts'
import { signatureHeaders } from '../../events/signature.ts'
import { webhookTest } from '../../events/webhook-test.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { GuardedFetch } from '../../net/guarded-fetch.ts'
import type { WebhookRow } from '../../store/webhook-settings.ts'
import { signingSecrets } from './signing-secrets.ts'

/** Posts a `webhook.test` event, once, signed as a delivery is; it isn't kept among the deliveries. @throws ServiceError `webhook_not_set`. */
export async function testWebhook(
  { keyring, webhooks }: { keyring: Keyring; webhooks: Pick<GuardedFetch, 'post'> },
  webhook: WebhookRow,
): Promise<WebhookTestResult> {
  const { inboxId, url } = webhook
  if (url === null) throw new ServiceError('webhook_not_set')
  const now = new Date()
  const body = JSON.stringify(webhookTest(inboxId, now.toISOString()))
  const headers = signatureHeaders({
    id: newId('webhookDelivery'),
    timestamp: Math.floor(now.getTime() / 1_000),
    attempt: 1,
    body,
    secrets: signingSecrets(keyring, webhook),
  })
  const result = await webhooks.post(url, {
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    deadlineMs: limits.webhookMs,
    maxResponseBytes: limits.webhookResponseBytes,
  })
  if (!('status' in result))
    return {
      delivered: false,
      response_status: null,
      response_body: null,
      error: `${result.kind}: ${result.message}`,
      latency_ms: result.latencyMs,
    }
  return {
    delivered: result.status >= 200 && result.status < 300,
    response_status: result.status,
    response_body: result.body,
    error: null,
    latency_ms: result.latencyMs,
  }
}
