/** POST /approvals/{approval_id}/reject */
import { approvalResolution, rejectBody } from '../../../../shared/domain/approval.ts'
import { isId } from '../../../../shared/domain/ids.ts'
import { resolveApproval } from '../../../../shared/flow/outbound/approval/resolve.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { reviewerOf } from './reviewer.ts'

export const rejectEndpoint = defineEndpoint({
  name: 'reject',
  tag: 'Approvals',
  summary: 'Reject a message',
  description:
    'The message is not sent. The reason is kept on record, and shown on the message (`approval.reason`), where the agent can read it.',
  body: rejectBody,
  status: 200,
  answer: approvalResolution,
  errors: ['not_found', 'approval_resolved', 'approval_edited'],
  handle: async ({ deps, principal, path, body }) => {
    const by = reviewerOf(principal)
    const approvalId = found(isId('approval', path('approval_id')) ? path('approval_id') : undefined)
    const { tenantId } = principal
    return resolveApproval(deps, { tenantId, approvalId }, { status: 'rejected', reason: body?.reason }, by)
  },
})
