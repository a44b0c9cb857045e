/** The page behind the link that confirms an address. Looking changes nothing: mail scanners open links, too. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asServiceError, errorTable } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { type Confirmation, confirm, openConfirmation } from '../../shared/flow/account/confirm.ts'
import { readConfirmationToken } from '../../shared/flow/account/confirmation-link.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import type { Keyring } from '../../shared/lib/keyring.ts'
import type { Database } from '../../shared/store/database.ts'
import { kickerOf } from './frame.ts'
import { page, pageHeaders } from './page.ts'
import { sentenceOf } from './said-error.ts'
import { speakAgain, speakAsAsked, texts } from './texts.ts'

const words = () => texts().confirm

/** Registers it at `/confirm/…` of a server. */
export function registerConfirmation(
  app: FastifyInstance,
  parts: { database: Database; keyring: Keyring },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: limits.confirmationFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body)).get('token')),
    )
    speakAsAsked(scope)
    // Before the body is read: a stranger is to cost no more than one signature.
    scope.addHook('onRequest', async (request, reply) =>
      readConfirmationToken(parts.keyring, tokenOf(request)) === null
        ? answer(reply, { state: 'invalid' })
        : undefined,
    )
    scope.setErrorHandler((error, request, reply) =>
      speakAgain(request, () => {
        const { statusCode } = error as { statusCode?: number }
        const asked = statusCode !== undefined && statusCode >= 400 && statusCode < 500
        const known = asServiceError(error)
        const status = asked ? statusCode : errorTable[known.code].http
        if (status >= 500)
          request.log.error({ request_id: request.id, error: { name: (error as Error).name } }, 'page failed')
        const said = asked ? texts().errors.unreadableForm : sentenceOf(known)
        return show(reply, status, words().failed, html`<p>${said}</p><p>${texts().errors.asked.todo}</p>`)
      }),
    )

    scope.get('/confirm/:token', async (request, reply) =>
      answer(reply, await openConfirmation(parts, tokenOf(request)), tokenOf(request)),
    )
    scope.post('/confirm/:token', async (request, reply) => {
      const token = tokenOf(request)
      const found = await openConfirmation(parts, token)
      // The form has to name the token as well: nobody else's page can make it.
      if (request.body !== token) return answer(reply, { state: 'invalid' })
      if (found.state !== 'open') return answer(reply, found)
      await confirm(parts.database, found)
      return reply.headers(pageHeaders).redirect(`/confirm/${token}`, 303)
    })
  })
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

function answer(reply: FastifyReply, found: Confirmation, token = ''): FastifyReply {
  switch (found.state) {
    case 'open':
      return show(
        reply,
        200,
        words().title,
        html`<p>${words().asks(found.email)}</p>
<form method="post"><input type="hidden" name="token" value="${token}"><button type="submit">${words().yes}</button></form>
<p>${words().ifNot}</p>`,
      )
    case 'confirmed':
      return show(reply, 200, words().confirmed.title, html`<p>${words().confirmed.says}</p>${onward()}`)
    case 'expired':
      return show(reply, 410, words().expired.title, html`<p>${words().expired.says}</p>${onward()}`)
    case 'invalid':
      return show(reply, 404, words().invalid.title, html`<p>${words().invalid.says}</p>${onward()}`)
  }
}

/** Where one goes from a page that has nothing to ask: the dashboard, by signing in if need be. */
const onward = (): Html => html`<p><a href="/dashboard">${words().onward}</a></p>`

function show(reply: FastifyReply, status: number, title: string, content: Html): FastifyReply {
  const body = page(
    title,
    html`<p class="kicker">${kickerOf(words().kicker)}</p><h1>${title}</h1><div class="card">${content}</div>`,
  )
  return reply.code(status).headers(pageHeaders).send(body)
}
