/** GET /policies */

import { policyListQuery, policyPage } from '../../../policy/contract.ts'
import { listPolicies } from '../../../store/policy.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listPoliciesEndpoint = defineEndpoint({
  name: 'list_policies',
  tag: 'Policies',
  summary: 'List policies',
  description: 'Newest first. A key that is limited to one inbox sees the policies of that inbox only.',
  query: policyListQuery,
  status: 200,
  answer: policyPage,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'policies', principal, query },
      (asked, sql) => listPolicies(sql, principal, query, asked),
      ({ id }) => [id],
    )
    return { policies: items, ...page }
  },
})
