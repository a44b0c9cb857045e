/** GET /messages/{message_id}/original */

import { isId } from '../../../domain/ids.ts'
import { message } from '../../../domain/message.ts'
import { unredactedMessage } from '../../../flow/inbound/original.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'
import { showMessage } from './show.ts'

export const getOriginalMessageEndpoint = defineEndpoint({
  name: 'get_original_message',
  tag: 'Messages',
  summary: 'Get a message as it was before its redaction',
  description:
    'If a policy has removed values from an inbound message, this returns the message with them. Any other message is returned as it is. `redacted` is false.',
  status: 200,
  answer: message,
  errors: ['not_found'],
  reads: (one) => readOf([one]),
  handle: async ({ deps, principal, path, optional }) => {
    const id = path('message_id')
    const row = isId('message', id)
      ? await unredactedMessage(deps.database, principal, id, optional('slug'))
      : undefined
    return showMessage(deps, principal, found(row))
  },
})
