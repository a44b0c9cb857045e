/** What went wrong, as a page that says what to do now. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asServiceError, errorTable } from '../../shared/domain/errors.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { goTo, problemPage, show } from './frame.ts'
import { sentenceOf, unreadableForm } from './said-error.ts'
import { errorText } from './texts.ts'
import type { Visitor } from './visitor.ts'

/**
 * Answers with what failed, without internals, in the frame of whoever is known to be signed in; who is signed in no
 * more signs in again.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor | undefined,
): FastifyReply {
  const { statusCode } = error as { statusCode?: unknown }
  const asked = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  const known = asked ? unreadableForm() : asServiceError(error)
  if (known.code === 'unauthorized') return goTo(reply, signInPath)
  const status = asked ? statusCode : errorTable[known.code].http
  if (status >= 500)
    request.log.error({ request_id: request.id, error: { name: (error as Error).name } }, 'page failed')
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
  const { title, todo } = errorText(status)
  // What the table has for a code is said to programs; what was said of this case is for people, too.
  const said = known.message === errorTable[known.code].text ? todo : sentenceOf(known)
  return show(reply, status, problemPage(title, said, visitor))
}
