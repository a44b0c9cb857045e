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
    'Which policies fire on a message, given here or stored, and why. Nothing is counted, changed, sent or put on record. A stored message is looked at as if it came, or was sent, now.',
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
