/** GET /approvals/{approval_id}/revisions */

import { approvalRevisions } from '../../../domain/approval.ts'
import { isId } from '../../../domain/ids.ts'
import { revisionShownTo } from '../../../domain/withheld.ts'
import { findApproval } from '../../../store/approval.ts'
import { listRevisions } from '../../../store/approval-revision.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const listRevisionsEndpoint = defineEndpoint({
  name: 'list_approval_revisions',
  tag: 'Approvals',
  summary: 'List what a message said',
  description:
    'Lists every revision of a message that waits or has waited, oldest first. The first is what the agent asked for. Each later one is the edit of a reviewer, with the diff. All revisions have the same attachments.',
  status: 200,
  answer: approvalRevisions,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    const id = path('approval_id')
    const { tenantId } = principal
    found(isId('approval', id) ? await findApproval(database, principal, id) : undefined)
    const revisions = await listRevisions(database, tenantId, id)
    return { revisions: revisions.map((revision) => revisionShownTo(principal, revision)) }
  },
})
