/** Takes a message from an agent: the stages of the page that run before the answer. */
import { newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { StoredMessage } from '../../store/message.ts'
import { outbound } from '../pipeline.ts'
import { commit, prepare } from '../run.ts'
import type { Stage } from '../stage.ts'
import type { OutboundParts } from './parts.ts'
import type { Sending, SendOrder } from './pipeline-items.ts'

/**
 * The message as it is stored: `queued`, `scheduled`, or `withheld` with its approval. Its charge commits with it.
 * @throws ServiceError `not_found`, `inbox_paused`, `level_insufficient`, `credits_exhausted`, `validation_error`,
 * `message_too_large`, `policy_blocked`, `attachment_infected`, `attachment_unavailable`, `unavailable`.
 */
export async function send(
  parts: OutboundParts,
  principal: Principal,
  order: SendOrder,
): Promise<StoredMessage> {
  const at = Date.now()
  const item: Sending = { principal, order, id: newId('message', at), at }
  try {
    const stages: readonly Stage<Sending, OutboundParts>[] = outbound.now
    await prepare(stages, [item], parts)
    await commit(stages, [item], parts)
  } catch (error) {
    await item.onRefusal?.(parts.records)
    throw error
  }
  return item.taken!
}
