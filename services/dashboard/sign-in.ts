/** The pages that sign somebody in, by a mailed link or a passkey, and out again. Looking signs in nobody: mail scanners open links, too. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../shared/domain/limits.ts'
import { NetworkLimit } from '../../shared/flow/access/network-limit.ts'
import { passkeySite } from '../../shared/flow/account/passkeys.ts'
import { endSession } from '../../shared/flow/account/session.ts'
import { openSignIn, requestSignIn, type SignIn, signIn } from '../../shared/flow/account/sign-in.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { whereTheyGo } from './came-for.ts'
import { cameFrom } from './came-from.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import type { Fields } from './form.ts'
import { goTo, kickerOf, says, show } from './frame.ts'
import { page } from './page.ts'
import { registerPasskeys } from './passkeys.ts'
import { carryOutNow } from './pending.ts'
import { signInScript } from './script.ts'
import { signInPage } from './sign-in-page.ts'
import { texts } from './texts.ts'
import { assertSameSite, type DashboardParts, type Visitors } from './visitor.ts'

const words = () => texts().signIn
/** As much of an address as tells it from a slip: whether somebody has it, only the mail says. */
const addressShape = /^[^\s@]{1,64}@[^\s@]{1,190}$/

/** Registers them. */
export function registerSignIn(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const attempts = new NetworkLimit('attempts to sign in', limits.signInAttemptsPerMinute)
  const strangers = new NetworkLimit('requests without a key', limits.publicRequestsPerMinute)

  registerPasskeys(scope, parts, { visitors, attempts })

  scope.get(signInPath, async (request, reply) => {
    const had = readCookie(request, 'session', parts.publicUrl(request)) !== undefined
    const ended = had && (await visitors.find(request)) === undefined
    return show(reply, 200, signInPage({ site: passkeySite(parts.publicUrl(request)), ended }), signInScript)
  })
  scope.post(signInPath, async (request, reply) => {
    const publicUrl = parts.publicUrl(request)
    assertSameSite(request, publicUrl)
    attempts.take(request.ip)
    const email = ((request.body ?? {}) as Fields).email?.trim() ?? ''
    if (!addressShape.test(email)) {
      const site = passkeySite(publicUrl)
      return show(reply, 422, signInPage({ site, warning: words().noAddress }), signInScript)
    }
    const had = readCookie(request, 'sign-in', publicUrl)
    const browser = await requestSignIn(parts, email, texts().language, had)
    const seconds = limits.signInMinutes * 60
    reply.header('set-cookie', cookieHeader('sign-in', browser, { publicUrl, seconds }))
    return show(
      reply,
      200,
      says(
        words().sent.title,
        words().sent.ifKnown(shownLine(email)),
        words().sent.open,
        ...(parts.capturesMail ? [words().sent.captured] : []),
        html`<a href="${signInPath}">${words().sent.again}</a>`,
      ),
    )
  })

  scope.get(`${signInPath}/:token`, async (request, reply) => {
    strangers.take(request.ip)
    return answer(reply, await look(request, parts), tokenOf(request))
  })
  scope.post(`${signInPath}/:token`, async (request, reply) => {
    const publicUrl = parts.publicUrl(request)
    assertSameSite(request, publicUrl)
    strangers.take(request.ip)
    const form = (request.body ?? {}) as Fields
    // The form has to name the token as well: nobody else's page can make it.
    const found = form.token === tokenOf(request) ? await look(request, parts) : { state: 'invalid' as const }
    if (found.state !== 'open') return answer(reply, found)
    const user = found.users.find(({ userId }) => userId === form.user)
    if (user === undefined) return answer(reply, { state: 'invalid' })
    const former = (await visitors.find(request))?.principal
    if (former !== undefined) await carryOutNow(parts, former)
    const session = await signIn(parts.database, found, user, {
      browser: readCookie(request, 'sign-in', publicUrl),
      former,
      from: cameFrom(request),
    })
    if (session === null) return answer(reply, { state: 'over' })
    reply.header('set-cookie', [
      cookieHeader('session', session, { publicUrl, seconds: limits.sessionDays * 86_400 }),
      cookieHeader('sign-in', '', { publicUrl, seconds: 0 }),
    ])
    return goTo(reply, whereTheyGo(request, reply, publicUrl))
  })

  scope.post('/dashboard/sign-out', async (request, reply) => {
    const visitor = await visitors.find(request)
    if (visitor === undefined) return goTo(reply, signInPath)
    visitor.assertOwnForm((request.body ?? {}) as Fields)
    // What was decided a moment ago is meant.
    await carryOutNow(parts, visitor.principal)
    await endSession(parts.database, visitor.principal, visitor.principal.keyId)
    const publicUrl = parts.publicUrl(request)
    reply.header('set-cookie', cookieHeader('session', '', { publicUrl, seconds: 0 }))
    return goTo(reply, signInPath)
  })
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

const look = (request: FastifyRequest, parts: DashboardParts): Promise<SignIn> =>
  openSignIn(parts, tokenOf(request), readCookie(request, 'sign-in', parts.publicUrl(request)))

function answer(reply: FastifyReply, found: SignIn, token = ''): FastifyReply {
  switch (found.state) {
    case 'open':
      return show(
        reply,
        200,
        page(
          words().title,
          html`<p class="kicker">${kickerOf(words().kicker)}</p><h1>${words().title}</h1><div class="card"><p>${words().as(shownLine(found.email))}</p>
${found.users.map(
  ({ userId, organizationName, confirmed }) =>
    html`<form method="post" action="${signInPath}/${token}"><input type="hidden" name="token" value="${token}"><input type="hidden" name="user" value="${userId}"><p><button class="approve">${words().to(shownLine(organizationName))}</button></p>${found.users.length === 1 || confirmed ? null : html`<p class="hint">${words().never}</p>`}</form>`,
)}</div>`,
        ),
      )
    case 'over':
      return show(
        reply,
        410,
        says(words().over.title, words().over.says, html`<a href="${signInPath}">${words().askAgain}</a>`),
      )
    case 'another_browser':
      return show(
        reply,
        403,
        says(
          words().anotherBrowser.title,
          words().anotherBrowser.says,
          html`<a href="${signInPath}">${words().anotherBrowser.askHere}</a>`,
        ),
      )
    case 'invalid':
      return show(
        reply,
        404,
        says(
          words().invalid.title,
          words().invalid.says,
          html`<a href="${signInPath}">${words().askAgain}</a>`,
        ),
      )
  }
}
