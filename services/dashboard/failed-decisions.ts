/** Decisions of a session that came to nothing because somebody else was faster: their mail has left the queue, so the queue says it above itself. */
import type { FastifyInstance } from 'fastify'
import { limits } from '../../shared/domain/limits.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { deleteFailedDecisions, findFailedDecisions } from '../../shared/store/pending-decision.ts'
import type { Fields } from './form.ts'
import { goTo } from './frame.ts'
import { shownSubject } from './long-lines.ts'
import { maskTexts } from './mask.ts'
import { mailPath, queuePlaceOf, queueStart } from './neighbours.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor, Visitors } from './visitor.ts'

/** Registers where a visitor says that they have seen them. */
export function registerFailedDecisions(
  scope: FastifyInstance,
  { database }: Pick<DashboardParts, 'database'>,
  visitors: Visitors,
): void {
  scope.post('/dashboard/failed-decisions', async (request, reply) => {
    const visitor = await visitors.find(request)
    if (visitor === undefined) return goTo(reply, signInPath)
    const form = (request.body ?? {}) as Fields
    visitor.assertOwnForm(form)
    const { tenantId, keyId } = visitor.principal
    // What failed since, or was not shown, is still to be told.
    const shown = String(form.messages ?? '').split(',', limits.failedDecisionsShown)
    await deleteFailedDecisions(database, { tenantId, keyId }, shown)
    return goTo(reply, queueStart(queuePlaceOf(form).sort))
  })
}

/** Those of a visitor, until they have seen them; null: there are none. */
export async function failedDecisionsView(
  { database, assessors }: Pick<DashboardParts, 'database' | 'assessors'>,
  { principal, csrf }: Visitor,
): Promise<Html | null> {
  const { tenantId, keyId } = principal
  const failed = await findFailedDecisions(database, { tenantId, keyId }, limits.failedDecisionsShown)
  if (failed.length === 0) return null
  const { masked } = await maskTexts(
    assessors,
    failed.map(({ subject }) => subject),
  )
  const words = texts().pending
  const sentences = failed.map(({ messageId, decision, failure }, index) => {
    const subject = shownSubject(masked[index]!)
    const name = words.named(subject === '' ? texts().mail.noSubject : subject)
    const path = mailPath({ id: messageId, ...queuePlaceOf({}) })
    return html`<p><a href="${path}">${words.failed(texts().decided[decision], failure, name)}</a></p>`
  })
  return html`<div class="note bad" role="alert">${sentences}
<form method="post" action="/dashboard/failed-decisions">${csrf}<input type="hidden" name="messages" value="${failed.map(({ messageId }) => messageId).join(',')}"><button class="plain">${words.seen}</button></form></div>`
}
