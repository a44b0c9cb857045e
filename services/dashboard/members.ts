/** The page of an account's members: who they are, inviting, changing roles, removing; each through the door of the API. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Input } from '../../shared/api/door.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import type { User } from '../../shared/domain/user.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { ask } from './ask.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { membersPage, membersPath, type Said } from './members-page.ts'
import { attemptOnce } from './once.ts'
import { SaidError } from './said-error.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor, Visitors } from './visitor.ts'

/** Registers it. */
export function registerMembers(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  scope.get(membersPath, async (request, reply) => {
    const visitor = await visitors.find(request)
    if (visitor === undefined) return goTo(reply, signInPath)
    const { done } = request.query as { done?: string }
    return showMembers(parts, visitor, reply, 200, done === undefined ? {} : { done })
  })
  scope.post(membersPath, async (request, reply) => {
    const visitor = await visitors.find(request)
    if (visitor === undefined) return goTo(reply, signInPath)
    const form = (request.body ?? {}) as Fields
    visitor.assertOwnForm(form)
    const { name, done, input } = orderOf(form)
    const made = await attemptOnce(parts, visitor, name, input, form)
    if (!('warning' in made)) return goTo(reply, `${membersPath}?done=${done}`)
    return showMembers(parts, visitor, reply, made.status, made)
  })
}

async function showMembers(
  parts: DashboardParts,
  visitor: Visitor,
  reply: FastifyReply,
  status: number,
  said: Said,
): Promise<FastifyReply> {
  const { users } = await ask<{ users: User[] }>(parts, visitor, 'list_users', {})
  return show(reply, status, membersPage(users, visitor, said))
}

interface Order {
  name: EndpointName
  done: string
  input: Input
}

/** What a form wants. @throws ServiceError `validation_error`. */
function orderOf({ action, user = '', email = '', role = '', keys }: Fields): Order {
  const params = { user_id: user }
  switch (action) {
    case 'invite':
      return { name: 'create_user', done: 'invited', input: { body: { email: email.trim(), role } } }
    case 'change':
      return { name: 'update_user', done: 'changed', input: { params, body: { role } } }
    case 'remove':
      return {
        name: 'delete_user',
        done: 'removed',
        input: { params, query: { api_keys: keys === 'keep' ? 'keep' : 'revoke' } },
      }
    default:
      throw new SaidError('validation_error', texts().errors.emptyForm)
  }
}
