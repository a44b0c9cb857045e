/** GET /users */

import { userList } from '../../../domain/user.ts'
import { listUsers } from '../../../store/user.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const listUsersEndpoint = defineEndpoint({
  name: 'list_users',
  tag: 'Users',
  summary: 'List users',
  description: 'All users of the account, oldest first, with their roles.',
  status: 200,
  answer: userList,
  wholeAccount: true,
  errors: [],
  handle: async ({ deps: { database }, principal: { accountId } }) => ({
    users: await listUsers(database, accountId),
  }),
})
