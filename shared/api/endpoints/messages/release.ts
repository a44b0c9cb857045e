/** POST /messages/{message_id}/release */

import { isId } from '../../../domain/ids.ts'
import { message } from '../../../domain/message.ts'
import { learner } from '../../../flow/feedback/learn.ts'
import { release } from '../../../flow/inbound/release.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'
import { showMessage } from './show.ts'

export const releaseMessageEndpoint = defineEndpoint({
  name: 'release_message',
  tag: 'Messages',
  summary: 'Release a withheld message',
  description:
    'Moves an inbound message from `withheld` to `clean` and pushes it to the webhook; its `verdict` stays `withheld`, and infected attachments stay locked. The next copy from the same proven sender passes if it is only suspicious; `DELETE /messages/{message_id}/feedback` undoes that. The key needs `approvals:write`, so that an agent can not release its own mail. To release an outbound message, resolve its approval.',
  body: noBody,
  status: 200,
  example: {
    verdict: 'withheld',
    security_analysis: {
      risk_score: 84,
      summary: 'Tells the reader to ignore the instructions it was given.',
      detections: [],
    },
  },
  answer: message,
  errors: ['not_found', 'not_withheld', 'approval_required', 'credits_exhausted'],
  reads: (one) => readOf([one]),
  handle: async ({ deps, principal, path, optional }) => {
    const id = path('message_id')
    const parts = { database: deps.database, queue: deps.queue, learn: learner(deps.outbound) }
    const row = isId('message', id) ? await release(parts, principal, id, optional('slug')) : undefined
    return showMessage(deps, principal, found(row))
  },
})
