/** POST /messages/{message_id}/reply_all */

import { replyBody } from '../../../domain/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendAndShow, sends } from './sent.ts'

export const replyAllToMessageEndpoint = defineEndpoint({
  name: 'reply_all_to_message',
  tag: 'Messages',
  summary: 'Reply to everyone',
  description: 'Sends a reply, with everyone else from To and Cc in Cc. The inbox itself is left out.',
  body: replyBody,
  bodyBytes: 'message',
  ...sends,
  handle: (call) =>
    sendAndShow(call, { kind: 'reply_all', messageId: call.path('message_id'), body: call.body }),
})
