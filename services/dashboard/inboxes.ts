/** The pages of inboxes: all of them, and one with its mail, its guard and its webhook. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { inboxPage as inboxPageContract, inboxWithCounts } from '../../shared/domain/inbox.ts'
import type { messagePage } from '../../shared/domain/message.ts'
import type { userList } from '../../shared/domain/user.ts'
import type { deliveryPage, WebhookTestResult } from '../../shared/domain/webhook.ts'
import { ask } from './ask.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { type InboxView, inboxPage } from './inbox-page.ts'
import { inboxesPage } from './inboxes-page.ts'
import { maskListed } from './mask-listed.ts'
import { attemptOnce } from './once.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import { SaidError } from './said-error.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitors } from './visitor.ts'
import { allApiKeys } from './whole-lists.ts'

const path = '/dashboard/inboxes'
/** Rows of a page. */
const rows = 25

export function registerInboxes(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const all = async ({ visitor, query }: Visit, said: { warning?: string; form?: Fields } = {}) => {
    const cursor = query('cursor')
    const found = await ask<z.output<typeof inboxPageContract>>(parts, visitor, 'list_inboxes', {
      query: { limit: rows, ...(cursor === undefined ? {} : { cursor }) },
    })
    return inboxesPage(found, visitor, said)
  }
  const one = async (visit: Visit, said: Partial<InboxView> = {}) => {
    const { visitor, path: given, query } = visit
    const params = { slug: given('slug') }
    const inbox = await ask<z.output<typeof inboxWithCounts>>(parts, visitor, 'get_inbox', { params })
    const [q, cursor] = [query('q'), query('cursor')]
    const [mail, { deliveries }, apiKeys, { users }] = await Promise.all([
      ask<z.output<typeof messagePage>>(parts, visitor, 'list_messages', {
        params,
        query: {
          limit: rows,
          ...(q === undefined ? {} : { q }),
          ...(cursor === undefined ? {} : { cursor }),
        },
      }),
      ask<z.output<typeof deliveryPage>>(parts, visitor, 'list_webhook_deliveries', {
        params,
        query: { limit: 10 },
      }),
      allApiKeys(parts, visitor),
      ask<z.output<typeof userList>>(parts, visitor, 'list_users', {}),
    ])
    const messages = await maskListed(parts.assessors, mail.messages)
    const keys = apiKeys.filter(({ inbox_id }) => inbox_id === null || inbox_id === inbox.id)
    const done = query('done')
    const words = { ...(q === undefined ? {} : { q }), ...(done === undefined ? {} : { done }) }
    return inboxPage(
      {
        inbox,
        mail: { ...mail, messages },
        deliveries,
        keys,
        users,
        bounds: parts.bounds,
        ...words,
        ...said,
      },
      visitor,
    )
  }

  scope.get(
    path,
    forVisitor(visitors, async (visit) => show(visit.reply, 200, await all(visit))),
  )
  scope.post(
    path,
    forForm(visitors, async (visit, form) => {
      const { slug = '', display_name = '', security_level = '' } = form
      const body = { slug, display_name, security_level }
      const made = await attemptOnce(parts, visit.visitor, 'create_inbox', { body }, form)
      if ('warning' in made) return show(visit.reply, made.status, await all(visit, made))
      return goTo(visit.reply, `${path}/${slug}?done=created`)
    }),
  )
  scope.get(
    `${path}/:slug`,
    forVisitor(visitors, async (visit) => show(visit.reply, 200, await one(visit))),
  )
  scope.post(
    `${path}/:slug`,
    forForm(visitors, async (visit, form) => {
      const slug = visit.path('slug')
      const params = { slug }
      const [endpoint, input] = changeOf(form)
      const done = await attempt<{ secret?: string } & Partial<WebhookTestResult>>(
        parts,
        visit.visitor,
        endpoint,
        {
          ...input,
          params: { ...params, ...input.params },
        },
      )
      if ('warning' in done) {
        const { warning, status } = done
        return show(visit.reply, status, await one(visit, { warning, form }))
      }
      // Shown in the answer alone: no address leads to it.
      const secret = done.value?.secret
      if (form.change === 'secret' && secret !== undefined)
        return show(visit.reply, 200, await one(visit, { secret }))
      if (form.change === 'tested')
        return show(visit.reply, 200, await one(visit, { tested: done.value as WebhookTestResult }))
      return goTo(visit.reply, `${path}/${slug}?done=${form.change}`)
    }),
  )
}

type Change =
  | ['update_inbox', { body: object; params?: object }]
  | ['rotate_webhook_secret' | 'drop_previous_webhook_secrets' | 'test_webhook', { params?: object }]
  | ['redeliver_webhook', { params: { delivery_id: string } }]

/** Which endpoint a form of the page calls, with what. @throws ServiceError `validation_error` for none of ours. */
function changeOf(form: Fields): Change {
  switch (form.change) {
    case 'paused':
      return ['update_inbox', { body: { status: 'paused' } }]
    case 'resumed':
      return ['update_inbox', { body: { status: 'active' } }]
    case 'webhook':
      return [
        'update_inbox',
        { body: { webhook_url: (form.webhook_url ?? '') === '' ? null : form.webhook_url } },
      ]
    case 'enabled':
      return ['update_inbox', { body: { webhook_enabled: true } }]
    case 'secret':
      return ['rotate_webhook_secret', {}]
    case 'present':
      return ['drop_previous_webhook_secrets', {}]
    case 'tested':
      return ['test_webhook', {}]
    case 'redelivered':
      return ['redeliver_webhook', { params: { delivery_id: form.delivery ?? '' } }]
    case 'settings':
      return [
        'update_inbox',
        { body: { display_name: form.display_name ?? '', security_level: form.security_level ?? '' } },
      ]
    default:
      throw new SaidError('validation_error', texts().errors.emptyForm)
  }
}
