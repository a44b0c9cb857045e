/** Takes a message from an agent: the stages of the page that run before the answer. */
import { newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { StoredMessage } from '../../store/message.ts'
import { outbound } from '../pipeline.ts'
import { commit, prepare } from '../run.ts'
import type { Stage } from '../stage.ts'
import { traceTaken } from '../trace.ts'
import type { OutboundParts } from './parts.ts'
import type { Sending, SendOrder } from './pipeline-items.ts'

/**
 * The message as it is stored: `queued`, `scheduled`, or `withheld` with its approval. Its charge commits with it.
 * @throws ServiceError `not_found`, `inbox_paused`, `level_insufficient`, `credits_exhausted`, `validation_error`,
 * `message_too_large`, `policy_blocked`, `attachment_infected`, `attachment_unavailable`, `unavailable`,
 * `quota_exceeded`.
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
    // Before it is composed and scanned in vain.
    await parts.quotas.check(principal.tenantId)
    await prepare(stages, [item], parts)
    await commitWithinQuota(stages, item, parts)
  } catch (error) {
    await item.onRefusal?.(parts.records)
    throw error
  }
  const { id: messageId, inbox_id: inboxId, status, verdict, security_analysis } = item.taken!
  traceTaken(
    parts.log,
    { messageId, inboxId, status, verdict: verdict!, analysis: security_analysis! },
    item.holds!,
  )
  return item.taken!
}

/** Stores the message as composed, which counts from here on; one that isn't stored is given back. */
async function commitWithinQuota(
  stages: readonly Stage<Sending, OutboundParts>[],
  item: Sending,
  parts: OutboundParts,
): Promise<void> {
  const { tenantId } = item.principal
  const bytes = item.raw!.byteLength
  const giveBack = await parts.quotas.take(tenantId, bytes)
  try {
    await commit(stages, [item], parts)
  } catch (error) {
    giveBack()
    throw error
  }
}
