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
    'Puts on record what a person says of a message. It moves nothing, and changes how the like of it is judged from the next message on (`teaches`). Of several, the newest counts: for that, in the export, and for whether the sender’s mail counts as clean. Releasing a message, and resolving an approval, say so by themselves. Needs `approvals:write`, so that an agent does not vouch for its own mail.',
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
