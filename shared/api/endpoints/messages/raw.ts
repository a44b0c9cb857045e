/** GET /messages/{message_id}/raw */

import { isId } from '../../../domain/ids.ts'
import { originalMessage } from '../../../flow/inbound/original.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getRawMessageEndpoint = defineEndpoint({
  name: 'get_raw_message',
  tag: 'Messages',
  summary: 'Get the original of a message',
  description:
    'Returns the exact bytes that were received (RFC 5322). Nobody gets a message with an infected attachment. For a withheld message, the key needs the scope `messages:read_withheld`, and for one that a policy has redacted, `approvals:read`.',
  status: 200,
  answer: { contentType: 'message/rfc822', description: 'The raw message.' },
  errors: ['not_found', 'message_withheld', 'attachment_infected', 'attachment_unavailable'],
  reads: (_file, path) => [path('message_id')],
  handle: async ({ deps: { database }, principal, path, optional }) => {
    const id = path('message_id')
    const raw = isId('message', id)
      ? await originalMessage(database, principal, id, optional('slug'))
      : undefined
    return { kind: 'file', content: found(raw), filename: `${id}.eml`, contentType: 'message/rfc822' }
  },
})
