/** The page of an inbox's webhook deliveries: what became of each, and delivering one again. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type deliveryPage, deliveryStatuses } from '../../shared/domain/webhook.ts'
import { ask } from './ask.ts'
import { deliveriesPage } from './deliveries-page.ts'
import { goTo, show } from './frame.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

const path = '/dashboard/inboxes/:slug/deliveries'
/** Rows of a page. */
const rows = 25

/** Registers it. */
export function registerDeliveries(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const page = async ({ visitor, path: given, query }: Visit, warning?: string) => {
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
        ...(warning === undefined ? {} : { warning }),
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
      const params = { slug, delivery_id: form.delivery ?? '' }
      const made = await attempt(parts, visit.visitor, 'redeliver_webhook', { params })
      if ('warning' in made) return show(visit.reply, made.status, await page(visit, made.warning))
      return goTo(visit.reply, `/dashboard/inboxes/${slug}/deliveries?done=redelivered`)
    }),
  )
}
