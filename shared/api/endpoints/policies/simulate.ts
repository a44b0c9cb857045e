/** POST /policies/simulate */

import { limits } from '../../../domain/limits.ts'
import { simulate } from '../../../flow/policy/simulate.ts'
import { simulateBody, simulation } from '../../../policy/simulation.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const simulatePoliciesEndpoint = defineEndpoint({
  name: 'simulate_policies',
  tag: 'Policies',
  summary: 'Simulate policies',
  description:
    'Returns which policies fire on a message, and why. Give the message here, or name a stored one, which is checked as if it came or was sent now. Nothing is counted, changed, sent or recorded.',
  body: simulateBody,
  bodyBytes: limits.textBodyBytes,
  status: 200,
  answer: simulation,
  errors: ['not_found', 'message_withheld'],
  handle: ({ deps, principal, body, signal }) =>
    simulate(
      {
        sql: deps.reads.search({ tenantId: principal.tenantId, signal }),
        assessors: deps.assessors,
        keyring: deps.keyring,
        inboxDomain: deps.config.INBOX_DOMAIN,
      },
      principal,
      body,
    ),
})
