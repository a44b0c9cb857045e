/** Delivering the webhooks of a time again: what a receiver missed while it was down, in the order in which it happened. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { WebhookReplay, WebhookReplayed } from '../../domain/webhook.ts'
import type { Queue } from '../../queue/queue.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { reopenDeliveries } from '../../store/webhook-replay.ts'
import { findWebhook } from '../../store/webhook-settings.ts'

/**
 * Queues up to `limits.webhookReplay` deliveries that have ended, oldest first, for one attempt each. One that waits for
 * its attempt is left alone, so the same request again queues none twice.
 * @throws ServiceError `not_found`, `webhook_not_set`.
 */
export function replayWebhook(
  { database, queue }: { database: Database; queue: Queue },
  principal: Principal,
  slug: string,
  { since, until, status, after }: WebhookReplay,
): Promise<WebhookReplayed> {
  const { tenantId, userId, keyId } = principal
  return database.transaction(async (tx) => {
    const webhook = await findWebhook(tx, principal, slug)
    if (webhook === undefined) throw new ServiceError('not_found')
    if (webhook.url === null) throw new ServiceError('webhook_not_set')
    const { inboxId } = webhook
    const count = limits.webhookReplay
    const range = { since, until: until ?? Date.now(), after: after ?? null }
    const { ids, next } = await reopenDeliveries(tx, { tenantId, inboxId, status }, range, count)
    await queue.enqueue(
      tx,
      'deliver',
      ids.map((deliveryId) => ({ data: { tenantId, deliveryId }, group: inboxId })),
    )
    if (ids.length > 0)
      await insertAuditEntries(tx, [
        auditEntry(tenantId, inboxId, 'settings', 'low', 'Webhook deliveries were queued again.', {
          count: ids.length,
          status,
          since: new Date(since).toISOString(),
          user_id: userId,
          key_id: keyId,
        }),
      ])
    return { replayed: ids.length, has_more: next !== null, next_after: next }
  })
}
