/** Saying what a message is, and taking that back. */
import { auditEntry } from '../../domain/audit.ts'
import type { Feedback, FeedbackLabel } from '../../domain/feedback.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { deleteFeedback } from '../../store/feedback.ts'
import { lockMessage } from '../../store/message.ts'
import { type Learn, teach } from './learn.ts'

/** Puts on record what the caller says of a message within reach, and learns from it; undefined where there is none. */
export async function giveFeedbackOn(
  { database, learn }: { database: Database; learn: Learn },
  principal: Principal,
  messageId: string,
  given: { label: FeedbackLabel; note?: string | undefined },
): Promise<Feedback | undefined> {
  const { tenantId, userId, keyId } = principal
  const { label, note = null } = given
  const taught = await learn(database, { tenantId, messageId, label })
  return database.transaction(async (tx) => {
    const found = await lockMessage(tx, principal, messageId)
    if (found === undefined) return undefined
    const { inboxId } = found
    const said = { tenantId, inboxId, messageId, label, source: 'reviewer', note, userId, keyId } as const
    const feedback = await teach(tx, said, taught)
    await insertAuditEntries(tx, [
      auditEntry(tenantId, inboxId, 'feedback', 'low', 'Somebody said what a message is.', {
        message_id: messageId,
        label,
        teaches: feedback.teaches,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return feedback
  })
}

/** Takes back all that was said of a message within reach, and what was learned of it; false where there is no such message. */
export function takeBackFeedback(
  database: Database,
  principal: Principal,
  messageId: string,
): Promise<boolean> {
  const { tenantId, userId, keyId } = principal
  return database.transaction(async (tx) => {
    const found = await lockMessage(tx, principal, messageId)
    if (found === undefined) return false
    // What was learned of it refers to what was said.
    const count = await deleteFeedback(tx, tenantId, messageId)
    if (count > 0)
      await insertAuditEntries(tx, [
        auditEntry(tenantId, found.inboxId, 'feedback', 'low', 'What was said of a message was taken back.', {
          message_id: messageId,
          count,
          user_id: userId,
          key_id: keyId,
        }),
      ])
    return true
  })
}
