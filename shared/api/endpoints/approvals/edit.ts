/** POST /approvals/{approval_id}/edit */

import { approvalRevision, editBody } from '../../../domain/approval.ts'
import { isId } from '../../../domain/ids.ts'
import { limits } from '../../../domain/limits.ts'
import { revisionShownTo } from '../../../domain/withheld.ts'
import { editApproval } from '../../../flow/outbound/approval/edit.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { reviewerOf } from './reviewer.ts'

export const editApprovalEndpoint = defineEndpoint({
  name: 'edit_approval',
  tag: 'Approvals',
  summary: 'Edit a message that waits',
  description:
    'Changes the subject, text, HTML or recipients of the message, and keeps the earlier version as a revision. The service redacts, composes, scans and judges the new version like a new message. If a policy blocks it, you get 403 and nothing changes. The response has the diff and the new analysis. The message keeps waiting: approve it with `POST /approvals/{approval_id}/approve`. If somebody approves the message at the same time, either the edit or the approval succeeds. The agent sees `edited: true` on the message. Rate limits do not count an edit.',
  body: editBody,
  status: 200,
  bodyBytes: limits.textBodyBytes,
  answer: approvalRevision,
  errors: [
    'not_found',
    'approval_resolved',
    'approval_edited',
    'recipient_suppressed',
    'policy_blocked',
    'attachment_infected',
    'message_too_large',
    'unavailable',
  ],
  handle: async ({ deps, principal, path, body }) => {
    const by = reviewerOf(principal)
    const approvalId = found(isId('approval', path('approval_id')) ? path('approval_id') : undefined)
    const { tenantId } = principal
    const parts = { ...deps.outbound, database: deps.database }
    return revisionShownTo(principal, await editApproval(parts, { tenantId, approvalId }, body, by))
  },
})
