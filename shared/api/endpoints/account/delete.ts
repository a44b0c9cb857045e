/** DELETE /account */

import { deleteAccountBody } from '../../../domain/account.ts'
import { deleteAccount } from '../../../flow/account/delete.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const deleteAccountEndpoint = defineEndpoint({
  name: 'delete_account',
  tag: 'Account',
  summary: 'Delete the account',
  description:
    'Deletes the account for good, with everything in both modes: inboxes, mail, policies, approvals, keys, credits, the audit log. Every key stops working at once. The rows are removed right after, which takes minutes if there are millions. Set `confirm` to the name of the organisation. You need a live key that is not limited to one inbox.',
  body: deleteAccountBody,
  status: 204,
  answer: null,
  wholeAccount: true,
  errors: ['body_too_large', 'unsupported_media_type'],
  handle: async ({ deps, principal, body }) => {
    await deleteAccount(deps, principal, body.confirm)
    return undefined
  },
})
