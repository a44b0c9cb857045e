/** DELETE /policies/{policy_id} */

import { removePolicy } from '../../../flow/policy/change.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deletePolicyEndpoint = defineEndpoint({
  name: 'delete_policy',
  tag: 'Policies',
  summary: 'Delete a policy',
  description: 'Deletes the policy for good. Messages that it has withheld stay withheld.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) => {
    found((await removePolicy(deps, principal, path('policy_id'))) || null)
    return undefined
  },
})
