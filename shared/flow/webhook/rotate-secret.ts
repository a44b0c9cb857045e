/** Rotating a webhook's secret: the old one signs too for a while, so that a receiver can change over. */
import { auditEntry } from '../../domain/audit.ts'
import type { Principal } from '../../domain/principal.ts'
import { previousSecretHours, previousSecretsMost } from '../../domain/webhook.ts'
import { newWebhookSecret } from '../../events/signature.ts'
import type { Keyring } from '../../lib/keyring.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { replaceWebhookSecret, type WebhookRow } from '../../store/webhook-settings.ts'

/** Makes a new secret, and puts that on record; undefined where there is no such inbox within reach. */
export function rotateWebhookSecret(
  { database, keyring }: { database: Database; keyring: Keyring },
  principal: Principal,
  slug: string,
): Promise<WebhookRow | undefined> {
  const sealed = keyring.seal('webhook_secret', newWebhookSecret())
  return database.transaction(async (tx) => {
    const webhook = await replaceWebhookSecret(
      tx,
      principal,
      slug,
      sealed,
      previousSecretHours,
      previousSecretsMost,
    )
    if (webhook === undefined) return undefined
    const { tenantId, userId, keyId } = principal
    await insertAuditEntries(tx, [
      auditEntry(
        tenantId,
        webhook.inboxId,
        'settings',
        'medium',
        `The webhook secret of inbox "${slug}" was rotated.`,
        {
          fields: ['webhook_secret'],
          user_id: userId,
          key_id: keyId,
        },
      ),
    ])
    return webhook
  })
}
