/** Delivering a webhook again by hand: the same delivery, one more attempt. */
import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { WebhookDelivery } from '../../domain/webhook.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Database } from '../../store/database.ts'
import { lockDelivery, reopenDelivery } from '../../store/webhook-delivery.ts'
import { findWebhook } from '../../store/webhook-settings.ts'

/**
 * Queues a delivery that has ended. Of two at once, one wins.
 * @throws ServiceError `not_found`, `webhook_not_set`, `not_redeliverable` while it is still being attempted.
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
    const status =
      webhook !== undefined && isId('webhookDelivery', id)
        ? await lockDelivery(tx, tenantId, webhook.inboxId, id)
        : undefined
    if (webhook === undefined || status === undefined) throw new ServiceError('not_found')
    if (webhook.url === null) throw new ServiceError('webhook_not_set')
    if (status === 'pending') throw new ServiceError('not_redeliverable')
    const delivery = await reopenDelivery(tx, tenantId, id)
    await queue.enqueue(tx, 'deliver', [{ data: { tenantId, deliveryId: id }, group: webhook.inboxId }])
    return delivery
  })
}
