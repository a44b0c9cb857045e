/** PATCH /users/{user_id} */

import { updateUserBody, user } from '../../../domain/user.ts'
import { changeRole } from '../../../flow/account/users.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const updateUserEndpoint = defineEndpoint({
  name: 'update_user',
  tag: 'Users',
  summary: 'Change the role of a user',
  description:
    'Their sessions end, on every process at once: they sign in again and have the new role. API keys that belong to them can do no more than the role allows, from then on: what goes beyond it is `forbidden`. A key can not give or take a role with scopes it lacks, and has to be a live one. An account keeps one owner.',
  body: updateUserBody,
  status: 200,
  answer: user,
  wholeAccount: true,
  errors: ['not_found', 'last_owner'],
  handle: ({ deps: { database }, principal, path, body: { role } }) =>
    changeRole(database, principal, path('user_id'), role),
})
