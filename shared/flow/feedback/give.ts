/** Saying what a message is. */
import type { Feedback, FeedbackLabel } from '../../domain/feedback.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Database } from '../../store/database.ts'
import { insertFeedback } from '../../store/feedback.ts'
import { lockMessage } from '../../store/message.ts'

/** Puts on record what the caller says of a message within reach; undefined where there is none. */
export function giveFeedbackOn(
  database: Database,
  principal: Principal,
  messageId: string,
  given: { label: FeedbackLabel; note?: string | undefined },
): Promise<Feedback | undefined> {
  const { tenantId, userId, keyId } = principal
  return database.transaction(async (tx) => {
    const found = await lockMessage(tx, principal, messageId)
    if (found === undefined) return undefined
    return insertFeedback(tx, {
      tenantId,
      inboxId: found.inboxId,
      messageId,
      label: given.label,
      source: 'reviewer',
      note: given.note ?? null,
      userId,
      keyId,
    })
  })
}
