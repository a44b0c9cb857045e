/** A stored message as policies are held against it, in the database. */
import type { Detection } from '../domain/analysis.ts'
import type { HoldReason } from '../domain/approval.ts'
import type { Reach } from '../domain/principal.ts'
import type { Direction, MessageStatus, Verdict } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { contentHidden } from './content-hidden.ts'
import type { ParsedMessage } from './inbound-message.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { findParsedMessage } from './parsed-message.ts'

/** A message with what was found out about it. */
export interface JudgedMessage extends ParsedMessage {
  direction: Direction
  createdAt: string
  status: MessageStatus
  /** Whether what it says is for keys that read withheld mail alone. */
  content_hidden: boolean
  /** Result word of DMARC; null where it was not looked at. */
  dmarc: string | null
  /** Null: it waits for an answer. */
  verdict: Verdict | null
  /** Null: nobody could assess it. */
  riskScore: number | null
  /** Why its approval was asked for; null where none was. */
  approvalReasons: HoldReason[] | null
  detections: Detection[]
}

/** A message within reach; one that isn't assessed yet can't be judged. */
export async function findJudgedMessage(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<JudgedMessage | 'processing' | undefined> {
  const rows = await sql.query<
    Omit<JudgedMessage, keyof ParsedMessage | 'detections'> & { detections: Detection[] | null }
  >(
    `select m.direction, m.created_at as "createdAt", m.status, ${contentHidden} as content_hidden, m.authentication -> 'dmarc' ->> 'result' as dmarc, m.security_analysis -> 'detections' as detections,
       m.verdict, m.risk_score as "riskScore",
       (select a.reasons from approvals a where a.tenant_id = m.tenant_id and a.message_id = m.id) as "approvalReasons"
     from messages m where m.tenant_id = $1 and m.id = $2 and ($3::text is null or m.inbox_id = $3) and ${inboxIsThere('m')}`,
    [tenantId, id, inboxId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  if (row.status === 'processing') return 'processing'
  const message = await findParsedMessage(sql, tenantId, id)
  return message === undefined ? undefined : { ...message, ...row, detections: row.detections ?? [] }
}

/** Ids of the newest messages within reach that are assessed, of one inbox where it is given; newest first. */
export async function newestJudgedMessages(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  count: number,
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select m.id from messages m where m.tenant_id = $1 and ($2::text is null or m.inbox_id = $2)
       and m.status <> 'processing' and ${inboxIsThere('m')}
     order by m.id desc limit $3`,
    [tenantId, inboxId, count],
  )
  return rows.map(({ id }) => id)
}
