/** GET /review_queue */

import { reviewQueuePage, reviewQueueQuery } from '../../../domain/review-queue.ts'
import { readsWithheld } from '../../../domain/withheld.ts'
import { withheldReasons } from '../../../domain/withheld-reasons.ts'
import { listReviewQueue, positionIn } from '../../../store/review-queue.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listReviewQueueEndpoint = defineEndpoint({
  name: 'list_review_queue',
  tag: 'Approvals',
  summary: 'List what waits for a person',
  description:
    'Outbound messages that wait for approval and inbound ones that are withheld, of all inboxes, newest or highest risk first.',
  query: reviewQueueQuery,
  status: 200,
  answer: reviewQueuePage,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'review_queue', principal, query },
      (asked, sql) => listReviewQueue(sql, principal, query, asked),
      (last) => positionIn(query.sort, last),
    )
    const messages = items.map(({ risk_rank, held_by_policy, unanswered, ...item }) => {
      const { direction, risk_score } = item
      const reasons =
        direction === 'outbound'
          ? item.reasons
          : withheldReasons({ risk_score, held_by_policy, unanswered }, deps.outbound.bounds)
      return readsWithheld(principal) || !item.content_hidden
        ? { ...item, reasons, content_hidden: false }
        : { ...item, reasons, to: '' }
    })
    return { messages, ...page }
  },
})
