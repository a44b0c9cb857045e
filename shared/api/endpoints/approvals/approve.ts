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
    'Sends the message, exactly as it was composed when it was taken; policies and the level of the inbox are looked at once more. Needs a key with `approvals:write`, which no key has unless it is given; keys limited to one inbox can never approve. Of several reviewers exactly one is heard: the others, and whoever comes after the approval has expired, get 422 `approval_resolved`, which says how it was resolved. Whoever approves while another reviewer edits the message gets 409 `approval_edited`: nobody approves what they have not seen. With `content_sha256` that holds for every edit since that version.',
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
