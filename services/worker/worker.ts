/** The worker role: takes jobs of the pipeline and of the webhooks. */
import type { InboundParts } from '../../shared/flow/inbound/parts.ts'
import { workInbound } from '../../shared/flow/inbound/work.ts'
import { type DeliverParts, workDeliveries } from '../../shared/flow/webhook/deliver.ts'

/** Works until the queue is stopped. */
export async function startWorker(inbound: InboundParts, deliveries: DeliverParts): Promise<void> {
  await workInbound(inbound)
  await workDeliveries(deliveries)
}
