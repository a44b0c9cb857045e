/** GET /credits */

import { creditBalance } from '../../../domain/credit.ts'
import { endpoints } from '../../../domain/endpoints.ts'
import { findBalance } from '../../../store/credit.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getCreditsEndpoint = defineEndpoint({
  name: 'get_credits',
  tag: 'Credits',
  summary: 'Get the credit balance',
  description: 'Returns the balance of the account, after the cost of this request.',
  status: 200,
  answer: creditBalance,
  errors: [],
  handle: async ({ deps: { database }, principal }) => {
    const { balance, ...rest } = found(await findBalance(database, principal.accountId))
    // People who are signed in look for nothing, as admission has it.
    const charged = principal.mode === 'live' && principal.session !== true
    const cost = charged ? endpoints.get_credits.credits : 0
    return { balance: Math.max(0, balance - cost), ...rest }
  },
})
