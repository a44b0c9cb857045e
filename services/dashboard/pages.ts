/** How a page of somebody who is signed in is asked for, and how a form of theirs is. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from '../../shared/api/answer.ts'
import type { Input } from '../../shared/api/door.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import type { Fields } from './form.ts'
import { goTo } from './frame.ts'
import { refusal } from './said-error.ts'
import type { DashboardParts, Visitor, Visitors } from './visitor.ts'

/** What a request for a page comes with. */
export interface Visit {
  visitor: Visitor
  request: FastifyRequest
  reply: FastifyReply
  /** Parameters of the address: of its path, and behind the question mark. */
  path(name: string): string
  query(name: string): string | undefined
}

type Answered = Promise<FastifyReply>

/** Answers whoever is signed in by `handle`; anybody else signs in first. */
export const forVisitor =
  (visitors: Visitors, handle: (visit: Visit) => Answered) =>
  async (request: FastifyRequest, reply: FastifyReply): Answered => {
    const visitor = await visitors.find(request)
    if (visitor === undefined) return goTo(reply, signInPath)
    const given = request.query as Record<string, unknown>
    return handle({
      visitor,
      request,
      reply,
      path: (name) => (request.params as Record<string, string>)[name] ?? '',
      query: (name) => (typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined),
    })
  }

/** The same for a form, which must be of a page of theirs. @throws ServiceError `forbidden`. */
export const forForm = (visitors: Visitors, handle: (visit: Visit, form: Fields) => Answered) =>
  forVisitor(visitors, (visit) => {
    const form = (visit.request.body ?? {}) as Fields
    visit.visitor.assertOwnForm(form)
    return handle(visit, form)
  })

/** What an endpoint answers, or why it refuses, in a sentence for the page that the form is on. */
export async function attempt<Value>(
  { door }: Pick<DashboardParts, 'door'>,
  { caller }: Visitor,
  name: EndpointName,
  input: Input,
): Promise<Attempted<Value>> {
  return attempted(await door.invoke(name, caller, input))
}

/** What an endpoint has answered, or why it has refused. */
export type Attempted<Value> = { value: Value } | { warning: string; status: number }

/** The same of an outcome. */
export function attempted<Value>({ answer, status }: Outcome): Attempted<Value> {
  if (answer.kind !== 'error') return { value: (answer.kind === 'json' ? answer.value : undefined) as Value }
  return { warning: refusal(answer.error), status }
}
