/** POST /policies */

import { limits } from '../../../domain/limits.ts'
import { makePolicy } from '../../../flow/policy/change.ts'
import { createPolicyBody, policy } from '../../../policy/contract.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createPolicyEndpoint = defineEndpoint({
  name: 'create_policy',
  tag: 'Policies',
  summary: 'Create a policy',
  description:
    'Creates a rule for the mail of one inbox, or of all. The fields of `config` depend on `type`, and unknown ones are refused. The policy applies at once. A key that is limited to one inbox can create policies for this inbox only, but no allow lists (those of one inbox add up), and it can not change or delete any.',
  body: createPolicyBody,
  bodyBytes: limits.policyBodyBytes,
  status: 201,
  answer: policy,
  errors: [],
  handle: ({ deps, principal, body }) => makePolicy(deps, principal, body),
})
