/** GET /policies */
import { policyListQuery, policyPage } from '../../../../shared/policy/contract.ts'
import { listPolicies } from '../../../../shared/store/policy.ts'
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
  handle: async ({ deps: { database, keyring }, principal, query }) => {
    const { items, ...page } = await listPage(
      { keyring, list: 'policies', principal, query },
      (asked) => listPolicies(database, principal, query, asked),
      ({ id }) => [id],
    )
    return { policies: items, ...page }
  },
})
