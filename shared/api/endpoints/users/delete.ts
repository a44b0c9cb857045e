/** DELETE /users/{user_id} */

import { deleteUserQuery } from '../../../domain/user.ts'
import { removeUser } from '../../../flow/account/users.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const deleteUserEndpoint = defineEndpoint({
  name: 'delete_user',
  tag: 'Users',
  summary: 'Remove a user',
  description:
    'At once, on every process: their sessions end, the links in notices that they got work no more, and the API keys that belong to them are revoked unless told otherwise. What they have decided stays on record. A key can not take a role with scopes it lacks, and has to be a live one. An account keeps one owner.',
  query: deleteUserQuery,
  status: 204,
  answer: null,
  wholeAccount: true,
  errors: ['not_found', 'last_owner'],
  handle: async ({ deps: { database }, principal, path, query }) => {
    await removeUser(database, principal, path('user_id'), { keepKeys: query.api_keys === 'keep' })
    return undefined
  },
})
