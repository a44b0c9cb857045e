/** POST /inboxes/{slug}/messages */

import { sendBody } from '../../../domain/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendAndShow, sends } from './sent.ts'

export const sendMessageEndpoint = defineEndpoint({
  name: 'send_message',
  tag: 'Messages',
  summary: 'Send a message',
  description:
    'If the inbox has the level `guarded_send`, a clean or flagged message (a risk score up to 70) is sent at once: the answer is 201 with the status `queued`, which becomes `sent` a moment later. A message with a risk score above 70, one that a policy withholds, and every message of a `full_lockdown` inbox waits for a reviewer: the answer is 202, with its `approval`. The service checks policies, level and pause again when the message leaves. With `send_at`, the message is `scheduled` until then; if it also needs approval, it is sent at `send_at` or, if that has passed, when it is approved. Attachments are scanned for viruses first. With a sandbox key, nothing leaves the machine: recipients outside your sandbox are recorded as sent, with `simulated: true`.',
  body: sendBody,
  bodyBytes: 'message',
  ...sends,
  handle: (call) => sendAndShow(call, { kind: 'send', slug: call.path('slug'), body: call.body }),
})
