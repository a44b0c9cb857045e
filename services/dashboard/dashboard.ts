/** The dashboard: signing in, the queue, and one mail of it. All that it shows and does goes through the door of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { roleTooLittle } from '../../shared/domain/scopes.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { secretsInSubjects } from '../../shared/flow/message/secrets-in-subjects.ts'
import { recordSecretsShown } from '../../shared/flow/message/show-secrets.ts'
import { cleanText } from '../../shared/lib/clean-text.ts'
import { findSummaries } from '../../shared/store/message-detections.ts'
import { byIndex } from '../../shared/store/reads.ts'
import { countWaiting } from '../../shared/store/review-queue.ts'
import { registerApiKeys } from './api-keys.ts'
import { ask } from './ask.ts'
import { registerAudit } from './audit.ts'
import { registerBatch } from './batch.ts'
import { registerBilling } from './billing.ts'
import { blockSender } from './block-sender.ts'
import { keepWhatTheyCameFor } from './came-for.ts'
import { registerConversations } from './conversations.ts'
import { doneWords, isDecision, stillWaits, wantsSecondStep, wasLookedAt } from './decision.ts'
import { registerDeliveries } from './deliveries.ts'
import type { Done, DoneShown } from './done-note.ts'
import { answerError } from './error-page.ts'
import { failedDecisionsView, registerFailedDecisions } from './failed-decisions.ts'
import { type Fields, readForm } from './form.ts'
import { goTo, show } from './frame.ts'
import { registerInboxes } from './inboxes.ts'
import { registerLive } from './live.ts'
import { findMail, type QueuedMailView, threadBefore } from './mail.ts'
import { maskMail, maskTexts } from './mask.ts'
import { registerMembers } from './members.ts'
import {
  mailPath,
  neighboursOf,
  nextAfter,
  type QueuePage,
  queryOf,
  queuePlaceOf,
  queueStart,
  type RankedPlace,
  withDone,
} from './neighbours.ts'
import { registerNoticeChannels } from './notice-channels.ts'
import { registerOverview } from './overview.ts'
import { registerOwnSettings } from './own-settings.ts'
import { registerPayment } from './payment.ts'
import { defer, doneOf, pendingOn, undo } from './pending.ts'
import { registerPolicies } from './policies.ts'
import { queuePage } from './queue-page.ts'
import { editOf, isEditedSo, queuedEditPage } from './queued-edit-page.ts'
import { queuedMailPage, secondStepPage, secretsInEditPage } from './queued-mail-page.ts'
import { reviewOf } from './reviewed.ts'
import { refusal, SaidError, unreadableForm } from './said-error.ts'
import { registerSettings } from './settings.ts'
import { registerSignIn } from './sign-in.ts'
import { speakAgain, speakAsAsked, texts } from './texts.ts'
import { type DashboardParts, type Visitor, Visitors } from './visitor.ts'

/** Registers it below `/dashboard` of a server. */
export function registerDashboard(app: FastifyInstance, parts: DashboardParts): void {
  app.register(async (scope) => {
    const visitors = new Visitors(parts)
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
    keepWhatTheyCameFor(scope, parts)
    // Cookies and passkeys are of a host, and what names none is no request (RFC 9112 §3.2).
    scope.addHook('onRequest', async (request) => {
      if (!URL.canParse(parts.publicUrl(request))) throw new ServiceError('validation_error')
    })
    // Before a body is read, which may be large: those who sign in alone have no session to show.
    scope.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST' || isSigningIn(request)) return undefined
      return (await visitors.find(request)) === undefined ? goTo(reply, signInPath) : undefined
    })
    scope.setErrorHandler((error, request, reply) =>
      speakAgain(request, () => answerError(error, request, reply, visitors.known(request))),
    )
    registerSignIn(scope, parts, visitors)
    registerOwnSettings(scope, parts, visitors)
    registerBatch(scope, parts, visitors)
    registerFailedDecisions(scope, parts, visitors)
    registerLive(scope, parts, visitors)
    registerOverview(scope, parts, visitors)
    registerInboxes(scope, parts, visitors)
    registerConversations(scope, parts, visitors)
    registerDeliveries(scope, parts, visitors)
    registerPolicies(scope, parts, visitors)
    registerApiKeys(scope, parts, visitors)
    registerAudit(scope, parts, visitors)
    registerMembers(scope, parts, visitors)
    registerBilling(scope, parts, visitors)
    registerPayment(scope, parts, visitors)
    registerSettings(scope, parts, visitors)
    registerNoticeChannels(scope, parts, visitors)

    scope.get('/dashboard', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      const { like, ...done } = request.query as Done & { like?: string }
      const page = queuePlaceOf(request.query as object)
      // Before the queue is read: what comes meanwhile is told of.
      const newest = page.sort === 'risk' && page.cursor === null ? await newestIn(parts, visitor) : undefined
      const queue = await ask<QueuePage>(parts, visitor, 'list_review_queue', { query: queryOf(page) })
      const summaries = await findSummaries(
        parts.database,
        visitor.principal.tenantId,
        queue.messages.map(({ id }) => id),
      )
      const { masked } = await maskTexts(
        parts.assessors,
        [...queue.messages.map(({ subject }) => subject), ...summaries.values()],
        await secretsInSubjects(parts.database, visitor.principal.tenantId, queue.messages),
      )
      const messages = queue.messages.map((one, index) => ({ ...one, subject: masked[index]! }))
      const found = [...summaries.keys()].map((id, index) => [id, masked[messages.length + index]!] as const)
      return show(
        reply,
        200,
        queuePage({ ...queue, messages }, visitor, {
          ...parts,
          page,
          newest: page.sort === 'newest' ? messages[0]?.id : newest,
          summaries: new Map(found),
          waiting: await waitingIn(parts, visitor),
          ...(await doneOf(parts, visitor, done)),
          like,
          failed: await failedDecisionsView(parts, visitor),
          pending: await pendingOn(
            parts,
            visitor,
            messages.map(({ id }) => id),
          ),
        }),
      )
    })
    scope.get('/dashboard/*', async (request, reply) => {
      if ((await visitors.find(request)) === undefined) return goTo(reply, signInPath)
      if ((request.params as { '*': string })['*'] === '') return goTo(reply, '/dashboard')
      throw new ServiceError('not_found')
    })
    scope.get('/dashboard/mail/:message_id', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      const view = await look(parts, visitor, request)
      const done = await doneOf(parts, visitor, request.query as Done)
      return show(reply, 200, await mailPage(parts, visitor, view, done))
    })
    scope.get('/dashboard/mail/:message_id/edit', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      if (!visitor.principal.scopes.includes('approvals:write')) throw roleTooLittle()
      const view = await look(parts, visitor, request)
      const { secrets } = await maskMail(parts.assessors, view)
      return show(reply, 200, secrets ? secretsInEditPage(view, visitor) : queuedEditPage(view, visitor))
    })
    scope.post(
      '/dashboard/mail/:message_id/edit',
      { bodyLimit: limits.reviewEditFormBytes },
      async (request, reply) => {
        const visitor = await visitors.find(request)
        if (visitor === undefined) return goTo(reply, signInPath)
        const form = (request.body ?? {}) as Fields
        visitor.assertOwnForm(form)
        const view = await look(parts, visitor, request)
        const body = editOf(view, form)
        const params = { approval_id: view.approval!.id }
        const { answer, status } = await parts.door.invoke('edit_approval', visitor.caller, { params, body })
        const saved = withDone(mailPath(placeOf(view)), 'edited')
        if (answer.kind !== 'error') return goTo(reply, saved)
        const edited = answer.error.code === 'approval_edited'
        const known = edited ? await look(parts, visitor, request) : view
        // A button that was pressed twice: the first has changed all that the second asks for.
        if (edited && isEditedSo(known, form)) return goTo(reply, saved)
        const warning = refusal(answer.error, (path) => path)
        // What the form left out is shown as it is.
        const { secrets } = await maskMail(parts.assessors, known)
        if (secrets) await recordSecretsShown(parts.database, visitor.principal, known.message, 'edit')
        return show(reply, status, queuedEditPage(known, visitor, { form, warning, edited }))
      },
    )
    scope.post('/dashboard/undo', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      const form = (request.body ?? {}) as Fields
      visitor.assertOwnForm(form)
      const id = form.undo ?? ''
      await undo(parts, visitor, id, (request.query as { was?: unknown }).was)
      return goTo(reply, withDone(mailPath({ id, ...queuePlaceOf({ sort: form.sort }) }), 'undone'))
    })
    scope.post('/dashboard/mail/:message_id', async (request, reply) => {
      const visitor = await visitors.find(request)
      if (visitor === undefined) return goTo(reply, signInPath)
      const form = (request.body ?? {}) as Fields
      visitor.assertOwnForm(form)
      const view = await look(parts, visitor, request)
      return decide(parts, visitor, view, form, reply)
    })
  })
}

const isSigningIn = ({ url }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0]!
  return path === signInPath || path.startsWith(`${signInPath}/`)
}

/** The newest message that waits: what has come since is newer. */
async function newestIn(parts: DashboardParts, visitor: Visitor): Promise<string | undefined> {
  const query = { limit: '1' }
  return (await ask<QueuePage>(parts, visitor, 'list_review_queue', { query })).messages[0]?.id
}

/** How many messages wait, counted up to one more than the queue says. */
const waitingIn = ({ database }: DashboardParts, { principal }: Visitor): Promise<number> =>
  database.transaction(async (tx) => {
    // As any list is read.
    await tx.query(`select ${byIndex}`)
    return countWaiting(tx, principal.tenantId, limits.queueCounted + 1)
  })

const idOf = (request: FastifyRequest): string => (request.params as { message_id: string }).message_id

/** With its place in the queue, as the address says. */
async function look(
  parts: DashboardParts,
  visitor: Visitor,
  request: FastifyRequest,
): Promise<QueuedMailView> {
  const found = await findMail(parts, visitor, idOf(request))
  const before = await threadBefore(parts, visitor, found.message)
  const pending = (await pendingOn(parts, visitor, [found.message.id])).get(found.message.id) ?? null
  return { ...found, before, page: queuePlaceOf(request.query as object), pending }
}

const placeOf = ({ message: { id, security_analysis }, page }: QueuedMailView): RankedPlace => ({
  id,
  ...page,
  risk_score: security_analysis?.risk_score ?? null,
})

async function mailPage(
  parts: DashboardParts,
  visitor: Visitor,
  view: QueuedMailView,
  { unmasked = false, ...said }: DoneShown & { warning?: string; unmasked?: boolean },
): Promise<string> {
  const neighbours = await neighboursOf(parts, visitor, placeOf(view))
  const reviewed = await reviewOf(parts, visitor, view.message)
  const { masked, secrets } = await maskMail(parts.assessors, view)
  return queuedMailPage(unmasked ? view : masked, neighbours, visitor, {
    bounds: parts.bounds,
    reviewed,
    secrets: secrets ? (unmasked ? 'shown' : 'masked') : 'none',
    ...said,
  })
}

async function decide(
  parts: DashboardParts,
  visitor: Visitor,
  view: QueuedMailView,
  form: Fields,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { message } = view
  const { decision = '', content_sha256: contentSha256 = '', reason = '' } = form
  if (decision === 'report') {
    const note = cleanText(form.note ?? '').trim()
    const body = { label: form.label ?? '', ...(note === '' ? {} : { note }) }
    await ask(parts, visitor, 'give_feedback', { params: { message_id: message.id }, body })
    return goTo(reply, withDone(mailPath(placeOf(view)), 'reported'))
  }
  if (decision === 'show' || decision === 'show_and_edit') {
    const editing = decision === 'show_and_edit'
    if (editing && !visitor.principal.scopes.includes('approvals:write')) throw roleTooLittle()
    await recordSecretsShown(parts.database, visitor.principal, message, editing ? 'edit' : 'read')
    const page = editing
      ? queuedEditPage(view, visitor)
      : await mailPage(parts, visitor, view, { unmasked: true })
    return show(reply, 200, page)
  }
  if (decision === 'block') {
    await blockSender(parts, visitor, message, form)
    return goTo(reply, withDone(mailPath(placeOf(view)), 'blocked'))
  }
  if (!isDecision(decision)) throw new SaidError('validation_error', texts().errors.emptyForm)
  if (!stillWaits(view, decision)) {
    const warning = texts().queuedMail.decidedMeanwhile
    return show(reply, 409, await mailPage(parts, visitor, view, { warning }))
  }
  if (!wasLookedAt(view, contentSha256)) {
    const warning = texts().queuedMail.editedMeanwhile
    return show(reply, 409, await mailPage(parts, visitor, view, { warning }))
  }
  if (form.sure !== 'yes' && wantsSecondStep(view, decision, parts.bounds)) {
    const { masked } = await maskMail(parts.assessors, view)
    const passing = decision === 'approve' ? 'approve' : 'release'
    return show(reply, 200, secondStepPage(masked, visitor, passing, contentSha256))
  }
  await defer(parts, visitor, view, decision, reason)
  const next = await nextAfter(parts, visitor, placeOf(view))
  const path = withDone(next === null ? queueStart(view.page.sort) : mailPath(next), doneWords[decision])
  return goTo(reply, `${path}&undo=${message.id}`)
}
