/** GET /suppressions */

import { suppressionListQuery, suppressionPage } from '../../../domain/suppression.ts'
import { listSuppressions } from '../../../store/suppression.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listSuppressionsEndpoint = defineEndpoint({
  name: 'list_suppressions',
  tag: 'Suppressions',
  summary: 'List suppressed addresses',
  description:
    'Lists the addresses, newest first. Sending to one of them is refused with 409 `recipient_suppressed`. A key that is limited to one inbox sees the addresses that this inbox, or a key like it, has added.',
  query: suppressionListQuery,
  status: 200,
  answer: suppressionPage,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'suppressions', principal, query },
      (asked, sql) => listSuppressions(sql, principal, query, asked),
      ({ id }) => [id],
    )
    return { suppressions: items, ...page }
  },
})
