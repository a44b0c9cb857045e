/** Redacted messages in the database: what may be shown takes the place of the original, which is kept apart. */
import { cleanJson } from '../lib/clean-text.ts'
import type { Sql } from '../lib/sql.ts'

/** What a message says, as far as it can be rewritten. */
export interface RewrittenContent {
  subject: string
  body: string
  bodySanitized: string
  extractedText: string
  html: string | null
  headers: { name: string; value: string }[]
}

/**
 * Replaces the contents of messages, and the subject of their threads where it is theirs; keeps the originals.
 * Everything that reads messages so gets what may be shown, unless it asks for {@link findOriginal}.
 */
export async function replaceContents(
  tx: Sql,
  messages: { tenantId: string; id: string; content: RewrittenContent }[],
): Promise<void> {
  const values = [
    JSON.stringify(cleanJson(messages.map(({ tenantId, id, content }) => ({ tenantId, id, ...content })))),
  ]
  const given = `json_to_recordset($1) as r("tenantId" text, id text, subject text, body text, "bodySanitized" text,
    "extractedText" text, html text, headers jsonb)`
  // Sent together, run in this order: what is kept is read before it is replaced.
  await Promise.all([
    tx.query(
      `insert into message_originals (tenant_id, message_id, subject, headers, body, body_sanitized, extracted_text, html)
       select m.tenant_id, m.id, m.subject, c.headers, c.body, c.body_sanitized, c.extracted_text, c.html
       from ${given}
       join messages m on m.tenant_id = r."tenantId" and m.id = r.id
       join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
       on conflict do nothing`,
      values,
    ),
    tx.query(
      `update threads t set subject = r.subject from ${given}
       join messages m on m.tenant_id = r."tenantId" and m.id = r.id
       where t.tenant_id = m.tenant_id and t.id = m.thread_id and t.subject = m.subject and t.subject <> r.subject`,
      values,
    ),
    tx.query(
      `update messages m set subject = r.subject from ${given}
       where m.tenant_id = r."tenantId" and m.id = r.id and m.subject <> r.subject`,
      values,
    ),
    tx.query(
      `update message_contents c set body = r.body, body_sanitized = nullif(r."bodySanitized", r.body),
         extracted_text = nullif(r."extractedText", r.body), html = r.html, headers = r.headers,
         parsed = c.parsed || jsonb_build_object('subject', r.subject, 'hidden', '[]'::jsonb, 'links', '[]'::jsonb)
       from ${given} where c.tenant_id = r."tenantId" and c.message_id = r.id`,
      values,
    ),
  ])
}

/** The original of a redacted message; undefined where there is none, since nothing was taken out of it. */
export async function findOriginal(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<RewrittenContent | undefined> {
  const rows = await sql.query<RewrittenContent>(
    `select subject, headers, body, coalesce(body_sanitized, body) as "bodySanitized",
       coalesce(extracted_text, body) as "extractedText", html
     from message_originals where tenant_id = $1 and message_id = $2`,
    [tenantId, id],
  )
  return rows[0]
}

/** SQL: whether the message of row `m` was redacted. */
export const isRedacted = `exists (select 1 from message_originals o where o.tenant_id = m.tenant_id and o.message_id = m.id)`
