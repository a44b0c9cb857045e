/** DELETE /account */

import { deleteAccountBody } from '../../../domain/account.ts'
import { deleteAccount } from '../../../flow/account/delete.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const deleteAccountEndpoint = defineEndpoint({
  name: 'delete_account',
  tag: 'Account',
  summary: 'Delete the account',
  description:
    'Deletes the account for good, with everything in both modes: inboxes, mail, policies, approvals, keys, credits, the audit log. From the answer on every key is refused; the rows are removed right after, within minutes where there are millions. `confirm` has to be the name of the organisation. It needs a live key that is not limited to one inbox.',
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
