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
    'Changes subject, text, HTML or recipients of the message, and keeps what it said as a revision. The new one is redacted, composed, scanned and judged as if it were sent anew; a policy that blocks it answers 403, and nothing changes. The answer has the diff and the new analysis. The message goes on waiting: approve it with `POST /approvals/{approval_id}/approve`. Of an edit and an approval at the same time one is heard. The agent sees `edited: true` on the message. Rate limits do not count an edit.',
  body: editBody,
  status: 200,
  bodyBytes: limits.textBodyBytes,
  answer: approvalRevision,
  errors: [
    'not_found',
    'approval_resolved',
    'approval_edited',
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
