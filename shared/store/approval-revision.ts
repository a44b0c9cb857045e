/** Revisions of messages that wait for approval, in the database: what each says, and what it said before. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { ApprovalRevision } from '../domain/approval.ts'
import type { Envelope } from '../domain/authentication.ts'
import type { Recipient } from '../domain/outbound.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { Verdict } from '../domain/status.ts'
import { encodeContent } from '../lib/content-coding.ts'
import type { Sql } from '../lib/sql.ts'
import { blobs } from './blobs.ts'
import { contentHidden } from './content-hidden.ts'
import { contentColumns, mailColumns } from './inbound-message.ts'

/** A message as a reviewer has edited it: composed and judged anew. */
export interface NewRevision {
  tenantId: string
  approvalId: string
  messageId: string
  revision: number
  mail: ParsedMail
  raw: Uint8Array
  /** SHA-256 of `raw`, lowercase hex. */
  rawSha256: string
  /** What the version is known by: see `versionHashes`. */
  contentSha256: string
  envelope: Envelope
  recipients: readonly Recipient[]
  redactions: readonly object[]
  verdict: Verdict
  analysis: SecurityAnalysis
  simulated: boolean
  diff: string
  editedBy: string
  /** ISO 8601. */
  createdAt: string
}

const addressesOf = (message: string) =>
  `(select coalesce(json_agg(json_build_object('address', r.address, 'field', r.field) order by r.index), '[]')
    from outbound_recipients r where r.tenant_id = ${message}.tenant_id and r.message_id = ${message}.id)`

/** SQL: the message of the approval `a` as it is now, as a row of approval_revisions. */
const currentOf = `select a.tenant_id, a.id, o.revision, m.subject, c.body, c.html, ${addressesOf('m')}::jsonb, o.content_sha256,
    m.verdict, m.security_analysis, null::text, null::text, m.created_at
  from approvals a
  join messages m on m.tenant_id = a.tenant_id and m.id = a.message_id
  join message_contents c on c.tenant_id = a.tenant_id and c.message_id = a.message_id
  join outbound_messages o on o.tenant_id = a.tenant_id and o.message_id = a.message_id
  where a.tenant_id = $1 and a.id = $2`

/** Keeps the message as the agent gave it, unless it is kept already; the transaction holds the approval. */
export async function keepFirstRevision(tx: Sql, tenantId: string, approvalId: string): Promise<void> {
  await tx.query(
    `insert into approval_revisions (tenant_id, approval_id, revision, subject, body, html, recipients, content_sha256,
       verdict, security_analysis, diff, edited_by, created_at)
     ${currentOf} and o.revision = 1 on conflict do nothing`,
    [tenantId, approvalId],
  )
}

/** Writes a revision, and makes it what the message is; the transaction holds the inbox, the approval and the message. */
export async function writeRevision(tx: Sql, edit: NewRevision): Promise<void> {
  const { tenantId, approvalId, messageId, mail, raw, rawSha256, contentSha256, createdAt } = edit
  const { to, cc, subject } = mailColumns(mail)
  const content = contentColumns(mail)
  await Promise.all([
    tx.query(
      `insert into approval_revisions (tenant_id, approval_id, revision, subject, body, html, recipients, content_sha256,
         verdict, security_analysis, diff, edited_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), $9, $10, $11, $12, $13)`,
      [
        tenantId,
        approvalId,
        edit.revision,
        subject,
        content.body,
        content.html,
        JSON.stringify(edit.recipients),
        contentSha256,
        edit.verdict,
        JSON.stringify(edit.analysis),
        edit.diff,
        edit.editedBy,
        createdAt,
      ],
    ),
    tx.query(
      `with before as (
         select inbox_id, size_bytes from messages where tenant_id = $1 and id = $2
       ), edited as (
         update messages set "to" = $3, cc = $4, subject = $5, verdict = $6, risk_score = $7, security_analysis = $8,
           size_bytes = $9, updated_at = $10
         where tenant_id = $1 and id = $2
       )
       update inboxes i set stored_bytes = greatest(0, i.stored_bytes - b.size_bytes + $9) from before b
       where i.tenant_id = $1 and i.id = b.inbox_id`,
      [
        tenantId,
        messageId,
        to,
        cc,
        subject,
        edit.verdict,
        edit.analysis.risk_score,
        JSON.stringify(edit.analysis),
        raw.byteLength,
        createdAt,
      ],
    ),
    tx.query(
      `update message_contents set headers = $3, body = $4, body_sanitized = $5, extracted_text = $6, html = $7, parsed = $8,
         envelope = $9
       where tenant_id = $1 and message_id = $2`,
      [
        tenantId,
        messageId,
        JSON.stringify(content.headers),
        content.body,
        content.body_sanitized,
        content.extracted_text,
        content.html,
        JSON.stringify(content.parsed),
        JSON.stringify(edit.envelope),
      ],
    ),
    blobs.delete(tx, [{ tenantId, messageId }]),
    blobs.put(tx, [{ tenantId, messageId, sha256: rawSha256, coded: encodeContent(raw) }]),
    tx.query(
      `update outbound_messages set content_sha256 = decode($3, 'hex'), revision = $4, simulated = $5,
         redactions = redactions || $6::jsonb
       where tenant_id = $1 and message_id = $2`,
      [tenantId, messageId, contentSha256, edit.revision, edit.simulated, JSON.stringify(edit.redactions)],
    ),
    tx.query('delete from outbound_recipients where tenant_id = $1 and message_id = $2', [
      tenantId,
      messageId,
    ]),
    tx.query(
      `insert into outbound_recipients (tenant_id, message_id, index, address, field, updated_at)
       select $1, $2, index, address, field, $3
       from json_to_recordset($4) as r(index int, address text, field text)`,
      [
        tenantId,
        messageId,
        createdAt,
        JSON.stringify(edit.recipients.map((recipient, index) => ({ index, ...recipient }))),
      ],
    ),
  ])
}

/** A revision, and whether the message quotes or forwards one that was withheld. */
export type StoredRevision = ApprovalRevision & { passes_on_withheld: boolean }

/**
 * Every revision, oldest first; of a message that nobody has edited, the one that it is. Of a message that passes on a
 * withheld one, what was approved is shown, and not what a reviewer has taken out of it.
 */
export function listRevisions(sql: Sql, tenantId: string, approvalId: string): Promise<StoredRevision[]> {
  return sql.query<StoredRevision>(
    `with kept as (
       select tenant_id, approval_id, revision, subject, body, html, recipients, content_sha256, verdict,
         security_analysis, diff, edited_by, created_at
       from approval_revisions where tenant_id = $1 and approval_id = $2
     ), revisions as (
       select * from kept union all (${currentOf} and not exists (select 1 from kept))
     )
     select v.approval_id, a.message_id, v.revision, v.subject, v.body, v.html, v.recipients,
       encode(v.content_sha256, 'hex') as content_sha256, 'withheld' = any(a.reasons) as passes_on_withheld,
       ${contentHidden} or 'withheld' = any(a.reasons) and v.content_sha256 is distinct from a.approved_sha256
         as content_hidden, v.verdict, v.security_analysis, v.diff, v.edited_by, v.created_at
     from revisions v join approvals a on a.tenant_id = v.tenant_id and a.id = v.approval_id
     join messages m on m.tenant_id = a.tenant_id and m.id = a.message_id order by v.revision`,
    [tenantId, approvalId],
  )
}
