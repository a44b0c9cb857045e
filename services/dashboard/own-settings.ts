/** The page of somebody's own settings: how they are told of what waits, their passkeys, and where they are signed in. */
import type { FastifyInstance } from 'fastify'
import { isLanguage } from '../../shared/domain/language.ts'
import type { User } from '../../shared/domain/user.ts'
import { chooseLanguage } from '../../shared/flow/account/choose-language.ts'
import { mayAddPasskey, passkeySite } from '../../shared/flow/account/passkeys.ts'
import { endSession } from '../../shared/flow/account/session.ts'
import { listPasskeys } from '../../shared/store/passkey.ts'
import { listSessions } from '../../shared/store/sign-in.ts'
import { ask } from './ask.ts'
import { goTo, show } from './frame.ts'
import { languagePath, noticesPath, ownSettingsPage, ownSettingsPath } from './own-settings-page.ts'
import { forForm, forVisitor } from './pages.ts'
import { carryOutNow } from './pending.ts'
import { SaidError } from './said-error.ts'
import { ownPasskeyScript } from './script.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

/** Registers it. */
export function registerOwnSettings(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const { database } = parts
  scope.get(
    ownSettingsPath,
    forVisitor(visitors, async ({ visitor, request, reply, query }) => {
      const { principal } = visitor
      const [{ users }, sessions, passkeys] = await Promise.all([
        ask<{ users: User[] }>(parts, visitor, 'list_users', {}),
        listSessions(database, principal),
        listPasskeys(database, principal),
      ])
      const adding =
        passkeySite(parts.publicUrl(request)) === null
          ? 'no_site'
          : mayAddPasskey(principal)
            ? 'now'
            : 'later'
      const { notices } = users.find(({ id }) => id === principal.userId)!
      const view = { notices, sessions, passkeys, adding, done: query('done') } as const
      return show(reply, 200, ownSettingsPage(view, visitor), ownPasskeyScript)
    }),
  )
  scope.post(
    noticesPath,
    forForm(visitors, async ({ visitor, reply }, { notices = '' }) => {
      await ask(parts, visitor, 'update_own_user', { body: { notices } })
      return goTo(reply, `${ownSettingsPath}?done=notices`)
    }),
  )
  scope.post(
    languagePath,
    forForm(visitors, async ({ visitor, reply }, { language = '' }) => {
      if (language !== '' && !isLanguage(language))
        throw new SaidError('validation_error', texts().errors.emptyForm)
      await chooseLanguage(database, visitor.principal, language === '' ? null : language)
      return goTo(reply, `${ownSettingsPath}?done=language`)
    }),
  )
  scope.post(
    ownSettingsPath,
    forForm(visitors, async ({ visitor, reply }, { session = '' }) => {
      // Whoever ends the session that they are in signs out: what they decided a moment ago is meant.
      if (session === visitor.principal.keyId) await carryOutNow(parts, visitor.principal)
      if (!(await endSession(database, visitor.principal, session)))
        throw new SaidError('not_found', texts().own.sessionOver)
      return goTo(reply, ownSettingsPath)
    }),
  )
}
