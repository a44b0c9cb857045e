/** PATCH /messages/{message_id} */

import { isId } from '../../../domain/ids.ts'
import { limits } from '../../../domain/limits.ts'
import { message, updateMessageBody } from '../../../domain/message.ts'
import { updateMessage } from '../../../flow/message/update.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'
import { showMessage } from './show.ts'

export const updateMessageEndpoint = defineEndpoint({
  name: 'update_message',
  tag: 'Messages',
  summary: 'Label a message',
  description:
    'Changes the labels of a message (a list replaces them; `add` and `remove` change them) and its `metadata`, which is replaced as a whole. Nothing else in a message can change.',
  body: updateMessageBody,
  bodyBytes: limits.metadataBodyBytes,
  status: 200,
  answer: message,
  errors: ['not_found'],
  reads: (one) => readOf([one]),
  handle: async ({ deps, principal, path, optional, body }) => {
    const id = path('message_id')
    const row = isId('message', id)
      ? await updateMessage(deps.database, principal, id, optional('slug'), body)
      : undefined
    return showMessage(deps, principal, found(row))
  },
})
