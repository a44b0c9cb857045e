/** The pages behind the links that reviewers are sent. Looking changes nothing: mail scanners open links, too. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { editBody } from '../../shared/domain/approval.ts'
import { asServiceError, errorTable, isTemporary, ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Message } from '../../shared/domain/message.ts'
import { NetworkLimit } from '../../shared/flow/access/network-limit.ts'
import { learner } from '../../shared/flow/feedback/learn.ts'
import { recordSecretsShown } from '../../shared/flow/message/show-secrets.ts'
import { editApproval } from '../../shared/flow/outbound/approval/edit.ts'
import { readReviewToken } from '../../shared/flow/outbound/approval/link.ts'
import { resolveApproval } from '../../shared/flow/outbound/approval/resolve.ts'
import {
  type OpenReview,
  openReview,
  openReviewedAttachment,
} from '../../shared/flow/outbound/approval/review.ts'
import type { OutboundParts } from '../../shared/flow/outbound/parts.ts'
import { cleanText, truncate } from '../../shared/lib/clean-text.ts'
import { downloadHeaders } from '../../shared/lib/download-headers.ts'
import type { Keyring } from '../../shared/lib/keyring.ts'
import { changesOf, editPage, fieldsOf, isAsAsked, partShown, secretsInEditByLink } from './edit-page.ts'
import { type Fields, readForm } from './form.ts'
import { maskReview } from './mask.ts'
import { notice, pageHeaders, scriptedHeaders } from './page.ts'
import { resultPage } from './result-page.ts'
import { reviewPage } from './review-page.ts'
import { refusal, SaidError, sentenceOf, unreadableForm } from './said-error.ts'
import { timesScript } from './script.ts'
import { speakAgain, speakAsAsked, texts } from './texts.ts'

export type ReviewParts = OutboundParts & { keyring: Keyring }

const reasonCharacters = 1_000

/** Registers them at `/review/…` of a server. */
export function registerReview(app: FastifyInstance, parts: ReviewParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: limits.reviewFormBytes },
      (request, body, done) => {
        const form = readForm(body as Buffer)
        if (form === null) done(speakAgain(request, unreadableForm))
        else done(null, form)
      },
    )
    speakAsAsked(scope)
    const strangers = new NetworkLimit('requests without a key', limits.publicRequestsPerMinute)
    // Before the body is read: a stranger is to cost no more than one signature.
    scope.addHook('onRequest', async (request, reply) => {
      strangers.take(request.ip)
      if (readReviewToken(parts.keyring, tokenOf(request)) === null)
        return answer(reply, resultPage({ state: 'invalid' }))
      return undefined
    })
    scope.setErrorHandler((error, request, reply) =>
      speakAgain(request, () => answerError(error, request, reply, parts)),
    )

    scope.get('/review/:token', async (request, reply) => {
      const { token, review } = await look(request, parts)
      if (review.state !== 'open') return answer(reply, resultPage(review))
      return answer(reply, { status: 200, body: await shown(review, token, parts) })
    })
    scope.post('/review/:token', { bodyLimit: limits.reviewFormBytes }, async (request, reply) => {
      const { token, review, form } = await act(request, parts)
      if (review.state !== 'open') return answer(reply, resultPage(review))
      if (form.decision === 'show') {
        await recordShown(review, 'read', parts)
        return answer(reply, { status: 200, body: await shown(review, token, parts, { unmasked: true }) })
      }
      if (form.decision === 'show_and_edit') {
        await recordShown(review, 'edit', parts)
        return answer(reply, { status: 200, body: editPage(review, fieldsOf(review), { token }) })
      }
      await decide(review, form, parts)
      return reply.headers(pageHeaders).redirect(`/review/${token}`, 303)
    })
    scope.get('/review/:token/attachments/:id', async (request, reply) => {
      const { review } = await look(request, parts)
      if (review.state !== 'open') return answer(reply, resultPage(review))
      const file = await openReviewedAttachment(parts, review, (request.params as { id: string }).id)
      if (file === undefined) throw new SaidError('not_found', texts().errors.noAttachment)
      return reply.headers({ ...pageHeaders, ...downloadHeaders(file) }).send(Buffer.from(file.content))
    })
    scope.get('/review/:token/edit', async (request, reply) => {
      const { token, review } = await look(request, parts)
      if (review.state !== 'open') return answer(reply, resultPage(review))
      const { secrets } = await masked(review, parts)
      const body = secrets
        ? secretsInEditByLink(review, token)
        : editPage(review, fieldsOf(review), { token })
      return answer(reply, { status: 200, body })
    })
    scope.post('/review/:token/edit', { bodyLimit: limits.reviewEditFormBytes }, async (request, reply) => {
      const { token, review, form } = await act(request, parts)
      if (review.state !== 'open') return answer(reply, resultPage(review))
      const now = fieldsOf(review)
      try {
        await edit(review, changesOf(now, form), parts)
      } catch (error) {
        const known = asServiceError(error)
        const again = known.code === 'approval_edited' ? await openReview(parts, token) : review
        // A button that was pressed twice: the first has changed all that the second asks for.
        if (again !== review && again.state === 'open' && isAsAsked(fieldsOf(again), form))
          return reply.headers(pageHeaders).redirect(`/review/${token}`, 303)
        if (known.code === 'internal' || known.code === 'approval_resolved' || again.state !== 'open')
          throw error
        const current = fieldsOf(again)
        const html = partShown(current, form, again !== review)
        // What the form left out is shown as it is.
        if ((await masked(again, parts)).secrets) await recordShown(again, 'edit', parts)
        const fields = { ...current, ...pick(form), html, textOnly: form.text_only === 'yes' }
        const said = again === review ? { warning: warningOf(known) } : { now: current }
        const body = editPage(again, fields, { token, ...said })
        return answer(reply, { status: errorTable[known.code].http, body })
      }
      return reply.headers(pageHeaders).redirect(`/review/${token}`, 303)
    })
  })
}

const pick = ({ to = '', cc = '', bcc = '', subject = '', body = '' }: Fields) => ({
  to,
  cc,
  bcc,
  subject,
  body,
})

const scripted = scriptedHeaders(timesScript.hash)

function answer(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  return reply.code(status).headers(scripted).send(body)
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

async function look(request: FastifyRequest, parts: ReviewParts) {
  const token = tokenOf(request)
  return { token, review: await openReview(parts, token) }
}

/** The form has to name the token as well: nobody else's page can make it. */
async function act(request: FastifyRequest, parts: ReviewParts) {
  const form = (request.body ?? {}) as Fields
  const looked = await look(request, parts)
  return form.token === looked.token
    ? { ...looked, form }
    : { ...looked, form, review: { state: 'invalid' as const } }
}

async function decide(
  { tenantId, approval, by }: OpenReview,
  form: Fields,
  parts: ReviewParts,
): Promise<void> {
  const which = { tenantId, approvalId: approval.id }
  const { decision, content_sha256: contentSha256 = '', reason = '' } = form
  const resolving = { ...parts, learn: learner(parts) }
  if (decision === 'approve')
    await resolveApproval(resolving, which, { status: 'approved', contentSha256 }, by)
  else if (decision === 'reject') {
    const said = truncate(cleanText(reason).trim(), reasonCharacters)
    const rejection = { status: 'rejected' as const, contentSha256, ...(said === '' ? {} : { reason: said }) }
    await resolveApproval(resolving, which, rejection, by)
  } else throw new SaidError('validation_error', texts().errors.neitherYesNorNo)
}

async function edit(
  { tenantId, approval, by }: OpenReview,
  changes: Record<string, unknown>,
  parts: ReviewParts,
): Promise<void> {
  const parsed = editBody.safeParse(changes)
  if (!parsed.success)
    throw new ServiceError('validation_error', undefined, {
      details: parsed.error.issues.map(({ path, message }) => ({ path: `body.${path.join('.')}`, message })),
    })
  await editApproval(parts, { tenantId, approvalId: approval.id }, parsed.data, by)
}

/** Before they are shown. */
const recordShown = (
  { tenantId, by, message }: OpenReview,
  purpose: 'read' | 'edit',
  { database }: ReviewParts,
): Promise<void> => recordSecretsShown(database, { tenantId, ...by }, message, purpose)

/** What is shown of a message that waits, its HTML made safe by today's rules, without its secrets and with them. */
async function masked(review: OpenReview, { parser, assessors }: ReviewParts) {
  const { message } = review
  const html_sanitized =
    message.html === null
      ? null
      : await parser.sanitizeHtml(message.html).catch((error: unknown) => {
          if (isTemporary(error)) throw error
          return null
        })
  const whole: Message = { ...message, html_sanitized, content_hidden: false }
  return { whole, ...(await maskReview(assessors, review, whole)) }
}

/** The page of a message that waits; `unmasked` once it is on record that somebody asked for its secrets. */
async function shown(
  review: OpenReview,
  token: string,
  parts: ReviewParts,
  { warning, unmasked = false }: { warning?: string; unmasked?: boolean } = {},
): Promise<string> {
  const { whole, masked: safe, secrets } = await masked(review, parts)
  const view = unmasked ? { review, whole } : safe
  return reviewPage(view.review, view.whole, {
    token,
    bounds: parts.bounds,
    secrets: secrets ? (unmasked ? 'shown' : 'masked') : 'none',
    ...(warning === undefined ? {} : { warning }),
  })
}

function warningOf(error: ServiceError): string {
  const { code, message, details = [] } = error
  if (details.length === 0) return sentenceOf(error)
  const names: Readonly<Record<string, string>> = texts().fields
  return refusal({ code, message, details }, (path) => {
    const field = path.split('.')[1] ?? ''
    return names[field] ?? field
  })
}

/** What was decided or edited meanwhile is shown; of all else one sentence, and no internals. */
async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ReviewParts,
): Promise<FastifyReply> {
  const { statusCode } = error as { statusCode?: unknown }
  const asked = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  const known = asked ? unreadableForm() : asServiceError(error)
  const status = asked ? statusCode : errorTable[known.code].http
  if (status >= 500)
    request.log.error({ request_id: request.id, error: { name: (error as Error).name } }, 'page failed')
  if (known.code === 'approval_resolved' || known.code === 'approval_edited') {
    const token = tokenOf(request)
    const review = await openReview(parts, token)
    const warning = texts().queuedMail.editedMeanwhile
    if (review.state === 'open')
      return answer(reply, { status, body: await shown(review, token, parts, { warning }) })
    return answer(reply, { ...resultPage(review), status })
  }
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
  const { failedTitle, asked: mistaken } = texts().errors
  const title = status >= 500 ? failedTitle : mistaken.title
  return answer(reply, { status, body: notice(title, sentenceOf(known), mistaken.todo) })
}
