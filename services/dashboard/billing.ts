/** The page of credits: what is left, what used it, and what was bought; buying more. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { orderPage, plans, subscription } from '../../shared/domain/billing.ts'
import type { creditBalance, creditEntryPage } from '../../shared/domain/credit.ts'
import { ask } from './ask.ts'
import { type BillingView, billingPage } from './billing-page.ts'
import { goTo, show } from './frame.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

const path = '/dashboard/billing'
/** Rows of each list. */
const [rows, orderRows] = [50, 10]

/** Registers it. */
export function registerBilling(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const page = async ({ visitor, query }: Visit, said: Pick<BillingView, 'warning' | 'form'> = {}) => {
    const [cursor, done] = [query('cursor'), query('done')]
    const [balance, history, orders, offer, current] = await Promise.all([
      ask<z.output<typeof creditBalance>>(parts, visitor, 'get_credits', {}),
      ask<z.output<typeof creditEntryPage>>(parts, visitor, 'list_credit_history', {
        query: { limit: rows, ...(cursor === undefined ? {} : { cursor }) },
      }),
      ask<z.output<typeof orderPage>>(parts, visitor, 'list_orders', { query: { limit: orderRows } }),
      ask<z.output<typeof plans>>(parts, visitor, 'list_plans', {}),
      attempt<z.output<typeof subscription>>(parts, visitor, 'get_subscription', {}),
    ])
    const view = { balance, history, orders: orders.orders, offer, ...said }
    return billingPage(
      {
        ...view,
        subscription: 'value' in current ? current.value : null,
        ...(done === undefined ? {} : { done }),
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
      const credits = /^\d{1,9}$/.test(form.credits ?? '') ? Number(form.credits) : form.credits
      const made = await attempt(parts, visit.visitor, 'purchase_credits', { body: { credits } })
      if ('warning' in made) {
        const { warning, status } = made
        return show(visit.reply, status, await page(visit, { warning, form }))
      }
      return goTo(visit.reply, `${path}?done=bought`)
    }),
  )
}
