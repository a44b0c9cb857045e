/** POST /users */

import { limits } from '../../../domain/limits.ts'
import { createUserBody, user } from '../../../domain/user.ts'
import { inviteUser } from '../../../flow/account/users.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createUserEndpoint = defineEndpoint({
  name: 'create_user',
  tag: 'Users',
  summary: 'Invite a user',
  description: `Makes somebody a user of the account, who can sign in to the dashboard, and mails them where. Their address counts as confirmed once they have signed in by a mailed link; before that no other mail goes to it. A key can not give a role with scopes it lacks, and has to be a live one. An account has ${limits.usersPerAccount} users at most, and invites ${limits.invitesPerHour} an hour.`,
  body: createUserBody,
  status: 201,
  answer: user,
  errors: ['user_exists', 'quota_exceeded'],
  handle: ({ deps: { database, queue, config }, principal, body }) =>
    inviteUser({ database, queue, inboxDomain: config.INBOX_DOMAIN }, principal, body),
})
