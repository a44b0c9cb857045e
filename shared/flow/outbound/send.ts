/** The page of a send: what becomes of a message that an agent asks for, in order, until it is answered. */
import { newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { redactDraft } from '../../judge/redact-draft.ts'
import type { Sql } from '../../lib/sql.ts'
import { closeDraft } from '../../store/draft.ts'
import type { StoredMessage } from '../../store/message.ts'
import { timed } from '../run.ts'
import { traceTaken } from '../trace.ts'
import { admit, guard } from './guard.ts'
import { judge } from './judge.ts'
import type { OutboundParts } from './parts.ts'
import type { Asked, Judged, Sending, SendOrder, Stored } from './pipeline-items.ts'
import { withRecord } from './recorded-refusal.ts'
import { store } from './store.ts'

/**
 * The message as it is stored: `queued`, `scheduled`, or `withheld` with its approval. Its charge commits with it; any
 * failure is a 4xx or 5xx, and nothing is stored.
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
  const asked = { principal, order, id: newId('message', at), at }
  const { message, holds } = await withRecord(parts.records, () => take(asked, parts))
  const { id: messageId, inbox_id: inboxId, status, verdict, security_analysis } = message
  traceTaken(
    parts.log,
    { messageId, inboxId, status, verdict: verdict!, analysis: security_analysis! },
    holds,
  )
  return message
}

async function take(asked: Asked, parts: OutboundParts): Promise<Stored> {
  // Before it is composed and scanned in vain.
  await parts.quotas.check(asked.principal.tenantId)
  const drafted = await timed(parts, 'guard', () => guard(asked, parts))
  const redacted = await timed(parts, 'redact', () => redactDraft(drafted, parts))
  const judged = await timed(parts, 'judge', () => judge(redacted, parts))
  return withinQuota(judged, parts, () =>
    parts.database.transaction(
      async (tx) => {
        const admitted = await timed(parts, 'guard_commit', () => admit(tx, judged, parts))
        const stored = await timed(parts, 'route_commit', () => store(tx, admitted, parts))
        await mustStand(tx, asked)
        return stored
      },
      { durable: true },
    ),
  )
}

/** The draft that is sent was sent, changed or deleted while it was judged: nothing of this send stays. */
export class DraftMovedError extends Error {}

/** Ends the draft that a message was made of, if any. @throws DraftMovedError. */
async function mustStand(tx: Sql, { principal, order, id }: Asked): Promise<void> {
  if (order.kind !== 'send' || order.draft === undefined) return
  if (!(await closeDraft(tx, principal.tenantId, order.draft, id))) throw new DraftMovedError()
}

/** The message as composed counts from here on; one that isn't stored is given back. */
async function withinQuota<Answer>(
  { principal, raw }: Judged<Sending>,
  { quotas }: OutboundParts,
  commit: () => Promise<Answer>,
): Promise<Answer> {
  const giveBack = await quotas.take(principal.tenantId, raw.byteLength)
  try {
    return await commit()
  } catch (error) {
    giveBack()
    throw error
  }
}
