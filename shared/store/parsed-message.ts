/** A message with its mail as it is stored, in the database: what may be shown of it, redactions included. */
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { Sql } from '../lib/sql.ts'
import type { ParsedMessage } from './inbound-message.ts'

/** Undefined where there is none, or where it isn't assessed yet. */
export async function findParsedMessage(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<ParsedMessage | undefined> {
  const [row] = await sql.query<ParsedRow>(
    `select m.tenant_id as "tenantId", m.id, m.inbox_id as "inboxId", i.slug, i.security_level as "securityLevel",
       i.webhook_url as "webhookUrl", i.webhook_events as "webhookEvents", m."from", c.envelope, m.scan,
       m.size_bytes as "sizeBytes", m.has_attachments as "hasAttachments", c.parsed, c.headers, c.body, c.body_sanitized,
       c.extracted_text, c.html,
       (select coalesce(json_agg(json_build_object('index', a.index, 'filename', a.filename, 'contentType', a.content_type,
         'sizeBytes', a.size_bytes, 'sha256', encode(a.sha256, 'hex'), 'contentId', a.content_id, 'inline', a.inline)
         order by a.index), '[]') from attachments a where a.tenant_id = m.tenant_id and a.message_id = m.id) as attachments
     from messages m
     join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id
     where m.tenant_id = $1 and m.id = $2`,
    [tenantId, id],
  )
  if (row === undefined) return undefined
  const { parsed, headers, body, body_sanitized, extracted_text, html, attachments, ...message } = row
  const texts = { body, bodySanitized: body_sanitized ?? body, extractedText: extracted_text ?? body, html }
  return { ...message, mail: { ...parsed, ...texts, headers, attachments } }
}

type ParsedRow = Omit<ParsedMessage, 'mail'> & {
  parsed: Omit<ParsedMail, 'headers' | 'body' | 'bodySanitized' | 'extractedText' | 'html' | 'attachments'>
  headers: ParsedMail['headers']
  body: string
  body_sanitized: string | null
  extracted_text: string | null
  html: string | null
  attachments: ParsedMail['attachments']
}
