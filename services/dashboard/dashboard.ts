/** The dashboard: signing in, the queue, and one mail of it. All that it shows and does goes through the door of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from '../../shared/api/answer.ts'
import type { Input } from '../../shared/api/door.ts'
import type { ApprovalDetail } from '../../shared/domain/approval.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { asServiceError, type ErrorCode, errorTable, ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Message, MessageSummary } from '../../shared/domain/message.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { cleanText } from '../../shared/lib/clean-text.ts'
import { type Fields, readForm } from './form.ts'
import { goTo, says, show } from './frame.ts'
import { type QueuePage, queuePage } from './queue-page.ts'
import { editOf, queuedEditPage } from './queued-edit-page.ts'
import { type QueuedMailView, queuedMailPage, secondStepPage } from './queued-mail-page.ts'
import { registerSignIn } from './sign-in.ts'
import { type DashboardParts, type Visitor, Visitors } from './visitor.ts'

/** Mails of a thread that are shown beside one. */
const shownBefore = 5

/** Registers it below `/dashboard` of a server. */
export function registerDashboard(app: FastifyInstance, parts: DashboardParts): void {
  app.register(async (scope) => {
    const visitors = new Visitors(parts)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: limits.reviewFormBytes },
      (_request, body, done) => {
        const form = readForm(body as Buffer)
        if (form === null) done(new ServiceError('validation_error', 'The form could not be read.'))
        else done(null, form)
      },
    )
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply))
    registerSignIn(scope, parts, visitors)

    scope.get('/dashboard', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      const { cursor, done } = request.query as { cursor?: string; done?: string }
      const query = { ...(cursor === undefined ? {} : { cursor }) }
      const queue = await ask<QueuePage>(parts, visitor, 'list_review_queue', { query })
      return show(
        reply,
        200,
        queuePage(queue, visitor, { ...parts, ...(done === undefined ? {} : { done }) }),
      )
    })
    scope.get('/dashboard/mail/:message_id', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      return show(reply, 200, queuedMailPage(await look(parts, visitor, idOf(request)), visitor, parts))
    })
    scope.get('/dashboard/mail/:message_id/edit', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      return show(reply, 200, queuedEditPage(await look(parts, visitor, idOf(request)), visitor))
    })
    scope.post(
      '/dashboard/mail/:message_id/edit',
      { bodyLimit: limits.reviewEditFormBytes },
      async (request, reply) => {
        const visitor = await visitors.find(request)
        if (visitor === undefined) return goTo(reply, signInPath)
        const form = (request.body ?? {}) as Fields
        visitor.assertOwnForm(form)
        const view = await look(parts, visitor, idOf(request))
        const body = editOf(view, form)
        const params = { approval_id: view.approval!.id }
        const { answer, status } = await parts.door.invoke('edit_approval', visitor.caller, { params, body })
        if (answer.kind !== 'error') return goTo(reply, `/dashboard/mail/${view.message.id}`)
        const { message, details = [] } = answer.error
        const sentences = details.map((one) => `${one.path} ${one.message}.`)
        const warning = sentences.length === 0 ? message : sentences.join(' ')
        return show(reply, status, queuedEditPage(view, visitor, { form, warning }))
      },
    )
    scope.post('/dashboard/mail/:message_id', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      const form = (request.body ?? {}) as Fields
      visitor.assertOwnForm(form)
      const view = await look(parts, visitor, idOf(request))
      return decide(parts, visitor, view, form, reply)
    })
  })
}

const idOf = (request: FastifyRequest): string => (request.params as { message_id: string }).message_id

/** What an endpoint answers this visitor. @throws ServiceError as the door refuses. */
async function ask<Answer>(
  { door }: DashboardParts,
  { caller }: Visitor,
  name: EndpointName,
  input: Input,
): Promise<Answer> {
  const { answer }: Outcome = await door.invoke(name, caller, input)
  if (answer.kind === 'error') {
    const { code, message } = answer.error as { code: ErrorCode; message: string }
    const { retryAfter } = answer
    throw new ServiceError(code, message, retryAfter === undefined ? {} : { retryAfter })
  }
  return (answer.kind === 'json' ? answer.value : undefined) as Answer
}

async function look(parts: DashboardParts, visitor: Visitor, id: string): Promise<QueuedMailView> {
  const params = { message_id: id }
  const message = await ask<Message>(parts, visitor, 'get_message', { params })
  const waits = message.approval?.status === 'pending' ? message.approval.id : null
  const approval =
    waits === null
      ? null
      : await ask<ApprovalDetail>(parts, visitor, 'get_approval', { params: { approval_id: waits } })
  return { message, approval, before: await threadBefore(parts, visitor, message) }
}

/** Of an inbox whose slug neither its own address nor that which the mail came to has, nothing. */
async function threadBefore(
  parts: DashboardParts,
  visitor: Visitor,
  { id, thread_id, direction, from, rcpt_to }: Message,
): Promise<readonly MessageSummary[]> {
  const address = direction === 'outbound' ? from : (rcpt_to[0] ?? '')
  const slug = address.split('@')[0]!.split('+')[0]!
  const params = { slug, thread_id }
  const { answer } = await parts.door.invoke('get_thread', visitor.caller, { params })
  if (answer.kind !== 'json') return []
  const { messages } = answer.value as { messages: MessageSummary[] }
  return messages.filter((one) => one.id < id).slice(-shownBefore)
}

async function decide(
  parts: DashboardParts,
  visitor: Visitor,
  view: QueuedMailView,
  form: Fields,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { message, approval } = view
  const { decision = '', content_sha256: contentSha256 = '' } = form
  const score = message.security_analysis?.risk_score ?? 0
  const risky = score > parts.bounds.withholdAbove && form.sure !== 'yes'
  const done = (what: string) => goTo(reply, `/dashboard?done=${what}`)
  switch (decision) {
    case 'approve':
    case 'reject': {
      if (approval === null) throw new ServiceError('approval_resolved')
      // Of a version that nobody looked at nothing is decided.
      if (contentSha256 !== approval.content_sha256) {
        const warning = 'Another reviewer has edited the message meanwhile: look at it again.'
        return show(reply, 409, queuedMailPage(view, visitor, { ...parts, warning }))
      }
      const params = { approval_id: approval.id }
      if (decision === 'reject') {
        const reason = cleanText(form.reason ?? '').trim()
        await ask(parts, visitor, 'reject', { params, body: reason === '' ? {} : { reason } })
        return done('rejected')
      }
      if (risky) return show(reply, 200, secondStepPage(view, visitor, 'approve', contentSha256))
      await ask(parts, visitor, 'approve', { params, query: { content_sha256: contentSha256 } })
      return done('approved')
    }
    case 'release':
      if (risky) return show(reply, 200, secondStepPage(view, visitor, 'release', ''))
      await ask(parts, visitor, 'release_message', { params: { message_id: message.id } })
      return done('released')
    case 'report': {
      const note = cleanText(form.note ?? '').trim()
      const body = { label: form.label ?? '', ...(note === '' ? {} : { note }) }
      await ask(parts, visitor, 'give_feedback', { params: { message_id: message.id }, body })
      return done('reported')
    }
    default:
      throw new ServiceError('validation_error', 'The form does not say what to do.')
  }
}

/** Of what failed one sentence, and no internals; who is signed in no more signs in again. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode } = error as { statusCode?: unknown }
  const asked = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  const known = asked
    ? new ServiceError('validation_error', 'The form could not be read.')
    : asServiceError(error)
  if (known.code === 'unauthorized') return goTo(reply, signInPath)
  const status = asked ? statusCode : errorTable[known.code].http
  if (status >= 500)
    request.log.error({ request_id: request.id, error: { name: (error as Error).name } }, 'page failed')
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
  const title = status >= 500 ? 'That did not work' : 'That can not be done'
  return show(reply, status, says(title, known.message, 'Go back and try again.'))
}
