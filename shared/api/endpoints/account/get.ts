/** GET /account */

import { accountOverview } from '../../../domain/account.ts'
import { findAccount } from '../../../store/account.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getAccountEndpoint = defineEndpoint({
  name: 'get_account',
  tag: 'Account',
  summary: 'Get the account',
  description: 'Returns the account with its plan, users and tenants. A sandbox key sees only the sandbox.',
  status: 200,
  answer: accountOverview,
  errors: [],
  handle: async ({ deps: { database }, principal: { accountId, mode } }) =>
    found(await findAccount(database, accountId, mode)),
})
