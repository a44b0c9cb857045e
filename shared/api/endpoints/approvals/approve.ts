/** POST /approvals/{approval_id}/approve */

import { approvalResolution, approveQuery } from '../../../domain/approval.ts'
import { isId } from '../../../domain/ids.ts'
import { learner } from '../../../flow/feedback/learn.ts'
import { resolveApproval } from '../../../flow/outbound/approval/resolve.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'
import { reviewerOf } from './reviewer.ts'

export const approveEndpoint = defineEndpoint({
  name: 'approve',
  tag: 'Approvals',
  summary: 'Approve a message',
  description:
    "Sends the message exactly as it was composed when you sent it. The service checks policies and the level of the inbox once more. The key needs `approvals:write`, which agents' keys do not have by default, and a key that is limited to one inbox can never approve. If several reviewers decide at once, the first decision counts. The others get 422 `approval_resolved`, which says how the approval was resolved, and so does anybody who decides after it has expired. If another reviewer edits the message while you approve it, you get 409 `approval_edited`, so that nobody approves what they have not seen. Pass `content_sha256` to be told of every edit since that version.",
  query: approveQuery,
  body: noBody,
  status: 200,
  answer: approvalResolution,
  errors: ['not_found', 'approval_resolved', 'approval_edited'],
  handle: async ({ deps, principal, path, query }) => {
    const by = reviewerOf(principal)
    const parts = { database: deps.database, queue: deps.queue, learn: learner(deps.outbound) }
    const { tenantId } = principal
    const approvalId = found(isId('approval', path('approval_id')) ? path('approval_id') : undefined)
    return resolveApproval(
      parts,
      { tenantId, approvalId },
      { status: 'approved', contentSha256: query.content_sha256 },
      by,
    )
  },
})
