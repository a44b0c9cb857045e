/** What bounces and complaints make of outbound messages, in the database. */
import type { RecipientOutcome, RecipientStatus } from '../domain/outbound.ts'
import type { OutboundStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'

/** A message that a report is about. */
export interface ReportedMessage {
  inboxId: string
  status: OutboundStatus
  recipients: { index: number; address: string; status: RecipientStatus }[]
}

/** Locks an outbound message of an inbox for the rest of the transaction; undefined where it is gone. */
export async function lockReported(
  tx: Sql,
  { tenantId, inboxId, messageId }: { tenantId: string; inboxId: string; messageId: string },
): Promise<ReportedMessage | undefined> {
  const [message] = await tx.query<Omit<ReportedMessage, 'recipients'>>(
    `select inbox_id as "inboxId", status from messages
     where tenant_id = $1 and id = $2 and inbox_id = $3 and direction = 'outbound' for no key update`,
    [tenantId, messageId, inboxId],
  )
  if (message === undefined) return undefined
  const recipients = await tx.query<ReportedMessage['recipients'][number]>(
    `select index, address, status from outbound_recipients where tenant_id = $1 and message_id = $2 order by index
     for no key update`,
    [tenantId, messageId],
  )
  return { ...message, recipients }
}

/**
 * Writes what a report says of recipients of a message. Codes that it doesn't give are none: those of the hand-over would
 * say that a recipient bounced with 250. A complaint has no codes, and leaves them.
 */
export async function recordReported(
  tx: Sql,
  tenantId: string,
  messageId: string,
  outcomes: readonly RecipientOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  await tx.query(
    `update outbound_recipients r
     set status = o.status, code = case o.status when 'complained' then r.code else o.code end,
       enhanced_code = case o.status when 'complained' then r.enhanced_code else o."enhancedCode" end,
       reason = coalesce(o.reason, r.reason), updated_at = now()
     from json_to_recordset($3) as o(index int, status text, code int, "enhancedCode" text, reason text)
     where r.tenant_id = $1 and r.message_id = $2 and r.index = o.index`,
    [tenantId, messageId, JSON.stringify(outcomes)],
  )
}
