/** GET /approvals/{approval_id} */
import { approval } from '../../../../shared/domain/approval.ts'
import { isId } from '../../../../shared/domain/ids.ts'
import { findApproval } from '../../../../shared/store/approval.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getApprovalEndpoint = defineEndpoint({
  name: 'get_approval',
  tag: 'Approvals',
  summary: 'Get an approval',
  description: 'Why a message waits, everyone it would go to, and how it was resolved.',
  status: 200,
  answer: approval,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    const id = path('approval_id')
    return found(isId('approval', id) ? await findApproval(database, principal, id) : undefined)
  },
})
