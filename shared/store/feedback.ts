/** What people said of messages, in the database. */
import type { Feedback, FeedbackLabel, FeedbackSource } from '../domain/feedback.ts'
import { newId } from '../domain/ids.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'

export interface NewFeedback {
  tenantId: string
  inboxId: string
  messageId: string
  label: FeedbackLabel
  source: FeedbackSource
  note: string | null
  userId: string | null
  keyId: string | null
}

/** Puts one on record. */
export async function insertFeedback(tx: Sql, given: NewFeedback): Promise<Omit<Feedback, 'teaches'>> {
  const { tenantId, inboxId, messageId, label, source, note, userId, keyId } = given
  const rows = await tx.query<Omit<Feedback, 'teaches'>>(
    `insert into feedback (tenant_id, id, inbox_id, message_id, label, source, note, user_id, key_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     returning id, message_id, label, source, note, created_at`,
    [tenantId, newId('feedback'), inboxId, messageId, label, source, note, userId, keyId],
  )
  return rows[0]!
}

/** Takes back all that was said of a message; answers how often it was spoken of. */
export async function deleteFeedback(tx: Sql, tenantId: string, messageId: string): Promise<number> {
  const rows = await tx.query('delete from feedback where tenant_id = $1 and message_id = $2 returning id', [
    tenantId,
    messageId,
  ])
  return rows.length
}

/** A message with what was said of it last. */
export interface LabelledMessage {
  messageId: string
  threadId: string
  label: FeedbackLabel
  subject: string
  from: string
  fromName: string
  text: string
  /** What its reader was not shown, but an agent reads. */
  hidden: string[]
}

/** Inbound messages within reach with their newest label, in order of their ids behind `after`; those withheld now where `withheldToo` says so. */
export function findLabelled(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  { after, limit, withheldToo }: { after: string; limit: number; withheldToo: boolean },
): Promise<LabelledMessage[]> {
  return sql.query<LabelledMessage>(
    `select m.id as "messageId", m.thread_id as "threadId", f.label, m.subject, m."from", m.from_name as "fromName", c.body as text,
       array(select h ->> 'text' from jsonb_array_elements(coalesce(c.parsed -> 'hidden', '[]'::jsonb)) h) as hidden
     from (
       select distinct on (message_id) message_id, label from feedback
       where tenant_id = $1 and message_id > $3 and ($2::text is null or inbox_id = $2)
       order by message_id, id desc limit $4
     ) f
     join messages m on m.tenant_id = $1 and m.id = f.message_id
     join message_contents c on c.tenant_id = $1 and c.message_id = m.id
     where m.direction = 'inbound' and ($5 or m.status <> 'withheld') and ${inboxIsThere('m')}
     order by m.id`,
    [tenantId, inboxId, after, limit, withheldToo],
  )
}

/** The last message of the page that {@link findLabelled} reads, those it leaves out included; null at the end. */
export async function endOfLabelled(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  after: string,
  limit: number,
): Promise<string | null> {
  const rows = await sql.query<{ last: string | null }>(
    `select max(message_id) as last from (
       select distinct message_id from feedback
       where tenant_id = $1 and message_id > $3 and ($2::text is null or inbox_id = $2)
       order by message_id limit $4) page`,
    [tenantId, inboxId, after, limit],
  )
  return rows[0]?.last ?? null
}
