/** GET /review_queue */

import { reviewQueuePage, reviewQueueQuery } from '../../../domain/review-queue.ts'
import { readsWithheld } from '../../../domain/withheld.ts'
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
    const messages = items.map(({ risk_rank: _, ...item }) =>
      readsWithheld(principal) || !item.content_hidden
        ? { ...item, content_hidden: false }
        : { ...item, to: '' },
    )
    return { messages, ...page }
  },
})
