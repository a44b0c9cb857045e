/** Who has decided on an outbound message, and who has edited it, by name. */
import type { z } from 'zod'
import type { approvalRevisions } from '../../shared/domain/approval.ts'
import type { Message } from '../../shared/domain/message.ts'
import type { userList } from '../../shared/domain/user.ts'
import { ask } from './ask.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** What people did to a message. */
export interface Reviewed {
  /** Who approved or rejected it; null where nobody has. */
  decidedBy: string | null
  /** The newest edit; null where nobody has edited it. */
  edit: { by: string; revision: number } | null
}

/** @throws ServiceError as the door refuses. */
export async function reviewOf(
  parts: Pick<DashboardParts, 'door'>,
  visitor: Visitor,
  { approval, edited }: Pick<Message, 'approval' | 'edited'>,
): Promise<Reviewed> {
  const decider = approval?.reviewed_by ?? null
  if (approval === undefined || (decider === null && edited !== true)) return { decidedBy: null, edit: null }
  const [{ users }, { revisions }] = await Promise.all([
    ask<z.output<typeof userList>>(parts, visitor, 'list_users', {}),
    edited === true
      ? ask<z.output<typeof approvalRevisions>>(parts, visitor, 'list_approval_revisions', {
          params: { approval_id: approval.id },
        })
      : { revisions: [] },
  ])
  const last = revisions.at(-1)
  return {
    decidedBy: decider === null ? null : nameIn(users, decider),
    edit: last === undefined ? null : { by: nameIn(users, last.edited_by), revision: last.revision },
  }
}

function nameIn(users: z.output<typeof userList>['users'], id: string | null): string {
  const user = users.find((one) => one.id === id)
  return user === undefined ? texts().queuedMail.somebodyGone : (user.email ?? texts().inbox.noAddress)
}
