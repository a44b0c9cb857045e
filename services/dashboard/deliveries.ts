/** The page of an inbox's webhook deliveries: what became of each, and delivering one again. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type deliveryPage, deliveryStatuses, type WebhookReplayed } from '../../shared/domain/webhook.ts'
import { ask } from './ask.ts'
import { type DeliveriesView, deliveriesPage } from './deliveries-page.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

const path = '/dashboard/inboxes/:slug/deliveries'
/** Rows of a page. */
const rows = 25

/** Registers it. */
export function registerDeliveries(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const page = async (
    { visitor, path: given, query }: Visit,
    said: Pick<DeliveriesView, 'warning' | 'replayed' | 'form'> = {},
  ) => {
    const slug = given('slug')
    const [cursor, done] = [query('cursor'), query('done')]
    const status = deliveryStatuses.find((one) => one === query('status'))
    const found = await ask<z.output<typeof deliveryPage>>(parts, visitor, 'list_webhook_deliveries', {
      params: { slug },
      query: {
        limit: rows,
        ...(status === undefined ? {} : { status }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    })
    return deliveriesPage(
      {
        slug,
        found,
        ...(status === undefined ? {} : { status }),
        ...(done === undefined ? {} : { done }),
        ...said,
      },
      visitor,
    )
  }
  scope.get(
    path,
    forVisitor(visitors, async (visit) => show(visit.reply, 200, await page(visit))),
  )
  scope.post(
    path,
    forForm(visitors, async (visit, form) => {
      const slug = visit.path('slug')
      if (form.change === 'replayed') {
        const made = await attempt<WebhookReplayed>(parts, visit.visitor, 'replay_webhook', {
          params: { slug },
          body: replayOf(form),
        })
        if ('warning' in made) {
          const { warning, status } = made
          return show(visit.reply, status, await page(visit, { warning, form }))
        }
        return show(visit.reply, 200, await page(visit, { replayed: made.value, form }))
      }
      const params = { slug, delivery_id: form.delivery ?? '' }
      const made = await attempt(parts, visit.visitor, 'redeliver_webhook', { params })
      if ('warning' in made)
        return show(visit.reply, made.status, await page(visit, { warning: made.warning }))
      return goTo(visit.reply, `/dashboard/inboxes/${slug}/deliveries?done=redelivered`)
    }),
  )
}

/** A time as the endpoint takes it: a day begins at midnight, UTC. */
const replayOf = ({ since = '', status = '', after }: Fields): object => ({
  since: /^\d{4}-\d\d-\d\d$/.test(since) ? `${since}T00:00:00Z` : since,
  status,
  ...(after === undefined ? {} : { after }),
})
