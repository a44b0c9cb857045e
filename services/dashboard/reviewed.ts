/** Who has decided on an outbound message, by name. */
import type { z } from 'zod'
import type { Message } from '../../shared/domain/message.ts'
import type { userList } from '../../shared/domain/user.ts'
import { ask } from './ask.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** What people did to a message. */
export interface Reviewed {
  /** Who approved or rejected it; null where nobody has. */
  decidedBy: string | null
}

/** @throws ServiceError as the door refuses. */
export async function reviewOf(
  parts: Pick<DashboardParts, 'door'>,
  visitor: Visitor,
  { approval }: Pick<Message, 'approval'>,
): Promise<Reviewed> {
  const decider = approval?.reviewed_by ?? null
  if (decider === null) return { decidedBy: null }
  const { users } = await ask<z.output<typeof userList>>(parts, visitor, 'list_users', {})
  return { decidedBy: nameIn(users, decider) }
}

function nameIn(users: z.output<typeof userList>['users'], id: string): string {
  const user = users.find((one) => one.id === id)
  return user === undefined ? texts().queuedMail.somebodyGone : (user.email ?? texts().inbox.noAddress)
}
