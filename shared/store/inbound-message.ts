/** Inbound messages on their way through the pipeline, in the database. */
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { Arrival } from '../domain/arrival.ts'
import type { AuthenticationResults, Envelope } from '../domain/authentication.ts'
import type { EventName } from '../domain/event.ts'
import { newId } from '../domain/ids.ts'
import { limits } from '../domain/limits.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { ScanOutcome, ScanStatus } from '../domain/scan.ts'
import type { InboundStatus, MessageStatus, Verdict } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import type { ThreadReference } from './thread.ts'

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

/** Writes message rows and their attachments' rows, and counts them on their inboxes; `threadOf` gives each arrival's thread. */
export async function insertArrivals(
  tx: Sql,
  arrivals: Arrival[],
  threadOf: Map<string, string>,
): Promise<void> {
  const counts = new Map<string, { tenant_id: string; inbox_id: string; count: number }>()
  for (const { tenantId, inboxId } of arrivals) {
    const entry = counts.get(inboxId) ?? { tenant_id: tenantId, inbox_id: inboxId, count: 0 }
    entry.count++
    counts.set(inboxId, entry)
  }
  // A mail for many inboxes travels once: a hundred copies of a long one are more than a string or a statement holds.
  const mails = [...new Set(arrivals.map(({ mail }) => mail))]
  await tx.query(
    `with given as materialized (
       select m.*, c.* from json_to_recordset($1) as m(mail_index int, tenant_id text, id text, inbox_id text,
         thread_id text, "from" text, envelope jsonb, size_bytes int, duplicate_hash text, created_at timestamptz)
       join json_to_recordset($4) as c(mail int, from_name text, "to" text, cc text, reply_to text, subject text,
         message_id text, in_reply_to text, date timestamptz, headers jsonb, body text, body_sanitized text,
         extracted_text text, html text, parsed jsonb, has_attachments boolean) on c.mail = m.mail_index
     ), stored as (
       insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, "from", from_name, "to", cc, reply_to,
         subject, message_id, in_reply_to, date, size_bytes, has_attachments, duplicate_hash, created_at, updated_at)
       select tenant_id, id, inbox_id, thread_id, 'inbound', 'processing', "from", from_name, "to", cc, reply_to,
         subject, message_id, in_reply_to, date, size_bytes, has_attachments, decode(duplicate_hash, 'hex'), created_at,
         created_at
       from given
     ), contents as (
       insert into message_contents (tenant_id, message_id, headers, body, body_sanitized, extracted_text, html, parsed, envelope)
       select tenant_id, id, headers, body, body_sanitized, extracted_text, html, parsed, envelope from given
     ), attached as (
       insert into attachments (tenant_id, id, inbox_id, message_id, index, filename, content_type, size_bytes, sha256,
         content_id, inline, scan_status, created_at)
       select tenant_id, id, inbox_id, message_id, index, filename, content_type, size_bytes, decode(sha256, 'hex'),
         content_id, inline, 'pending', created_at
       from json_to_recordset($2) as a(tenant_id text, id text, inbox_id text, message_id text, index int, filename text,
         content_type text, size_bytes int, sha256 text, content_id text, inline boolean, created_at timestamptz)
     )
     update inboxes i set message_count = message_count + c.count
     from json_to_recordset($3) as c(tenant_id text, inbox_id text, count int)
     where i.tenant_id = c.tenant_id and i.id = c.inbox_id`,
    [
      JSON.stringify(
        arrivals.map((arrival) =>
          messageRow(arrival, mails.indexOf(arrival.mail), threadOf.get(arrival.id)!),
        ),
      ),
      JSON.stringify(arrivals.flatMap(attachmentRows)),
      JSON.stringify([...counts.values()]),
      JSON.stringify(mails.map(mailRow)),
    ],
  )
}

function messageRow(
  { tenantId, id, inboxId, envelope, raw, mail, duplicateHash, receivedAt }: Arrival,
  mailIndex: number,
  threadId: string,
) {
  return {
    mail_index: mailIndex,
    tenant_id: tenantId,
    id,
    inbox_id: inboxId,
    thread_id: threadId,
    from: mail.from?.address ?? envelope.mailFrom,
    envelope,
    size_bytes: raw.byteLength,
    duplicate_hash: duplicateHash,
    created_at: receivedAt,
  }
}

/** The columns that a parsed mail fills, whichever way it goes. */
export function mailRow(mail: ParsedMail, index: number) {
  const { body, bodySanitized, extractedText, html, headers, attachments, ...rest } = mail
  return {
    mail: index,
    from_name: rest.from?.name ?? '',
    to: rest.to,
    cc: rest.cc,
    reply_to: rest.replyTo,
    subject: rest.subject,
    message_id: rest.messageId,
    in_reply_to: rest.inReplyTo[0] ?? null,
    date: rest.date,
    headers,
    body,
    body_sanitized: bodySanitized === body ? null : bodySanitized,
    extracted_text: extractedText === body ? null : extractedText,
    html,
    parsed: rest,
    has_attachments: attachments.length > 0,
  }
}

function attachmentRows({ tenantId, id, inboxId, mail, receivedAt }: Arrival) {
  return mail.attachments.map((attachment) => ({
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
  status: MessageStatus
  from: string
  envelope: Envelope
  mail: ParsedMail
  scan: ScanOutcome | null
}

/** The messages with these ids, whatever their status; those deleted meanwhile are missing. */
export async function findPendingMessages(
  sql: Sql,
  wanted: { tenantId: string; messageId: string }[],
): Promise<PendingMessage[]> {
  const rows = await sql.query<PendingRow>(
    `select m.tenant_id as "tenantId", m.id, m.inbox_id as "inboxId", i.slug, i.security_level as "securityLevel",
       i.webhook_url as "webhookUrl", i.webhook_events as "webhookEvents", m.status, m."from", c.envelope, m.scan, c.parsed, c.headers, c.body, c.body_sanitized,
       c.extracted_text, c.html,
       case when m.has_attachments then (
         select coalesce(json_agg(json_build_object('index', a.index, 'filename', a.filename, 'contentType', a.content_type,
           'sizeBytes', a.size_bytes, 'sha256', encode(a.sha256, 'hex'), 'contentId', a.content_id, 'inline', a.inline)
           order by a.index), '[]') from attachments a where a.tenant_id = m.tenant_id and a.message_id = m.id)
         else '[]' end as attachments
     from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id
     join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id`,
    [wanted.map((w) => w.tenantId), wanted.map((w) => w.messageId)],
  )
  return rows.map(
    ({ parsed, headers, body, body_sanitized, extracted_text, html, attachments, ...message }) => ({
      ...message,
      mail: {
        ...parsed,
        headers,
        body,
        bodySanitized: body_sanitized ?? body,
        extractedText: extracted_text ?? body,
        html,
        attachments,
      },
    }),
  )
}

type PendingRow = Omit<PendingMessage, 'mail'> & {
  parsed: Omit<ParsedMail, 'headers' | 'body' | 'bodySanitized' | 'extractedText' | 'html' | 'attachments'>
  headers: ParsedMail['headers']
  body: string
  body_sanitized: string | null
  extracted_text: string | null
  html: string | null
  attachments: ParsedMail['attachments']
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
}

/** Writes decisions on messages that are still `processing`; answers the ids that moved. */
export async function decideMessages(tx: Sql, decisions: Decision[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `update messages m set status = d.status, verdict = d.verdict, risk_score = (d.analysis ->> 'risk_score')::int,
       security_analysis = d.analysis, authentication = d.authentication, updated_at = now()
     from json_to_recordset($1) as d("tenantId" text, id text, status text, verdict text, analysis jsonb, authentication jsonb)
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
