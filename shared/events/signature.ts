/** Signs webhooks: the X-Svc headers of the specification and those of Standard Webhooks. */
import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { SecretKeys, secretPrefix } from './secret-keys.ts'

const keys = new SecretKeys()

/** What one attempt is signed over. */
export interface WebhookRequest {
  /** Id of the delivery: the same over all its attempts, so that a receiver can drop repeats. */
  id: string
  /** Time of this attempt, in Unix seconds: receivers refuse what is older than 300. */
  timestamp: number
  /** Which attempt of the delivery it is, from 1. */
  attempt: number
  /** The body, exactly as it is sent. */
  body: string
  /** The inbox's secret, and after it those that it replaces while they are still valid, newest first. */
  secrets: readonly string[]
}

/** A new webhook secret: `whsec_` and the base64 of 24 random bytes, as Standard Webhooks has it. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(24).toString('base64')
}

/**
 * The headers that authenticate a webhook, in the letter case of their specifications: not every receiver ignores it.
 * `X-Svc-Signature` is `sha256=` and the lowercase hex HMAC-SHA-256 of `{timestamp}.{body}`; its key is the whole
 * secret as text, `whsec_` included. The specification has room for one signature, so while several secrets are valid,
 * attempts take turns: the first is signed with the current one, the second with the one before, and so on. Whichever of
 * two a receiver knows, it accepts one of two attempts. `webhook-signature` has one `v1,` signature per secret, over `{id}.{timestamp}.{body}`; its key is
 * what the base64 after `whsec_` decodes to.
 */
export function signatureHeaders({
  id,
  timestamp,
  attempt,
  body,
  secrets,
}: WebhookRequest): Record<string, string> {
  const own = secrets[(attempt - 1) % secrets.length]
  if (own === undefined) throw new RangeError('a webhook needs a secret to be signed with')
  const bytes = Buffer.from(body)
  const sign = (key: KeyObject, before: string) =>
    createHmac('sha256', key).update(`${before}.`).update(bytes)
  return {
    'X-Svc-Signature': `sha256=${sign(keys.of(own).whole, String(timestamp)).digest('hex')}`,
    'X-Svc-Timestamp': String(timestamp),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => `v1,${sign(keys.of(secret).decoded, `${id}.${timestamp}`).digest('base64')}`)
      .join(' '),
  }
}
