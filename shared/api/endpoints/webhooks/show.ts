/** Webhook settings as the API shows them. */
import type { Keyring } from '../../../lib/keyring.ts'
import type { WebhookRow } from '../../../store/webhook-settings.ts'

export const showWebhook = (keyring: Keyring, { url, secret, previousExpiresAt }: WebhookRow) => ({
  url,
  secret: keyring.open('webhook_secret', secret),
  previous_secret_expires_at: previousExpiresAt,
})
