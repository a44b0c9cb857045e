/** Outbound messages on their way out, in the database. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { RecipientField, RecipientOutcome } from '../domain/outbound.ts'
import type { Mode } from '../domain/principal.ts'
import { type MessageStatus, type OutboundStatus, statusesBefore, type Verdict } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { blobs } from './blobs.ts'

/** A recipient of a stored message, with what became of it so far. */
export interface StoredRecipient extends RecipientOutcome {
  address: string
  field: RecipientField
}

/** A message as the relay sees it; its bytes are read with `findForHanding`. */
export interface OutboundMessage {
  tenantId: string
  id: string
  accountId: string
  /** `sandbox`: nothing leaves the machine. */
  mode: Mode
  inboxId: string
  slug: string
  inboxStatus: 'active' | 'paused'
  securityLevel: number
  threadId: string
  status: MessageStatus
  verdict: Verdict | null
  /** Address of the From header, which is the inbox's. */
  from: string
  subject: string
  /** Message-ID without angle brackets: the same over all attempts. */
  messageId: string
  sizeBytes: number
  keyId: string | null
  userId: string
  /** Lowercase hex; what is sent must have this hash. */
  contentSha256: string
  revision: number
  sendAt: string | null
  simulated: boolean
  attempts: number
  firstAttemptAt: string | null
  /** When recipients that were put off are tried again; null where none was. */
  retryAt: string | null
  createdAt: string
  /** Whether policies apply to the inbox now. */
  hasPolicies: boolean
  /** Pending recipients that the tenant sends nothing to any more. */
  suppressed: string[]
  /** Null where no approval was asked for. */
  approval: { id: string; status: string; approvedSha256: string | null } | null
  /** In the order given, `to`, `cc`, `bcc`. */
  recipients: StoredRecipient[]
}

/** The messages with these ids, whatever their status; those deleted meanwhile are missing. */
export function findOutbound(
  sql: Sql,
  wanted: { tenantId: string; messageId: string }[],
): Promise<OutboundMessage[]> {
  return sql.query<OutboundMessage>(
    `select m.tenant_id as "tenantId", m.id, t.account_id as "accountId", t.mode, m.inbox_id as "inboxId", i.slug,
       i.status as "inboxStatus", i.security_level as "securityLevel", m.thread_id as "threadId", m.status, m.verdict,
       m."from", m.subject, m.message_id as "messageId", m.size_bytes as "sizeBytes", o.key_id as "keyId",
       o.user_id as "userId", encode(o.content_sha256, 'hex') as "contentSha256", o.revision, o.send_at as "sendAt",
       exists (select 1 from policies p where p.tenant_id = m.tenant_id and (p.inbox_id is null or p.inbox_id = m.inbox_id)
         and p.enabled) as "hasPolicies",
       array(select r.address from outbound_recipients r
         join suppressions s on s.tenant_id = r.tenant_id and s.address_key = lower(r.address)
         where r.tenant_id = m.tenant_id and r.message_id = m.id and r.status = 'pending' order by r.index) as suppressed, o.simulated, o.attempts, o.first_attempt_at as "firstAttemptAt",
       o.next_attempt_at as "retryAt", m.created_at as "createdAt",
       (select json_build_object('id', a.id, 'status', a.status, 'approvedSha256', encode(a.approved_sha256, 'hex'))
        from approvals a where a.tenant_id = m.tenant_id and a.message_id = m.id) as approval,
       (select coalesce(json_agg(json_build_object('index', r.index, 'address', r.address, 'field', r.field,
          'status', r.status, 'code', r.code, 'enhancedCode', r.enhanced_code, 'reason', r.reason) order by r.index), '[]')
        from outbound_recipients r where r.tenant_id = m.tenant_id and r.message_id = m.id) as recipients
     from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id
     join outbound_messages o on o.tenant_id = m.tenant_id and o.message_id = m.id
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id and i.deleted_at is null
     join tenants t on t.id = m.tenant_id`,
    [wanted.map((w) => w.tenantId), wanted.map((w) => w.messageId)],
  )
}

/** What is asked of a message right before it is handed over. */
export interface HandingAsked extends Pick<OutboundMessage, 'tenantId' | 'id' | 'securityLevel'> {
  /** Whether its bytes are wanted. */
  wantsContent: boolean
}

/** A message that is about to be handed over. */
export interface HandingFound {
  /**
   * Whether nothing speaks against it by the cheapest look there is: still queued, of an active inbox of the level that
   * was found, without policies, and to nobody who is suppressed. Otherwise more has to be asked.
   */
  unopposed: boolean
  /** Null where it isn't wanted, or is gone. */
  content: Uint8Array | null
}

/** By message id; those deleted meanwhile are missing. */
export async function findForHanding(
  sql: Sql,
  asked: readonly HandingAsked[],
): Promise<Map<string, HandingFound>> {
  const wanted = asked.filter(({ wantsContent }) => wantsContent)
  const contents = blobs.get(
    sql,
    wanted.map(({ tenantId, id }) => ({ tenantId, messageId: id })),
  )
  const opposed = sql.query<{ id: string; unopposed: boolean }>(
    `select m.id, m.status = 'queued' and i.deleted_at is null and i.status = 'active' and i.security_level = w.level
         and not exists (select 1 from policies p where p.tenant_id = m.tenant_id
           and (p.inbox_id is null or p.inbox_id = m.inbox_id) and p.enabled)
         and not exists (select 1 from outbound_recipients o
           join suppressions s on s.tenant_id = o.tenant_id and s.address_key = lower(o.address)
           where o.tenant_id = m.tenant_id and o.message_id = m.id and o.status = 'pending') as unopposed
     from unnest($1::text[], $2::text[], $3::int[]) as w(tenant_id, id, level)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id`,
    [
      asked.map(({ tenantId }) => tenantId),
      asked.map(({ id }) => id),
      asked.map(({ securityLevel }) => securityLevel),
    ],
  )
  const [rows, bytes] = await Promise.all([opposed, contents])
  return new Map(rows.map(({ id, unopposed }) => [id, { unopposed, content: bytes.get(id) ?? null }]))
}

/** The outbound message that a return path names; undefined where it is gone. */
export async function findSentMessage(
  sql: Sql,
  {
    tenantPrefix,
    tenantSuffix,
    messageId,
  }: { tenantPrefix: string; tenantSuffix: string; messageId: string },
): Promise<{ tenantId: string; id: string } | undefined> {
  const [row] = await sql.query<{ tenantId: string; id: string }>(
    `select m.tenant_id as "tenantId", m.id
     from tenants t
     join messages m on m.tenant_id = t.id and m.id = $3 and m.direction = 'outbound'
     where t.id between $1 || repeat('0', 16) and $1 || repeat('z', 16) and right(t.id, length($2)) = $2`,
    [tenantPrefix, tenantSuffix, messageId],
  )
  return row
}

/** Moves a message along an arrow of its state machine; false where it isn't at the arrow's beginning any more. */
export async function moveOutbound(
  tx: Sql,
  tenantId: string,
  id: string,
  to: OutboundStatus,
): Promise<boolean> {
  const rows = await tx.query(
    `update messages set status = $3, updated_at = now()
     where tenant_id = $1 and id = $2 and direction = 'outbound' and status = any($4) returning id`,
    [tenantId, id, to, statusesBefore('outbound', to)],
  )
  return rows.length === 1
}

/**
 * Cancels a message that waits for its time: scheduled, or approved ahead of it and never attempted. False for any
 * other. The transaction holds the message.
 */
export async function cancelOutbound(tx: Sql, tenantId: string, id: string): Promise<boolean> {
  // By the clock and not by the transaction's beginning: it may have waited for the message until that was due.
  const rows = await tx.query(
    `update messages m set status = 'cancelled', updated_at = now() from outbound_messages o
     where m.tenant_id = $1 and m.id = $2 and m.direction = 'outbound' and m.status = any($3)
       and o.tenant_id = m.tenant_id and o.message_id = m.id
       and (m.status = 'scheduled' or o.first_attempt_at is null and o.send_at > clock_timestamp()) returning m.id`,
    [tenantId, id, statusesBefore('outbound', 'cancelled')],
  )
  return rows.length === 1
}

/** Says why a message failed as a whole. */
export async function recordFailure(
  tx: Sql,
  tenantId: string,
  messageId: string,
  failure: { code: string; reason: string },
): Promise<void> {
  await tx.query(
    'update outbound_messages set failure_code = $3, failure_reason = $4 where tenant_id = $1 and message_id = $2',
    [tenantId, messageId, failure.code, failure.reason],
  )
}

/** What was found in a message when it was taken; undefined where it is gone. */
export async function findAnalysis(
  sql: Sql,
  tenantId: string,
  messageId: string,
): Promise<SecurityAnalysis | undefined> {
  const rows = await sql.query<{ analysis: SecurityAnalysis }>(
    'select security_analysis as analysis from messages where tenant_id = $1 and id = $2',
    [tenantId, messageId],
  )
  return rows[0]?.analysis
}

/** Ends the recipients that nobody has been told of yet; those of `only` where it is given. */
export async function failPendingRecipients(
  tx: Sql,
  tenantId: string,
  messageId: string,
  reason: string,
  only: readonly string[] | null = null,
): Promise<void> {
  await tx.query(
    `update outbound_recipients set status = 'failed', reason = $3, updated_at = now()
     where tenant_id = $1 and message_id = $2 and status = 'pending' and ($4::text[] is null or address = any($4))`,
    [tenantId, messageId, reason, only],
  )
}
