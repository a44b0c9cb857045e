/** POST /policies/simulate */
import { simulate } from '../../../../shared/flow/policy/simulate.ts'
import { simulateBody, simulation } from '../../../../shared/policy/simulation.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const simulatePoliciesEndpoint = defineEndpoint({
  name: 'simulate_policies',
  tag: 'Policies',
  summary: 'Simulate policies',
  description:
    'Which policies fire on a message, given here or stored, and why. Nothing is counted, changed, sent or put on record. A stored message is looked at as if it came, or was sent, now.',
  body: simulateBody,
  status: 200,
  answer: simulation,
  errors: ['not_found'],
  handle: ({ deps, principal, body }) =>
    simulate(
      { database: deps.database, assessors: deps.assessors, inboxDomain: deps.config.INBOX_DOMAIN },
      principal,
      body,
    ),
})
