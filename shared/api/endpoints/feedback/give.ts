/** POST /messages/{message_id}/feedback */

import { feedback, giveFeedback } from '../../../domain/feedback.ts'
import { isId } from '../../../domain/ids.ts'
import { giveFeedbackOn } from '../../../flow/feedback/give.ts'
import { learner } from '../../../flow/feedback/learn.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const giveFeedbackEndpoint = defineEndpoint({
  name: 'give_feedback',
  tag: 'Messages',
  summary: 'Say what a message is',
  description:
    "Records what a person says about a message. The message itself doesn't change, but similar messages are judged differently from now on (`teaches`). If you give feedback several times, the newest counts: for similar messages, in the export, and for whether the sender’s mail counts as clean. Releasing a message and resolving an approval count as feedback too. The key needs `approvals:write`, so that an agent can not vouch for its own mail.",
  body: giveFeedback,
  status: 201,
  answer: feedback,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, body }) => {
    const id = path('message_id')
    const parts = { database: deps.database, learn: learner(deps.outbound) }
    return found(isId('message', id) ? await giveFeedbackOn(parts, principal, id, body) : undefined)
  },
})
