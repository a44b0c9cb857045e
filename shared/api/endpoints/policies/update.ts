/** PATCH /policies/{policy_id} */

import { limits } from '../../../domain/limits.ts'
import { changePolicy } from '../../../flow/policy/change.ts'
import { policy, updatePolicyBody } from '../../../policy/contract.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const updatePolicyEndpoint = defineEndpoint({
  name: 'update_policy',
  tag: 'Policies',
  summary: 'Update a policy',
  description:
    'Changes the fields that are present, and of `config` the keys that are present; what comes of it must be a config of the type, which itself can not change. It is applied at once. A rate limit whose config changes counts anew.',
  body: updatePolicyBody,
  bodyBytes: limits.policyBodyBytes,
  status: 200,
  answer: policy,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, body }) =>
    found(await changePolicy(deps, principal, path('policy_id'), body)),
})
