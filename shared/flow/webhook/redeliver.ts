/** Delivering a webhook again by hand: the same delivery, one more attempt, at once. */
import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { WebhookDelivery } from '../../domain/webhook.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Database } from '../../store/database.ts'
import { lockDelivery, makeDeliveryDue } from '../../store/webhook-delivery.ts'
import { findWebhook } from '../../store/webhook-settings.ts'

/**
 * Queues a delivery that has ended, or makes the next attempt of one that is being retried due at once: its job is the
 * one it has, so that it is asked once. Of two calls at once, one wins.
 * @throws ServiceError `not_found`, `webhook_not_set`, `not_redeliverable` while an attempt is due or under way, or before the first.
 */
export function redeliver(
  { database, queue }: { database: Database; queue: Queue },
  principal: Principal,
  slug: string,
  id: string,
): Promise<WebhookDelivery> {
  const { tenantId } = principal
  return database.transaction(async (tx) => {
    const webhook = await findWebhook(tx, principal, slug)
    const delivery =
      webhook !== undefined && isId('webhookDelivery', id)
        ? await lockDelivery(tx, tenantId, webhook.inboxId, id)
        : undefined
    if (webhook === undefined || delivery === undefined) throw new ServiceError('not_found')
    if (webhook.url === null) throw new ServiceError('webhook_not_set')
    const data = { tenantId, deliveryId: id }
    if (delivery.status !== 'pending') {
      await queue.enqueue(tx, 'deliver', [{ data, group: webhook.inboxId }])
      return makeDeliveryDue(tx, tenantId, id, true)
    }
    const waited =
      delivery.attempts > 0 &&
      (await queue.hasten(tx, 'deliver', { data, addedAt: new Date(delivery.attemptedAt) }))
    if (!waited) throw new ServiceError('not_redeliverable')
    return makeDeliveryDue(tx, tenantId, id, false)
  })
}
