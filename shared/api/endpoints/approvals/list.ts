/** GET /approvals */

import { approvalListQuery, approvalPage } from '../../../domain/approval.ts'
import { approvalShownTo } from '../../../domain/withheld.ts'
import { listApprovals } from '../../../store/approval.ts'
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
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'approvals', principal, query },
      (asked, sql) => listApprovals(sql, principal, query, asked),
      ({ id }) => [id],
    )
    return { approvals: items.map((item) => approvalShownTo(principal, item)), ...page }
  },
})
