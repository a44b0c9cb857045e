/** POST /messages/{message_id}/reply_all */

import { message } from '../../../domain/message.ts'
import { replyBody } from '../../../domain/send.ts'
import { send } from '../../../flow/outbound/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendErrors, sendRetryErrors, sentExample, waits } from './sent.ts'
import { showMessage } from './show.ts'

export const replyAllToMessageEndpoint = defineEndpoint({
  name: 'reply_all_to_message',
  tag: 'Messages',
  summary: 'Reply to everyone',
  description: 'Sends a reply, with everyone else from To and Cc in Cc. The inbox itself is left out.',
  body: replyBody,
  status: 201,
  example: sentExample,
  otherStatus: waits,
  bodyBytes: 'message',
  answer: message,
  errors: sendErrors,
  retryErrors: sendRetryErrors,
  handle: async ({ deps, principal, path, body }) => {
    const order = { kind: 'reply_all' as const, messageId: path('message_id'), body }
    return showMessage(
      deps,
      principal,
      await send({ ...deps.outbound, database: deps.database }, principal, order),
    )
  },
})
