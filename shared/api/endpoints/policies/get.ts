/** GET /policies/{policy_id} */

import { isId } from '../../../domain/ids.ts'
import { policy } from '../../../policy/contract.ts'
import { findPolicy } from '../../../store/policy.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getPolicyEndpoint = defineEndpoint({
  name: 'get_policy',
  tag: 'Policies',
  summary: 'Get a policy',
  description: 'A key that is limited to one inbox sees the policies of that inbox only.',
  status: 200,
  answer: policy,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    const id = path('policy_id')
    return found(isId('policy', id) ? await findPolicy(database, principal, id) : undefined)
  },
})
