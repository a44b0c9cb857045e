/** Passkeys on the dashboard: signing in with one, adding one, removing one. What is asked for is JSON, which passkeys.js reads. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asServiceError, errorTable } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { NetworkLimit } from '../../shared/flow/access/network-limit.ts'
import {
  type Asked,
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  type PasskeySite,
  passkeySite,
  removePasskey,
  signInByPasskey,
} from '../../shared/flow/account/passkeys.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { whereTheyGo } from './came-for.ts'
import { cameFrom } from './came-from.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { ownSettingsPath } from './own-settings-page.ts'
import { pageHeaders } from './page.ts'
import { forForm } from './pages.ts'
import { passkeysPath, signInByPasskeyPath } from './passkey-forms.ts'
import { carryOutNow } from './pending.ts'
import { SaidError, sentenceOf } from './said-error.ts'
import { signInScript } from './script.ts'
import { signInPage } from './sign-in-page.ts'
import { texts } from './texts.ts'
import { assertSameSite, type DashboardParts, type Visitors } from './visitor.ts'

/** Registers it; `attempts` counts those to sign in, by whatever means. */
export function registerPasskeys(
  scope: FastifyInstance,
  parts: DashboardParts,
  { visitors, attempts }: { visitors: Visitors; attempts: NetworkLimit },
): void {
  const { database } = parts
  scope.post(`${signInByPasskeyPath}/challenge`, (request, reply) =>
    asked({ request, reply, publicUrl: parts.publicUrl(request) }, () => {
      assertSameSite(request, parts.publicUrl(request))
      attempts.take(request.ip)
      return askForPasskey(database, siteOf(parts, request))
    }),
  )
  scope.post(signInByPasskeyPath, async (request, reply) => {
    const publicUrl = parts.publicUrl(request)
    assertSameSite(request, publicUrl)
    attempts.take(request.ip)
    const site = siteOf(parts, request)
    const { credential = '' } = (request.body ?? {}) as Fields
    const given = { credential, browser: readCookie(request, 'passkey', publicUrl), site }
    const former = (await visitors.find(request))?.principal
    if (former !== undefined) await carryOutNow(parts, former)
    const session = await signInByPasskey(database, given, { former, from: cameFrom(request) })
    const used = cookieHeader('passkey', '', { publicUrl, seconds: 0 })
    if (session === null) {
      reply.header('set-cookie', used)
      const warning = texts().signIn.passkeyRefused
      return show(reply, 403, signInPage({ site, warning }), signInScript)
    }
    const seconds = limits.sessionDays * 86_400
    reply.header('set-cookie', [cookieHeader('session', session, { publicUrl, seconds }), used])
    return goTo(reply, whereTheyGo(request, reply, publicUrl))
  })

  scope.post(
    `${passkeysPath}/challenge`,
    forForm(visitors, ({ visitor, request, reply }) =>
      asked({ request, reply, publicUrl: parts.publicUrl(request) }, () => {
        attempts.take(request.ip)
        const { email, principal } = visitor
        return askForNewPasskey(database, principal, { email, site: siteOf(parts, request) })
      }),
    ),
  )
  scope.post(
    passkeysPath,
    forForm(visitors, async ({ visitor, request, reply }, { credential = '', name = '' }) => {
      const publicUrl = parts.publicUrl(request)
      const shown = truncate(shownLine(name).trim(), limits.passkeyNameCharacters)
      await addPasskey(parts, visitor.principal, {
        credential,
        browser: readCookie(request, 'passkey', publicUrl),
        site: siteOf(parts, request),
        name: shown === '' ? texts().passkeys.name : shown,
      })
      reply.header('set-cookie', cookieHeader('passkey', '', { publicUrl, seconds: 0 }))
      return goTo(reply, `${ownSettingsPath}?done=passkey_added`)
    }),
  )
  scope.post(
    `${passkeysPath}/remove`,
    forForm(visitors, async ({ visitor, reply }, { passkey = '' }) => {
      if (!(await removePasskey(parts, visitor.principal, passkey)))
        throw new SaidError('not_found', texts().passkeys.gone)
      return goTo(reply, `${ownSettingsPath}?done=passkey_removed`)
    }),
  )
}

/** Answers what a browser is to do, with its secret as a cookie; what goes wrong as a message for its user. */
async function asked(
  { request, reply, publicUrl }: { request: FastifyRequest; reply: FastifyReply; publicUrl: string },
  ask: () => Promise<Asked<object>>,
): Promise<FastifyReply> {
  reply.headers({ ...pageHeaders, 'content-type': 'application/json; charset=utf-8' })
  try {
    const { browser, options } = await ask()
    const seconds = limits.passkeyMinutes * 60
    reply.header('set-cookie', cookieHeader('passkey', browser, { publicUrl, seconds }))
    return reply.send(options)
  } catch (error) {
    const known = asServiceError(error)
    const status = errorTable[known.code].http
    if (status >= 500)
      request.log.error({ request_id: request.id, error: { name: (error as Error).name } }, 'page failed')
    return reply.code(status).send({ message: sentenceOf(known) })
  }
}

/** @throws ServiceError `validation_error` where the service is at an IP address, which no passkey can be of. */
function siteOf(parts: DashboardParts, request: FastifyRequest): PasskeySite {
  const site = passkeySite(parts.publicUrl(request))
  if (site === null) throw new SaidError('validation_error', texts().passkeys.noSite)
  return site
}
