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
    'A rule for the mail of one inbox, or of all: what `config` holds depends on `type`, and an unknown key in it is refused. It is applied at once. A key that is limited to one inbox makes policies for that inbox only, no allow lists (those of one inbox add up), and changes or deletes none.',
  body: createPolicyBody,
  bodyBytes: limits.policyBodyBytes,
  status: 201,
  answer: policy,
  errors: [],
  handle: ({ deps, principal, body }) => makePolicy(deps, principal, body),
})
