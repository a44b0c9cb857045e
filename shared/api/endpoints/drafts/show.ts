/** A draft as the API shows it. */
import type { Draft } from '../../../domain/draft.ts'
import type { StoredDraft } from '../../../store/draft.ts'

/** What is not set is null; files without their content. */
export function showDraft({ fields, files, ...stored }: StoredDraft): Draft {
  const { id, inboxId, messageId, sizeBytes, createdAt, updatedAt } = stored
  return {
    id,
    inbox_id: inboxId,
    status: messageId === null ? 'draft' : 'sent',
    message_id: messageId,
    to: fields.to ?? null,
    cc: fields.cc ?? null,
    bcc: fields.bcc ?? null,
    reply_to: fields.reply_to ?? null,
    subject: fields.subject ?? null,
    body: fields.body ?? null,
    format: fields.format ?? null,
    html: fields.html ?? null,
    attachments: files.map(({ filename, content_type, content, content_id }) => ({
      filename,
      content_type,
      size_bytes: Buffer.byteLength(content, 'base64'),
      content_id: content_id ?? null,
    })),
    headers: fields.headers ?? null,
    list_unsubscribe: fields.list_unsubscribe ?? null,
    list_unsubscribe_one_click: fields.list_unsubscribe_one_click ?? null,
    send_at: fields.send_at ?? null,
    metadata: fields.metadata ?? null,
    allow_automated: fields.allow_automated ?? null,
    reply_to_message_id: fields.reply_to_message_id ?? null,
    size_bytes: sizeBytes,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
