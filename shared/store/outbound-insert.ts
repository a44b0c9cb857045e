/** Writes outbound messages as they are taken, in the transaction of their charge. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { Envelope } from '../domain/authentication.ts'
import { newId } from '../domain/ids.ts'
import type { Recipient } from '../domain/outbound.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { ScanOutcome, ScanStatus, ScanVerdict } from '../domain/scan.ts'
import type { OutboundStatus, Verdict } from '../domain/status.ts'
import { encodeContent } from '../lib/content-coding.ts'
import type { Sql } from '../lib/sql.ts'
import { blobs } from './blobs.ts'
import { contentColumns, mailColumns } from './inbound-message.ts'
import { countStored } from './usage.ts'

/** A message as it is taken from an agent: composed, judged, and routed. */
export interface NewOutbound {
  tenantId: string
  id: string
  inboxId: string
  threadId: string
  status: OutboundStatus
  verdict: Verdict
  analysis: SecurityAnalysis
  /** Null where nothing in it wants a scan. */
  scan: ScanOutcome | null
  mail: ParsedMail
  raw: Uint8Array
  /** SHA-256 of `raw`, lowercase hex. */
  rawSha256: string
  /** What the version is known by: see `versionHashes`. */
  contentSha256: string
  envelope: Envelope
  recipients: readonly Recipient[]
  metadata: Record<string, unknown>
  redactions: readonly object[]
  keyId: string
  userId: string
  /** ISO 8601; null: at once. */
  sendAt: string | null
  simulated: boolean
  createdAt: string
}

/** Writes a message with its contents, bytes, attachments and recipients, and counts it on its inbox. */
export async function insertOutbound(tx: Sql, message: NewOutbound): Promise<void> {
  const { tenantId, id, inboxId, mail, createdAt, raw, rawSha256 } = message
  const { from_name, to, cc, reply_to, subject, message_id, in_reply_to, date, has_attachments } =
    mailColumns(mail)
  const content = contentColumns(mail)
  await Promise.all([
    tx.query(
      `with stored as (
         insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, verdict, risk_score,
           security_analysis, "from", from_name, "to", cc, reply_to, subject, message_id, in_reply_to, date, scan,
           size_bytes, has_attachments, metadata, created_at, updated_at)
         values ($1, $2, $3, $4, 'outbound', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
           $21, $22, $22)
       ), counted as (
         update inboxes set ${countStored('1', '$19::bigint')} where tenant_id = $1 and id = $3
       )
       insert into message_contents (tenant_id, message_id, headers, body, body_sanitized, extracted_text, html, parsed,
         envelope)
       values ($1, $2, $23, $24, $25, $26, $27, $28, $29)`,
      [
        tenantId,
        id,
        inboxId,
        message.threadId,
        message.status,
        message.verdict,
        message.analysis.risk_score,
        JSON.stringify(message.analysis),
        mail.from?.address ?? message.envelope.mailFrom,
        from_name,
        to,
        cc,
        reply_to,
        subject,
        message_id,
        in_reply_to,
        date,
        message.scan === null ? null : JSON.stringify(message.scan),
        raw.byteLength,
        has_attachments,
        JSON.stringify(message.metadata),
        createdAt,
        JSON.stringify(content.headers),
        content.body,
        content.body_sanitized,
        content.extracted_text,
        content.html,
        JSON.stringify(content.parsed),
        JSON.stringify(message.envelope),
      ],
    ),
    blobs.put(tx, [{ tenantId, messageId: id, sha256: rawSha256, coded: encodeContent(raw) }]),
    insertDetails(tx, message),
    insertAttachments(tx, message),
  ])
}

async function insertDetails(tx: Sql, message: NewOutbound): Promise<void> {
  await tx.query(
    `with outbound as (
       insert into outbound_messages (tenant_id, message_id, inbox_id, key_id, user_id, content_sha256, send_at, simulated,
         redactions)
       values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9)
     )
     insert into outbound_recipients (tenant_id, message_id, index, address, field, updated_at)
     select $1, $2, index, address, field, $10
     from json_to_recordset($11) as r(index int, address text, field text)`,
    [
      message.tenantId,
      message.id,
      message.inboxId,
      message.keyId,
      message.userId,
      message.contentSha256,
      message.sendAt,
      message.simulated,
      JSON.stringify(message.redactions),
      message.createdAt,
      JSON.stringify(message.recipients.map((recipient, index) => ({ index, ...recipient }))),
    ],
  )
}

async function insertAttachments(
  tx: Sql,
  { tenantId, id, inboxId, mail, scan, createdAt }: NewOutbound,
): Promise<void> {
  if (mail.attachments.length === 0) return
  const rows = mail.attachments.map((attachment) => ({
    ...scanOf(scan?.attachments[attachment.index]),
    id: newId('attachment'),
    index: attachment.index,
    filename: attachment.filename,
    content_type: attachment.contentType,
    size_bytes: attachment.sizeBytes,
    sha256: attachment.sha256,
    content_id: attachment.contentId,
    inline: attachment.inline,
  }))
  await tx.query(
    `insert into attachments (tenant_id, id, inbox_id, message_id, index, filename, content_type, size_bytes, sha256,
       content_id, inline, scan_status, scan_detail, created_at)
     select $1, id, $2, $3, index, filename, content_type, size_bytes, decode(sha256, 'hex'), content_id, inline, status,
       detail, $4
     from json_to_recordset($5) as a(id text, index int, filename text, content_type text, size_bytes int, sha256 text,
       content_id text, inline boolean, status text, detail text)`,
    [tenantId, inboxId, id, createdAt, JSON.stringify(rows)],
  )
}

/** What is kept with an attachment of its scan; without one it stays `pending`, which hands nothing out. */
function scanOf(verdict: ScanVerdict | undefined): { status: ScanStatus; detail: string | null } {
  if (verdict === undefined) return { status: 'pending', detail: null }
  if (verdict.status === 'infected') return { status: 'infected', detail: verdict.signatures.join(', ') }
  return { status: verdict.status, detail: verdict.status === 'error' ? verdict.reason : null }
}
