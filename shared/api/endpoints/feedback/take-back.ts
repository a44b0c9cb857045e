/** DELETE /messages/{message_id}/feedback */

import { isId } from '../../../domain/ids.ts'
import { takeBackFeedback } from '../../../flow/feedback/give.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const takeBackFeedbackEndpoint = defineEndpoint({
  name: 'take_back_feedback',
  tag: 'Messages',
  summary: 'Take feedback back',
  description:
    'Takes back all that was said of a message, by releasing it or resolving its approval too, and with it what was learned from that: from the next message on its like is judged as if nobody had spoken. The message stays as it is.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    const id = path('message_id')
    found((isId('message', id) && (await takeBackFeedback(deps.database, principal, id))) || null)
    return undefined
  },
})
