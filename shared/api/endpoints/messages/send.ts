/** POST /inboxes/{slug}/messages */

import { message } from '../../../domain/message.ts'
import { sendBody } from '../../../domain/send.ts'
import { send } from '../../../flow/outbound/send.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { sendErrors, sentExample, waits } from './sent.ts'
import { showMessage } from './show.ts'

export const sendMessageEndpoint = defineEndpoint({
  name: 'send_message',
  tag: 'Messages',
  summary: 'Send a message',
  description:
    'From an inbox of level `guarded_send` a message that the scan finds clean or flags (a risk score up to 70) is sent at once: 201, `queued`, and `sent` a moment later. One with a risk score above 70, one that a policy withholds, and every message of a `full_lockdown` inbox waits for a reviewer: 202, with its `approval`. Policies, level and pause are looked at again when the message leaves. With `send_at` it is `scheduled` until then; one that waits for approval is sent at `send_at` or, where that has passed, when it is approved. Attachments are scanned for viruses first. With a sandbox key nothing leaves the machine: recipients that are no inbox of your sandbox are recorded as sent, `simulated: true`.',
  body: sendBody,
  status: 201,
  example: sentExample,
  otherStatus: waits,
  bodyBytes: 'message',
  answer: message,
  errors: sendErrors,
  handle: async ({ deps, principal, path, body }) =>
    showMessage(
      deps,
      principal,
      await send({ ...deps.outbound, database: deps.database }, principal, {
        kind: 'send',
        slug: path('slug'),
        body,
      }),
    ),
})
