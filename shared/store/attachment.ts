/** Attachments in the database. */
import type { Attachment } from '../domain/attachment.ts'
import type { Reach } from '../domain/principal.ts'
import type { ScanStatus } from '../domain/scan.ts'
import type { Sql } from '../lib/sql.ts'
import { assessed } from './assessed.ts'
import { contentHidden } from './content-hidden.ts'
import { inboxIsThere } from './inbox-deletion.ts'

const filename = assessed('a.filename', "''")
const contentType = assessed('a.content_type', "'application/octet-stream'")
const contentId = assessed('a.content_id', 'null')
/** Until the whole message is assessed, its parts are handed out as little as its original. */
const scanStatus = assessed('a.scan_status', "'pending'")

const columns = `a.id, a.message_id, ${filename} as filename, ${contentType} as content_type, a.size_bytes,
  encode(a.sha256, 'hex') as sha256, a.inline, ${contentId} as content_id, ${scanStatus} as scan_status, a.created_at`
const withMessage = 'attachments a join messages m on m.tenant_id = a.tenant_id and m.id = a.message_id'

/** The attachments of a message row `m` as a JSON array, in order. */
export const attachmentsAsJson = `case when m.has_attachments then (
  select coalesce(json_agg(json_build_object('id', a.id, 'message_id', a.message_id, 'filename', ${filename},
    'content_type', ${contentType}, 'size_bytes', a.size_bytes, 'sha256', encode(a.sha256, 'hex'), 'inline', a.inline,
    'content_id', ${contentId}, 'scan_status', ${scanStatus},
    'created_at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.index), '[]')
  from attachments a where a.tenant_id = m.tenant_id and a.message_id = m.id) else '[]' end`

/** What decides whether the message that they are of may be read. */
export interface MessageHold {
  content_hidden: boolean
}

/** The attachments of a message within reach, in order, with its hold; undefined where there is no such message. */
export async function listAttachments(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  messageId: string,
): Promise<(MessageHold & { attachments: Attachment[] }) | undefined> {
  const rows = await sql.query<MessageHold & { attachments: Attachment[] }>(
    `select ${contentHidden} as content_hidden, ${attachmentsAsJson} as attachments from messages m
     where m.tenant_id = $1 and m.id = $2 and ($3::text is null or m.inbox_id = $3) and ${inboxIsThere('m')}`,
    [tenantId, messageId, inboxId],
  )
  return rows[0]
}

/** An attachment of a message within reach, and the message's hold. */
export async function findAttachment(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<{ attachment: Attachment; hold: MessageHold } | undefined> {
  const rows = await sql.query<Attachment & { hold: MessageHold }>(
    `select ${columns}, json_build_object('content_hidden', ${contentHidden}) as hold from ${withMessage}
     where a.tenant_id = $1 and a.id = $2 and ($3::text is null or a.inbox_id = $3) and ${inboxIsThere('a')}`,
    [tenantId, id, inboxId],
  )
  return rows.map(({ hold, ...attachment }) => ({ attachment, hold }))[0]
}

/** What a download needs: where the content is, and whether it may be handed out now. */
export interface AttachmentContent {
  messageId: string
  index: number
  filename: string
  contentType: string
  scanStatus: ScanStatus
}

export async function findAttachmentContent(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<AttachmentContent | undefined> {
  const rows = await sql.query<AttachmentContent>(
    `select a.message_id as "messageId", a.index, a.filename, a.content_type as "contentType",
       ${scanStatus} as "scanStatus"
     from ${withMessage} where a.tenant_id = $1 and a.id = $2 and ${inboxIsThere('a')}`,
    [tenantId, id],
  )
  return rows[0]
}
