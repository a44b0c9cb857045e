/** GET /messages/{message_id} */

import { isId } from '../../../domain/ids.ts'
import { message } from '../../../domain/message.ts'
import { findMessage } from '../../../store/message.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showMessage } from './show.ts'

export const getMessageEndpoint = defineEndpoint({
  name: 'get_message',
  tag: 'Messages',
  summary: 'Get a message',
  description:
    'With its bodies, HTML, header fields, security analysis, sender authentication and attachments. Give `body_sanitized` to a model, not `body`.',
  status: 200,
  answer: message,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, optional }) => {
    const id = path('message_id')
    const row = isId('message', id)
      ? await findMessage(deps.database, principal, id, optional('slug'))
      : undefined
    return showMessage(deps, principal, found(row))
  },
})
