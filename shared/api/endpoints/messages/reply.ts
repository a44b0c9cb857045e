/** POST /messages/{message_id}/reply */

import { replyBody } from '../../../domain/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendAndShow, sends } from './sent.ts'

export const replyToMessageEndpoint = defineEndpoint({
  name: 'reply_to_message',
  tag: 'Messages',
  summary: 'Reply to a message',
  description:
    'Sends a reply from the inbox of the message, in its thread, to the address that it asks for (Reply-To, or else From). Everything else works as in sending.',
  body: replyBody,
  bodyBytes: 'message',
  ...sends,
  handle: (call) => sendAndShow(call, { kind: 'reply', messageId: call.path('message_id'), body: call.body }),
})
