/** POST /approvals/{approval_id}/reject */

import { approvalResolution, rejectBody } from '../../../domain/approval.ts'
import { isId } from '../../../domain/ids.ts'
import { learner } from '../../../flow/feedback/learn.ts'
import { resolveApproval } from '../../../flow/outbound/approval/resolve.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { reviewerOf } from './reviewer.ts'

export const rejectEndpoint = defineEndpoint({
  name: 'reject',
  tag: 'Approvals',
  summary: 'Reject a message',
  description:
    'The message is not sent. The reason is recorded, and the agent can read it in `approval.reason` of the message. The next similar draft in this tenant waits for approval too, whoever sends it; `DELETE /messages/{message_id}/feedback` undoes that.',
  body: rejectBody,
  status: 200,
  answer: approvalResolution,
  errors: ['not_found', 'approval_resolved', 'approval_edited'],
  handle: async ({ deps, principal, path, body }) => {
    const by = reviewerOf(principal)
    const parts = { database: deps.database, queue: deps.queue, learn: learner(deps.outbound) }
    const approvalId = found(isId('approval', path('approval_id')) ? path('approval_id') : undefined)
    const { tenantId } = principal
    return resolveApproval(parts, { tenantId, approvalId }, { status: 'rejected', reason: body?.reason }, by)
  },
})
