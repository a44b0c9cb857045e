/** PATCH /users/me */

import { updateOwnUserBody, user } from '../../../domain/user.ts'
import { chooseNotices } from '../../../flow/account/choose-notices.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const updateOwnUserEndpoint = defineEndpoint({
  name: 'update_own_user',
  tag: 'Users',
  summary: 'Choose your notices',
  description:
    'Chooses how the user that the key belongs to is told by mail of what waits for a person. Needs a live key that is not limited to one inbox.',
  body: updateOwnUserBody,
  status: 200,
  answer: user,
  wholeAccount: true,
  errors: ['not_found'],
  handle: ({ deps: { database }, principal, body: { notices } }) =>
    chooseNotices(database, principal, notices),
})
