/** POST /messages/{message_id}/reply_all */
import { message } from '../../../../shared/domain/message.ts'
import { replyBody } from '../../../../shared/domain/send.ts'
import { send } from '../../../../shared/flow/outbound/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendErrors, sentExample, showSent, waits } from './sent.ts'

export const replyAllToMessageEndpoint = defineEndpoint({
  name: 'reply_all_to_message',
  tag: 'Messages',
  summary: 'Reply to everyone',
  description:
    'As a reply, with everyone else that the message names in To and Cc in Cc; the inbox itself is left out.',
  body: replyBody,
  status: 201,
  example: sentExample,
  otherStatus: waits,
  carriesMessage: true,
  answer: message,
  errors: sendErrors,
  handle: async ({ deps, principal, path, body }) => {
    const order = { kind: 'reply_all' as const, messageId: path('message_id'), body }
    return showSent(deps, await send({ ...deps.outbound, database: deps.database }, principal, order))
  },
})
