/** GET /credits/history */

import { creditEntryPage, creditHistoryQuery } from '../../../domain/credit.ts'
import { listCreditEntries } from '../../../store/credit.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listCreditHistoryEndpoint = defineEndpoint({
  name: 'list_credit_history',
  tag: 'Credits',
  summary: 'List the credit ledger',
  description: 'Lists every change of the balance, newest first, with the balance after it.',
  query: creditHistoryQuery,
  status: 200,
  answer: creditEntryPage,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'credit_history', principal, query },
      (asked, sql) => listCreditEntries(sql, principal.accountId, asked),
      ({ sequence }) => [String(sequence)],
    )
    return { entries: items, ...page }
  },
})
