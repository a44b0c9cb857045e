/** GET /messages/{message_id}/attachments */
import { attachmentList } from '../../../../shared/domain/attachment.ts'
import { isId } from '../../../../shared/domain/ids.ts'
import { listAttachments } from '../../../../shared/store/attachment.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const listAttachmentsEndpoint = defineEndpoint({
  name: 'list_attachments',
  tag: 'Attachments',
  summary: "List a message's attachments",
  description: 'All of them, in the order of the message, with their virus-scan status.',
  status: 200,
  answer: attachmentList,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    const id = path('message_id')
    const attachments = isId('message', id) ? await listAttachments(database, principal, id) : undefined
    return { attachments: found(attachments), has_more: false, next_cursor: null }
  },
})
