/** Dropping a webhook's earlier secrets at once: one that strangers have must sign no longer, and receivers know the new one. */
import { auditEntry } from '../../domain/audit.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { dropPreviousSecrets } from '../../store/webhook-settings.ts'

/** Has the newest secret sign alone, and puts that on record where others did; false where there is no such inbox within reach. */
export function dropPreviousWebhookSecrets(
  database: Database,
  principal: Principal,
  slug: string,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const dropped = await dropPreviousSecrets(tx, principal, slug)
    if (dropped === undefined) return false
    if (!dropped.signed) return true
    const { tenantId, userId, keyId } = principal
    const description = `The earlier webhook secrets of inbox "${slug}" were dropped.`
    await insertAuditEntries(tx, [
      auditEntry(tenantId, dropped.inboxId, 'settings', 'medium', description, {
        fields: ['webhook_secret'],
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return true
  })
}
