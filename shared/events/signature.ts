/** Signs webhooks: the X-Svc headers of the specification and those of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** What one attempt is signed over. */
export interface WebhookRequest {
  /** Id of the delivery: the same over all its attempts, so that a receiver can drop repeats. */
  id: string
  /** Time of this attempt, in Unix seconds: receivers refuse what is older than 300. */
  timestamp: number
  /** The body, exactly as it is sent. */
  body: string
  /** The inbox's secret, and after it the one it replaces while that is still valid. */
  secrets: readonly string[]
}

/** A new webhook secret: `whsec_` and the base64 of 24 random bytes, as Standard Webhooks has it. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(24).toString('base64')
}

/**
 * The headers that authenticate a webhook.
 * `X-Svc-Signature` is `sha256=` and the lowercase hex HMAC-SHA-256 of `{timestamp}.{body}`; its key is the whole
 * secret as text, `whsec_` included; it is made with the current secret alone, since the specification has room for
 * one signature. `webhook-signature` has one `v1,` signature per secret, over `{id}.{timestamp}.{body}`; its key is
 * what the base64 after `whsec_` decodes to.
 */
export function signatureHeaders({ id, timestamp, body, secrets }: WebhookRequest): Record<string, string> {
  const current = secrets[0]
  if (current === undefined) throw new RangeError('a webhook needs a secret to be signed with')
  return {
    'x-svc-signature': `sha256=${createHmac('sha256', current).update(`${timestamp}.${body}`).digest('hex')}`,
    'x-svc-timestamp': String(timestamp),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => {
        const signature = createHmac('sha256', keyOf(secret))
          .update(`${id}.${timestamp}.${body}`)
          .digest('base64')
        return `v1,${signature}`
      })
      .join(' '),
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')
}
