/** POST /messages/{message_id}/cancel */

import { isId } from '../../../domain/ids.ts'
import { message } from '../../../domain/message.ts'
import { cancel } from '../../../flow/outbound/cancel.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'
import { sentExample } from './sent.ts'
import { showMessage } from './show.ts'

export const cancelMessageEndpoint = defineEndpoint({
  name: 'cancel_message',
  tag: 'Messages',
  summary: 'Cancel a scheduled message',
  description:
    'Works while the message is `scheduled`, or approved before its `send_at` and not due yet. The credits that it has cost are not returned.',
  body: noBody,
  status: 200,
  example: { ...sentExample, status: 'cancelled', send_at: '2026-02-28T08:00:00.000Z' },
  answer: message,
  errors: ['not_found', 'not_cancellable'],
  handle: async ({ deps, principal, path }) => {
    const id = path('message_id')
    const row = isId('message', id) ? await cancel(deps.database, principal, id) : undefined
    return showMessage(deps, principal, found(row))
  },
})
