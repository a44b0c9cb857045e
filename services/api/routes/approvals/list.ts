/** GET /approvals */
import { approvalListQuery, approvalPage } from '../../../../shared/domain/approval.ts'
import { listApprovals } from '../../../../shared/store/approval.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listApprovalsEndpoint = defineEndpoint({
  name: 'list_approvals',
  tag: 'Approvals',
  summary: 'List approvals',
  description: 'Outbound messages that wait for a reviewer, or waited, newest first.',
  query: approvalListQuery,
  status: 200,
  answer: approvalPage,
  errors: [],
  handle: async ({ deps: { database, keyring }, principal, query }) => {
    const { items, ...page } = await listPage(
      { keyring, list: 'approvals', principal, query },
      (asked) => listApprovals(database, principal, query, asked),
      ({ id }) => [id],
    )
    return { approvals: items, ...page }
  },
})
