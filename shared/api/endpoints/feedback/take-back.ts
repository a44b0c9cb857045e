/** DELETE /messages/{message_id}/feedback */

import { isId } from '../../../domain/ids.ts'
import { takeBackFeedback } from '../../../flow/feedback/give.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const takeBackFeedbackEndpoint = defineEndpoint({
  name: 'take_back_feedback',
  tag: 'Messages',
  summary: 'Take feedback back',
  description:
    "Removes all feedback on a message, including its release or the resolution of its approval, and everything the service learned from it. Similar messages are judged as if nobody had given feedback. The message itself doesn't change.",
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    const id = path('message_id')
    found((isId('message', id) && (await takeBackFeedback(deps.database, principal, id))) || null)
    return undefined
  },
})
