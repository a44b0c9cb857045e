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
    "Changes the fields that you send, and in `config` the keys that you send. The result must be a valid config of the policy's type; the type itself can not change. The change applies at once. If you change the config of a rate limit, its count starts again.",
  body: updatePolicyBody,
  bodyBytes: limits.policyBodyBytes,
  status: 200,
  answer: policy,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, body }) =>
    found(await changePolicy(deps, principal, path('policy_id'), body)),
})
