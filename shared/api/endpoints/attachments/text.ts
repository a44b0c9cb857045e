/** GET /attachments/{attachment_id}/text */
import { attachmentText, attachmentTextQuery } from '../../../domain/attachment-text.ts'
import { isId } from '../../../domain/ids.ts'
import { assertReadable } from '../../../domain/withheld.ts'
import { readAttachment } from '../../../flow/message/attachment-text.ts'
import { pieceOf, visible } from '../../../lib/piece.ts'
import { findAttachment } from '../../../store/attachment.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getAttachmentTextEndpoint = defineEndpoint({
  name: 'get_attachment_text',
  tag: 'Attachments',
  summary: "Read an attachment's text",
  description:
    'Returns the text of an attachment for a model: text files of any kind (CSV, HTML, calendars and others), PDF, Word, Excel and PowerPoint, and such files in archives. It is the text that was judged with the message, without what no reader sees. If a file can not be read, `unread` says why: it is a picture or a scan, for example, or a password protects it. If the inbound message is withheld, the key needs the scope `messages:read_withheld`.',
  query: attachmentTextQuery,
  status: 200,
  answer: attachmentText,
  errors: ['not_found', 'message_withheld', 'attachment_unavailable', 'attachment_infected'],
  reads: ({ message_id }) => [message_id],
  handle: async ({ deps, principal, path, query: { max_chars, offset } }) => {
    const id = path('attachment_id')
    const { attachment, hold } = found(
      isId('attachment', id) ? await findAttachment(deps.database, principal, id) : undefined,
    )
    assertReadable(principal, hold)
    const read = found(await readAttachment(deps, principal.tenantId, id))
    const piece = pieceOf(visible(read.text), offset, max_chars)
    return {
      attachment_id: id,
      message_id: attachment.message_id,
      filename: attachment.filename,
      content_type: attachment.content_type,
      format: read.format,
      unread: read.unread,
      text: piece.text,
      truncated: piece.nextOffset !== null,
      next_offset: piece.nextOffset,
      total_chars: piece.total,
      complete: read.whole,
    }
  },
})
