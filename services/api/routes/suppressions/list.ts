/** GET /suppressions */
import { suppressionListQuery, suppressionPage } from '../../../../shared/domain/suppression.ts'
import { listSuppressions } from '../../../../shared/store/suppression.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listSuppressionsEndpoint = defineEndpoint({
  name: 'list_suppressions',
  tag: 'Suppressions',
  summary: 'List suppressed addresses',
  description:
    'Newest first. Sending to one of them is refused with 409 `recipient_suppressed`. A key that is limited to one inbox sees those that the inbox noticed, or that were put there with such a key.',
  query: suppressionListQuery,
  status: 200,
  answer: suppressionPage,
  errors: [],
  handle: async ({ deps: { database, keyring }, principal, query }) => {
    const { items, ...page } = await listPage(
      { keyring, list: 'suppressions', principal, query },
      (asked) => listSuppressions(database, principal, query, asked),
      ({ id }) => [id],
    )
    return { suppressions: items, ...page }
  },
})
