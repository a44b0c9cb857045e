/** POST /policies/backtest */

import { limits } from '../../../domain/limits.ts'
import { backtest } from '../../../flow/policy/backtest.ts'
import { backtestBody, backtestResult } from '../../../policy/backtest.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const backtestPolicyEndpoint = defineEndpoint({
  name: 'backtest_policy',
  tag: 'Policies',
  summary: 'Try a policy on the last messages',
  description: `Holds a policy that is not stored, beside those that are, against up to ${limits.backtestMessages} of the newest messages, and answers which would fare otherwise, from what to what. Nothing is stored, counted, changed or put on record. Messages that are withheld from the key, or still processing, are passed over. Rate limits can't be tried so, and stored ones are left out. It looks at messages for ${limits.backtestMs / 1_000} seconds; \`truncated\` says that these ran out.`,
  body: backtestBody,
  bodyBytes: limits.policyBodyBytes,
  status: 200,
  answer: backtestResult,
  errors: [],
  handle: ({ deps, principal, body, signal }) =>
    backtest(
      {
        sql: deps.reads.search({ tenantId: principal.tenantId, signal }),
        assessors: deps.assessors,
        keyring: deps.keyring,
        inboxDomain: deps.config.INBOX_DOMAIN,
        forMs: limits.backtestMs,
      },
      principal,
      body,
    ),
})
