/** POST /messages/{message_id}/forward */

import { message } from '../../../domain/message.ts'
import { forwardBody } from '../../../domain/send.ts'
import { send } from '../../../flow/outbound/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendErrors, sendRetryErrors, sentExample, waits } from './sent.ts'
import { showMessage } from './show.ts'

export const forwardMessageEndpoint = defineEndpoint({
  name: 'forward_message',
  tag: 'Messages',
  summary: 'Forward a message',
  description:
    'Sends the text of a message, and its clean attachments, to somebody else, from the inbox of the message and in its thread.',
  body: forwardBody,
  status: 201,
  example: sentExample,
  otherStatus: waits,
  bodyBytes: 'message',
  answer: message,
  errors: sendErrors,
  retryErrors: sendRetryErrors,
  handle: async ({ deps, principal, path, body }) => {
    const order = { kind: 'forward' as const, messageId: path('message_id'), body }
    return showMessage(
      deps,
      principal,
      await send({ ...deps.outbound, database: deps.database }, principal, order),
    )
  },
})
