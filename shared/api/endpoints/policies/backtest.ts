/** POST /policies/backtest */

import { limits } from '../../../domain/limits.ts'
import { backtest } from '../../../flow/policy/backtest.ts'
import { backtestBody, backtestResult } from '../../../policy/backtest.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const backtestPolicyEndpoint = defineEndpoint({
  name: 'backtest_policy',
  tag: 'Policies',
  summary: 'Try a policy on the last messages',
  description: `Applies a policy that is not stored, together with those that are, to up to ${limits.backtestMessages} of your newest messages, and returns which of them would have another outcome. Nothing is stored, counted, changed or recorded. Messages that the key may not read, or that are still processing, are skipped. You can't try rate limits this way, and stored ones are left out. The test takes up to ${limits.backtestMs / 1_000} seconds; if it ran out of time, \`truncated\` is true.`,
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
        bounds: deps.outbound.bounds,
        forMs: limits.backtestMs,
      },
      principal,
      body,
    ),
})
