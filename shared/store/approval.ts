/** Approvals in the database: outbound messages that wait for a reviewer. */
import {
  type Approval,
  type ApprovalDetail,
  type ApprovalListQuery,
  type ApprovalStatus,
  type HoldReason,
  previewCharacters,
} from '../domain/approval.ts'
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { MessageStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { attachmentsAsJson } from './attachment.ts'
import { contentHidden } from './content-hidden.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { type Looked, lookThrough } from './look.ts'

export interface NewApproval {
  tenantId: string
  id: string
  inboxId: string
  messageId: string
  reasons: readonly HoldReason[]
  /** ISO 8601. */
  expiresAt: string
  createdAt: string
}

export async function insertApproval(tx: Sql, approval: NewApproval): Promise<void> {
  const { tenantId, id, inboxId, messageId, reasons, expiresAt, createdAt } = approval
  await tx.query(
    `insert into approvals (tenant_id, id, inbox_id, message_id, status, reasons, expires_at, created_at)
     values ($1, $2, $3, $4, 'pending', $5, $6, $7)`,
    [tenantId, id, inboxId, messageId, reasons, expiresAt, createdAt],
  )
}

const columns = `a.id, a.inbox_id, a.message_id, a.status,
  json_build_object('to', m."to", 'subject', m.subject,
    'body_preview', left(c.body, ${previewCharacters})) as message_preview,
  (select coalesce(json_agg(json_build_object('address', r.address, 'field', r.field) order by r.index), '[]')
   from outbound_recipients r where r.tenant_id = a.tenant_id and r.message_id = a.message_id) as recipients,
  a.reasons, m.risk_score, o.revision, o.revision > 1 as edited, encode(o.content_sha256, 'hex') as content_sha256,
  ${contentHidden} as content_hidden, o.send_at, a.reviewed_by, a.resolved_at, a.reason, a.expires_at, a.created_at`
const ofApproval = `join messages m on m.tenant_id = a.tenant_id and m.id = a.message_id
  join message_contents c on c.tenant_id = a.tenant_id and c.message_id = a.message_id
  join outbound_messages o on o.tenant_id = a.tenant_id and o.message_id = a.message_id`
const withMessage = `approvals a ${ofApproval}`

/** Approvals within reach, newest first, as far as they were looked at. */
export function listApprovals(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  { status, inbox_id }: Pick<ApprovalListQuery, 'status' | 'inbox_id'>,
  page: Page,
): Promise<Looked<Approval>> {
  const values: unknown[] = [tenantId]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const ofInboxes = [inboxId, inbox_id].flatMap((inbox) =>
    inbox === null || inbox === undefined ? [] : [`a.inbox_id = ${bind(inbox)}`],
  )
  // In the words of the index, which holds those that wait only.
  const waiting = status === 'pending' ? [`a.status = 'pending'`] : []
  const ofStatus = status === undefined ? [] : waiting.length > 0 ? waiting : [`a.status = ${bind(status)}`]
  const chosen = ofInboxes.length > 0 ? [...ofInboxes, ...waiting] : ofStatus
  const after = page.after === null ? [] : [`a.id < ${bind(page.after[0])}`]
  return lookThrough(
    sql,
    {
      own: 'a',
      ids: `select a.id, a.tenant_id, a.inbox_id, a.status from approvals a where ${['a.tenant_id = $1', ...chosen, ...after].join(' and ')} order by a.id desc`,
      row: 'approvals a on a.tenant_id = $1 and a.id = k.id',
      conditions: [inboxIsThere('a'), ...(ofInboxes.length > 0 ? ofStatus : [])],
      columns,
      joins: ofApproval,
    },
    values,
    page.limit,
  )
}

/** An approval without what its agent had read before. */
export type FoundApproval = Omit<ApprovalDetail, 'provenance'>

/** An approval within reach, with all that leaves beside the bodies. */
export async function findApproval(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<FoundApproval | undefined> {
  const rows = await sql.query<FoundApproval>(
    `select ${columns}, coalesce(c.headers, '[]') as headers, ${attachmentsAsJson} as attachments from ${withMessage}
     where a.tenant_id = $1 and a.id = $2 and ($3::text is null or a.inbox_id = $3) and ${inboxIsThere('a')}`,
    [tenantId, id, inboxId],
  )
  return rows[0]
}

/** An approval about to be resolved, with its message. */
export interface LockedApproval {
  tenantId: string
  id: string
  inboxId: string
  messageId: string
  status: ApprovalStatus
  /** Whether its time is up, by the database's clock. */
  lapsed: boolean
  reviewedBy: string | null
  resolvedAt: string | null
  reason: string | null
  messageStatus: MessageStatus
  sendAt: string | null
  /** Of the composed message as it is now, lowercase hex. */
  contentSha256: string
  /** 1, unless a reviewer has edited it. */
  revision: number
}

const lockedColumns = `a.tenant_id as "tenantId", a.id, a.inbox_id as "inboxId", a.message_id as "messageId", a.status,
  a.expires_at <= now() as lapsed, a.reviewed_by as "reviewedBy", a.resolved_at as "resolvedAt", a.reason,
  m.status as "messageStatus", o.send_at as "sendAt", encode(o.content_sha256, 'hex') as "contentSha256", o.revision`
const lockedFrom = `approvals a
  join messages m on m.tenant_id = a.tenant_id and m.id = a.message_id
  join outbound_messages o on o.tenant_id = a.tenant_id and o.message_id = a.message_id`

/**
 * Locks an approval of the tenant, with its message, for the rest of the transaction. All three rows are locked: of one
 * that is only joined, Postgres shows who had to wait what it was before. The message comes first, as for whoever deletes
 * one: that takes the approval with it.
 */
export async function lockApproval(
  tx: Sql,
  tenantId: string,
  id: string,
): Promise<LockedApproval | undefined> {
  const [, rows] = await Promise.all([
    tx.query(
      `select 1 from messages m where m.tenant_id = $1
         and m.id = (select a.message_id from approvals a where a.tenant_id = $1 and a.id = $2) for no key update`,
      [tenantId, id],
    ),
    tx.query<LockedApproval>(
      `select ${lockedColumns} from ${lockedFrom} where a.tenant_id = $1 and a.id = $2 and ${inboxIsThere('a')}
       for no key update of a, m, o`,
      [tenantId, id],
    ),
  ])
  return rows[0]
}

/** Locks up to `count` pending approvals whose time is up; those that someone else holds are left to them. */
export function lockLapsedApprovals(tx: Sql, count: number, except: string[]): Promise<LockedApproval[]> {
  return tx.query<LockedApproval>(
    `select ${lockedColumns} from ${lockedFrom}
     where a.status = 'pending' and a.expires_at <= now() and ${inboxIsThere('a')} and a.id <> all($2)
     order by a.tenant_id, a.expires_at limit $1 for no key update of a, m, o skip locked`,
    [count, except],
  )
}

/** Hash of the message that waits, as it is now (lowercase hex); undefined where there is no such approval. */
export async function findContent(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<{ messageId: string; contentSha256: string } | undefined> {
  const rows = await sql.query<{ messageId: string; contentSha256: string }>(
    `select a.message_id as "messageId", encode(o.content_sha256, 'hex') as "contentSha256" from approvals a
     join outbound_messages o on o.tenant_id = a.tenant_id and o.message_id = a.message_id
     where a.tenant_id = $1 and a.id = $2`,
    [tenantId, id],
  )
  return rows[0]
}

/** Writes how an approval ended; the transaction holds it. */
export async function writeResolution(
  tx: Sql,
  tenantId: string,
  id: string,
  resolution: {
    status: Exclude<ApprovalStatus, 'pending'>
    reviewedBy: string | null
    reason: string | null
    /** Lowercase hex; null unless approved. */
    approvedSha256: string | null
    /** ISO 8601. */
    resolvedAt: string
  },
): Promise<void> {
  const { status, reviewedBy, reason, approvedSha256, resolvedAt } = resolution
  await tx.query(
    `update approvals set status = $3, reviewed_by = $4, reason = $5, approved_sha256 = decode($6, 'hex'), resolved_at = $7
     where tenant_id = $1 and id = $2 and status = 'pending'`,
    [tenantId, id, status, reviewedBy, reason, approvedSha256, resolvedAt],
  )
}
