/** GET /messages/{message_id}/raw */

import { isId } from '../../../domain/ids.ts'
import { originalMessage } from '../../../flow/inbound/original.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getRawMessageEndpoint = defineEndpoint({
  name: 'get_raw_message',
  tag: 'Messages',
  summary: 'Get the original of a message',
  description:
    'The very bytes that were received (RFC 5322). A message with an infected attachment is never handed out, a withheld one only to keys with the scope `messages:read_withheld`, and one that a policy has redacted only to keys with the scope `approvals:read`.',
  status: 200,
  answer: { contentType: 'message/rfc822', description: 'The raw message.' },
  errors: ['not_found', 'message_withheld', 'attachment_infected', 'attachment_unavailable'],
  handle: async ({ deps: { database }, principal, path, optional }) => {
    const id = path('message_id')
    const raw = isId('message', id)
      ? await originalMessage(database, principal, id, optional('slug'))
      : undefined
    return { kind: 'file', content: found(raw), filename: `${id}.eml`, contentType: 'message/rfc822' }
  },
})
