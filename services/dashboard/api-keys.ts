/** The page of API keys: made, shown once, revoked. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { apiKeyPage, createdApiKey } from '../../shared/domain/api-key.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { type ApiKeysView, apiKeysPage, everyInbox } from './api-keys-page.ts'
import { ask } from './ask.ts'
import { goTo, show } from './frame.ts'
import { attemptOnce } from './once.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitors } from './visitor.ts'
import { allInboxes } from './whole-lists.ts'

const path = '/dashboard/api-keys'

export function registerApiKeys(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const page = async ({ visitor, query }: Visit, said: Partial<ApiKeysView> = {}) => {
    const cursor = query('cursor')
    const done = query('done')
    const also = scopes.find((one) => one === query('scope'))
    const [keys, inboxes] = await Promise.all([
      ask<z.output<typeof apiKeyPage>>(parts, visitor, 'list_api_keys', {
        query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) },
      }),
      allInboxes(parts, visitor),
    ])
    const asked = { ...(done === undefined ? {} : { done }), ...(also === undefined ? {} : { also }) }
    return apiKeysPage({ keys, inboxes, ...asked, ...said }, visitor)
  }

  scope.get(
    path,
    forVisitor(visitors, async (visit) => show(visit.reply, 200, await page(visit))),
  )
  scope.post(
    path,
    forForm(visitors, async (visit, form) => {
      if (form.revoke !== undefined) {
        const params = { key_id: form.revoke }
        const gone = await attempt(parts, visit.visitor, 'delete_api_key', { params })
        if ('warning' in gone) return show(visit.reply, gone.status, await page(visit, gone))
        return goTo(visit.reply, `${path}?done=revoked`)
      }
      const { name = '', inbox_id = '' } = form
      if (inbox_id === '') {
        const warning = texts().apiKeys.whichInbox
        return show(visit.reply, 422, await page(visit, { warning, form }))
      }
      const chosen = scopes.filter((one) => form[`scope:${one}`] === 'yes')
      const body = { name, scopes: chosen, ...(inbox_id === everyInbox ? {} : { inbox_id }) }
      const { visitor } = visit
      const made = await attemptOnce<z.output<typeof createdApiKey>>(
        parts,
        visitor,
        'create_api_key',
        { body },
        form,
      )
      if ('warning' in made) return show(visit.reply, made.status, await page(visit, made))
      return show(visit.reply, 201, await page(visit, { made: made.value }))
    }),
  )
}
