/** Stage `notify`: queues the webhook for what is not withheld, and ends the assess job. */
import { newId } from '../../domain/ids.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { insertDeliveries, type NewDelivery } from '../../store/webhook-delivery.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing } from './pipeline-items.ts'

/** Writes deliveries with their jobs; those of one inbox share a group, so that none starves another. */
export async function queueDeliveries(tx: Sql, queue: Queue, deliveries: NewDelivery[]): Promise<void> {
  await Promise.all([
    insertDeliveries(tx, deliveries),
    queue.enqueue(
      tx,
      'deliver',
      deliveries.map(({ tenantId, id, inboxId }) => ({ data: { tenantId, deliveryId: id }, group: inboxId })),
    ),
  ])
}

/** The `message.received` delivery of a message. */
export function messageReceivedDelivery(message: {
  tenantId: string
  inboxId: string
  id: string
}): NewDelivery {
  const { tenantId, inboxId, id: messageId } = message
  return { tenantId, id: newId('webhookDelivery'), inboxId, messageId, event: 'message.received' }
}

export const notify: Stage<Assessing, Pick<InboundParts, 'queue'>> = {
  name: 'notify',
  async commit(tx, items, { queue }) {
    const due = items.filter(
      ({ message, decision }) =>
        decision !== undefined && decision.verdict !== 'withheld' && message.webhookUrl !== null,
    )
    await Promise.all([
      queueDeliveries(
        tx,
        queue,
        due.map(({ message }) => messageReceivedDelivery(message)),
      ),
      queue.finish(
        tx,
        'assess',
        items.map(({ job }) => job),
      ),
    ])
  },
}
