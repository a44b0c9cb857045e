/** POST /messages/{message_id}/forward */

import { forwardBody } from '../../../domain/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendAndShow, sends } from './sent.ts'

export const forwardMessageEndpoint = defineEndpoint({
  name: 'forward_message',
  tag: 'Messages',
  summary: 'Forward a message',
  description:
    'Sends the text of a message, and its clean attachments, to somebody else, from the inbox of the message and in its thread.',
  body: forwardBody,
  bodyBytes: 'message',
  ...sends,
  handle: (call) =>
    sendAndShow(call, { kind: 'forward', messageId: call.path('message_id'), body: call.body }),
})
