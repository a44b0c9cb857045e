/** DELETE /messages/{message_id} */

import { isId } from '../../../domain/ids.ts'
import { deleteMessage } from '../../../flow/message/delete.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteMessageEndpoint = defineEndpoint({
  name: 'delete_message',
  tag: 'Messages',
  summary: 'Delete a message',
  description:
    'Deletes a message for good: its texts, attachments, raw bytes, labels, events, webhook deliveries, its resolved approval, and what a release or a report of it has taught. Its thread goes with its last message. What it was charged, and the audit log, stay; an answer kept for an Idempotency-Key stays its 24 hours. What something is still to be done with is 409: mail that is processed, queued, scheduled (cancel it) or waits for approval (reject it). Needs `inboxes:write`, as deleting its inbox does, so that an agent with the usual scopes can not erase what it was sent or what it did; a key limited to one inbox never may.',
  status: 204,
  answer: null,
  errors: ['not_found', 'not_deletable'],
  handle: async ({ deps, principal, path, optional }) => {
    const id = path('message_id')
    found(
      (isId('message', id) && (await deleteMessage(deps.database, principal, id, optional('slug')))) || null,
    )
    return undefined
  },
})
