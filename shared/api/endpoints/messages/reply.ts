/** POST /messages/{message_id}/reply */

import { message } from '../../../domain/message.ts'
import { replyBody } from '../../../domain/send.ts'
import { send } from '../../../flow/outbound/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendErrors, sendRetryErrors, sentExample, waits } from './sent.ts'
import { showMessage } from './show.ts'

export const replyToMessageEndpoint = defineEndpoint({
  name: 'reply_to_message',
  tag: 'Messages',
  summary: 'Reply to a message',
  description:
    'Sends a reply from the inbox of the message, in its thread, to the address that it asks for (Reply-To, or else From). Everything else works as in sending.',
  body: replyBody,
  status: 201,
  example: sentExample,
  otherStatus: waits,
  bodyBytes: 'message',
  answer: message,
  errors: sendErrors,
  retryErrors: sendRetryErrors,
  handle: async ({ deps, principal, path, body }) => {
    const order = { kind: 'reply' as const, messageId: path('message_id'), body }
    return showMessage(
      deps,
      principal,
      await send({ ...deps.outbound, database: deps.database }, principal, order),
    )
  },
})
