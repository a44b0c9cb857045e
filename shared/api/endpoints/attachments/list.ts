/** GET /messages/{message_id}/attachments */

import { attachmentList } from '../../../domain/attachment.ts'
import { isId } from '../../../domain/ids.ts'
import { assertReadable } from '../../../domain/withheld.ts'
import { listAttachments } from '../../../store/attachment.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const listAttachmentsEndpoint = defineEndpoint({
  name: 'list_attachments',
  tag: 'Attachments',
  summary: "List a message's attachments",
  description:
    'Lists all attachments of a message in its order, with their virus-scan status. If the inbound message is withheld, the key needs the scope `messages:read_withheld`.',
  status: 200,
  answer: attachmentList,
  errors: ['not_found', 'message_withheld'],
  handle: async ({ deps: { database }, principal, path }) => {
    const id = path('message_id')
    const message = found(isId('message', id) ? await listAttachments(database, principal, id) : undefined)
    assertReadable(principal, message)
    return { attachments: message.attachments, has_more: false, next_cursor: null }
  },
})
