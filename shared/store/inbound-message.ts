/** Inbound messages on their way through the pipeline, in the database. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { Arrival } from '../domain/arrival.ts'
import type { AuthenticationResults, Envelope } from '../domain/authentication.ts'
import type { AutomatedKind } from '../domain/automated.ts'
import type { EventName } from '../domain/event.ts'
import { newId } from '../domain/ids.ts'
import { limits } from '../domain/limits.ts'
import type { JudgedFile, MailHead, ParsedMail } from '../domain/parsed-mail.ts'
import type { ScanOutcome, ScanStatus } from '../domain/scan.ts'
import type { InboundStatus, Verdict } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { envelopeColumns, joinEnvelope } from './envelope.ts'
import type { ThreadReference } from './thread.ts'
import { countMinute, countStored } from './usage.ts'

/**
 * What the store knows of a batch of arrivals, in one round trip: which of them are stored already (ids by
 * `inboxId:duplicateHash`), and the threads that their Message-IDs belong to (`hashes` by arrival, hex);
 * a merged thread is answered as the one it was joined to.
 */
export async function findKnown(
  tx: Sql,
  arrivals: Pick<Arrival, 'tenantId' | 'inboxId' | 'id' | 'duplicateHash'>[],
  hashes: Map<string, string[]>,
): Promise<{ duplicates: Map<string, string>; references: ThreadReference[] }> {
  const wanted = arrivals.flatMap(({ tenantId, inboxId, id }) =>
    (hashes.get(id) ?? []).map((hash) => ({ tenantId, inboxId, hash })),
  )
  const rows = await tx.query<{
    inboxId: string
    hash: string
    messageId: string | null
    threadId: string | null
  }>(
    `select m.inbox_id as "inboxId", encode(m.duplicate_hash, 'hex') as hash, m.id as "messageId", null as "threadId"
     from unnest($1::text[], $2::text[], $3::text[]) as a(tenant_id, inbox_id, hash)
     join messages m on m.tenant_id = a.tenant_id and m.inbox_id = a.inbox_id and m.duplicate_hash = decode(a.hash, 'hex')
     where m.created_at > now() - make_interval(hours => $4)
     union all
     select r.inbox_id, encode(r.message_id_hash, 'hex'), null, coalesce(t.merged_into, t.id)
     from unnest($5::text[], $6::text[], $7::text[]) as w(tenant_id, inbox_id, hash)
     join thread_references r on r.tenant_id = w.tenant_id and r.inbox_id = w.inbox_id
       and r.message_id_hash = decode(w.hash, 'hex')
     join threads t on t.tenant_id = r.tenant_id and t.id = r.thread_id`,
    [
      arrivals.map((a) => a.tenantId),
      arrivals.map((a) => a.inboxId),
      arrivals.map((a) => a.duplicateHash),
      limits.duplicateHours,
      wanted.map((w) => w.tenantId),
      wanted.map((w) => w.inboxId),
      wanted.map((w) => w.hash),
    ],
  )
  const duplicates = new Map<string, string>()
  const references: ThreadReference[] = []
  for (const { inboxId, hash, messageId, threadId } of rows) {
    if (messageId !== null) duplicates.set(`${inboxId}:${hash}`, messageId)
    if (threadId !== null) references.push({ inboxId, hash, threadId })
  }
  return { duplicates, references }
}

/**
 * Writes to disk whatever was committed before without waiting for it, and answers which of these messages it saw there
 * (ids). One that is missing was committed, but a crash has taken it back since: a server that was started again, or
 * another that took over, writes gladly what it never had. What is seen is in its log before the commit of this very
 * statement, which waits for the disk, whichever connection and server it runs on.
 */
export async function reachedDisk(
  sql: Sql,
  messages: readonly { tenantId: string; messageId: string }[],
): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    // Without a row of the log of its own, a statement that only reads would wait for nothing.
    `with logged as materialized (select pg_logical_emit_message(true, 'flush', '') as at)
     select m.id from logged, unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id where logged.at is not null`,
    [messages.map(({ tenantId }) => tenantId), messages.map(({ messageId }) => messageId)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** An arrival as it is stored, in its thread. */
export interface NewArrival {
  arrival: Arrival
  threadId: string
  /** Ids of the rate-limit policies that the message was over when it was taken. */
  exceeded: readonly string[]
}

/** Writes message rows, with their envelopes and their attachments' rows, and counts them on their inboxes. */
export async function insertArrivals(tx: Sql, rows: readonly NewArrival[]): Promise<void> {
  const arrivals = rows.map(({ arrival }) => arrival)
  const counts = new Map<string, { tenant_id: string; inbox_id: string; count: number; bytes: number }>()
  for (const { tenantId, inboxId, raw } of arrivals) {
    const entry = counts.get(inboxId) ?? { tenant_id: tenantId, inbox_id: inboxId, count: 0, bytes: 0 }
    entry.count++
    entry.bytes += raw.byteLength
    counts.set(inboxId, entry)
  }
  await tx.query(
    // One statement for all of it: each further one costs as much as what it writes.
    `with arrived as materialized (
       select * from json_to_recordset($1) as m(tenant_id text, id text, inbox_id text, thread_id text, "from" text,
         from_name text, "to" text, cc text, reply_to text, subject text, message_id text, in_reply_to text,
         date timestamptz, size_bytes int, has_attachments boolean, duplicate_hash text, created_at timestamptz,
         envelope jsonb, exceeded text[])
     ), stored as (
       insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, "from", from_name, "to", cc, reply_to,
         subject, message_id, in_reply_to, date, size_bytes, has_attachments, duplicate_hash, created_at, updated_at)
       select tenant_id, id, inbox_id, thread_id, 'inbound', 'processing', "from", from_name, "to", cc, reply_to,
         subject, message_id, in_reply_to, date, size_bytes, has_attachments, decode(duplicate_hash, 'hex'), created_at,
         created_at
       from arrived
     ), enveloped as (
       insert into envelopes (tenant_id, message_id, envelope, exceeded)
       select tenant_id, id, envelope, exceeded from arrived
     ), attached as (
       insert into attachments (tenant_id, id, inbox_id, message_id, index, filename, content_type, size_bytes, sha256,
         content_id, inline, scan_status, created_at)
       select tenant_id, id, inbox_id, message_id, index, filename, content_type, size_bytes, decode(sha256, 'hex'),
         content_id, inline, 'pending', created_at
       from json_to_recordset($2) as a(tenant_id text, id text, inbox_id text, message_id text, index int, filename text,
         content_type text, size_bytes int, sha256 text, content_id text, inline boolean, created_at timestamptz)
     )
     update inboxes i set ${countStored('c.count', 'c.bytes')}, ${countMinute('c.count')}
     from json_to_recordset($3) as c(tenant_id text, inbox_id text, count int, bytes bigint)
     where i.tenant_id = c.tenant_id and i.id = c.inbox_id`,
    [
      JSON.stringify(rows.map(messageRow)),
      JSON.stringify(arrivals.flatMap(attachmentRows)),
      JSON.stringify([...counts.values()]),
    ],
  )
}

function messageRow({ arrival, threadId, exceeded }: NewArrival) {
  const { tenantId, id, inboxId, envelope, raw, head, duplicateHash, receivedAt } = arrival
  return {
    tenant_id: tenantId,
    id,
    inbox_id: inboxId,
    thread_id: threadId,
    from: head.from?.address ?? envelope.mailFrom,
    ...mailColumns(head),
    size_bytes: raw.byteLength,
    duplicate_hash: duplicateHash,
    created_at: receivedAt,
    envelope,
    exceeded,
  }
}

/** The columns of its message's row that a mail fills, whichever way it goes. */
export const mailColumns = (head: MailHead) => ({
  from_name: head.from?.name ?? '',
  to: head.to,
  cc: head.cc,
  reply_to: head.replyTo,
  subject: head.subject,
  message_id: head.messageId,
  in_reply_to: head.inReplyTo[0] ?? null,
  date: head.date,
  has_attachments: head.attachments.length > 0,
})

/** The columns of message_contents that it fills; null where a text is the same as `body`. */
export function contentColumns(mail: ParsedMail) {
  const { body, bodySanitized, extractedText, html, headers, attachments: _, ...parsed } = mail
  return {
    headers,
    body,
    body_sanitized: bodySanitized === body ? null : bodySanitized,
    extracted_text: extractedText === body ? null : extractedText,
    html,
    parsed,
  }
}

function attachmentRows({ tenantId, id, inboxId, head, receivedAt }: Arrival) {
  return head.attachments.map((attachment) => ({
    tenant_id: tenantId,
    id: newId('attachment'),
    inbox_id: inboxId,
    message_id: id,
    index: attachment.index,
    filename: attachment.filename,
    content_type: attachment.contentType,
    size_bytes: attachment.sizeBytes,
    sha256: attachment.sha256,
    content_id: attachment.contentId,
    inline: attachment.inline,
    created_at: receivedAt,
  }))
}

/** What is put on record of a message that was accepted. */
export interface ReceivedMessage {
  tenantId: string
  id: string
  inboxId: string
  /** Null where it is gone with the message's bytes, which `scan` and `assess` answer. */
  envelope: Envelope | null
  sizeBytes: number
}

/** Messages that were accepted and are not decided on yet, by id; those deleted meanwhile are missing. */
export async function findReceived(
  sql: Sql,
  wanted: { tenantId: string; messageId: string }[],
): Promise<Map<string, ReceivedMessage>> {
  const rows = await sql.query<ReceivedMessage>(
    `select m.tenant_id as "tenantId", m.id, m.inbox_id as "inboxId", ${envelopeColumns.envelope} as envelope, m.size_bytes as "sizeBytes"
     from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id
     ${joinEnvelope}
     where m.status = 'processing'`,
    [wanted.map((w) => w.tenantId), wanted.map((w) => w.messageId)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A message as the stages after accepting see it. */
export interface PendingMessage {
  tenantId: string
  id: string
  inboxId: string
  slug: string
  securityLevel: number
  webhookUrl: string | null
  /** What its webhook is told of. */
  webhookEvents: EventName[]
  from: string
  envelope: Envelope
  /** Ids of the rate-limit policies that it was over when it was taken. */
  exceeded: string[]
  sizeBytes: number
  hasAttachments: boolean
  scan: ScanOutcome | null
}

/** A message as the stages that judge it see it: read again, in full. */
export interface ParsedMessage extends Omit<PendingMessage, 'exceeded'> {
  mail: ParsedMail
}

/** The same with the bytes that it was read from, fetched and read once a job, and the files that judging looks into. */
export interface ReadMessage extends PendingMessage, ParsedMessage {
  raw: Uint8Array
  files: readonly JudgedFile[]
}

/** The messages with these ids that are still `processing`. */
export async function findPendingMessages(
  sql: Sql,
  wanted: { tenantId: string; messageId: string }[],
): Promise<PendingMessage[]> {
  return sql.query<PendingMessage>(
    `select m.tenant_id as "tenantId", m.id, m.inbox_id as "inboxId", i.slug, i.security_level as "securityLevel",
       i.webhook_url as "webhookUrl", i.webhook_events as "webhookEvents", m."from", ${envelopeColumns.envelope} as envelope,
       ${envelopeColumns.exceeded} as exceeded, m.scan,
       m.size_bytes as "sizeBytes", m.has_attachments as "hasAttachments"
     from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id
     ${joinEnvelope}
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id
     where m.status = 'processing'`,
    [wanted.map((w) => w.tenantId), wanted.map((w) => w.messageId)],
  )
}

/** Writes what is shown of messages that have been decided on, and keeps their envelopes. */
export async function insertContents(
  tx: Sql,
  messages: Pick<ParsedMessage, 'tenantId' | 'id' | 'mail' | 'envelope'>[],
): Promise<void> {
  if (messages.length === 0) return
  await tx.query(
    `insert into message_contents (tenant_id, message_id, headers, body, body_sanitized, extracted_text, html, parsed,
       envelope)
     select tenant_id, id, headers, body, body_sanitized, extracted_text, html, parsed, envelope
     from json_to_recordset($1) as c(tenant_id text, id text, headers jsonb, body text, body_sanitized text,
       extracted_text text, html text, parsed jsonb, envelope jsonb)
     on conflict do nothing`,
    [JSON.stringify(messages.map(contentRow))],
  )
}

function contentRow({
  tenantId,
  id,
  mail,
  envelope,
}: Pick<ParsedMessage, 'tenantId' | 'id' | 'mail' | 'envelope'>) {
  return { tenant_id: tenantId, id, ...contentColumns(mail), envelope }
}

/** Keeps a scan's outcome: on the message, and on each attachment. */
export async function recordScan(
  tx: Sql,
  tenantId: string,
  messageId: string,
  outcome: ScanOutcome,
): Promise<void> {
  await tx.query('update messages set scan = $3 where tenant_id = $1 and id = $2 and status = $4', [
    tenantId,
    messageId,
    JSON.stringify(outcome),
    'processing' satisfies InboundStatus,
  ])
  const rows = outcome.attachments.map((verdict, index) => ({
    index,
    status: verdict.status satisfies ScanStatus,
    detail:
      verdict.status === 'infected'
        ? verdict.signatures.join(', ')
        : verdict.status === 'error'
          ? verdict.reason
          : null,
  }))
  if (rows.length === 0) return
  await tx.query(
    `update attachments a set scan_status = s.status, scan_detail = s.detail
     from json_to_recordset($3) as s(index int, status text, detail text)
     where a.tenant_id = $1 and a.message_id = $2 and a.index = s.index`,
    [tenantId, messageId, JSON.stringify(rows)],
  )
}

/** The outcome of assessing a message. */
export interface Decision {
  tenantId: string
  id: string
  status: Extract<InboundStatus, Verdict>
  verdict: Verdict
  analysis: SecurityAnalysis
  authentication: AuthenticationResults | null
  /** Who wrote it; left out where it couldn't be read. */
  automated?: AutomatedKind
}

/** Writes decisions on messages that are still `processing`; answers the ids that moved. */
export async function decideMessages(tx: Sql, decisions: Decision[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `update messages m set status = d.status, verdict = d.verdict, risk_score = (d.analysis ->> 'risk_score')::int,
       security_analysis = d.analysis, authentication = d.authentication, automated_kind = d.automated, updated_at = now()
     from json_to_recordset($1) as d("tenantId" text, id text, status text, verdict text, analysis jsonb, authentication jsonb,
       automated text)
     where m.tenant_id = d."tenantId" and m.id = d.id and m.status = 'processing' returning m.id`,
    [JSON.stringify(decisions)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The inbox of a message; null where the message is gone. */
export async function findInboxOfMessage(sql: Sql, tenantId: string, id: string): Promise<string | null> {
  const rows = await sql.query<{ inboxId: string }>(
    'select inbox_id as "inboxId" from messages where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return rows[0]?.inboxId ?? null
}

/** Domains of the newest clean mail of an inbox: what a look-alike would imitate. */
export async function findKnownDomains(sql: Sql, tenantId: string, inboxId: string): Promise<string[]> {
  const rows = await sql.query<{ domain: string }>(
    `select distinct lower(split_part("from", '@', 2)) as domain from (
       select "from" from messages where tenant_id = $1 and inbox_id = $2 and direction = 'inbound' and verdict = 'clean'
       order by id desc limit 200) as newest`,
    [tenantId, inboxId],
  )
  return rows.map(({ domain }) => domain).filter((domain) => domain !== '')
}
