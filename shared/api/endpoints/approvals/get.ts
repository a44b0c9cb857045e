/** GET /approvals/{approval_id} */

import { approvalDetail } from '../../../domain/approval.ts'
import { isId } from '../../../domain/ids.ts'
import { approvalShownTo } from '../../../domain/withheld.ts'
import { findApproval } from '../../../store/approval.ts'
import { findReadsBefore } from '../../../store/message-read.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getApprovalEndpoint = defineEndpoint({
  name: 'get_approval',
  tag: 'Approvals',
  summary: 'Get an approval',
  description:
    'Returns why a message waits, everyone it would go to, every header field and attachment that would leave, what the agent had read before it wrote (`provenance`), and how the approval was resolved.',
  status: 200,
  answer: approvalDetail,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    const id = path('approval_id')
    const approval = found(isId('approval', id) ? await findApproval(database, principal, id) : undefined)
    const provenance = await findReadsBefore(database, principal, approval.message_id)
    return approvalShownTo(principal, { ...approval, provenance })
  },
})
