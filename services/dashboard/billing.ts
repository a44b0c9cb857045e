/** The page of credits: what is left, what used it, and what was bought; buying more. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Input } from '../../shared/api/door.ts'
import type { orderPage, plans, subscription } from '../../shared/domain/billing.ts'
import type { creditBalance, creditEntryPage } from '../../shared/domain/credit.ts'
import { ask } from './ask.ts'
import { type BillingView, billingPage } from './billing-page.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { attemptOnce } from './once.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import { paymentPath } from './payment-page.ts'
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
    const { takesMoney } = parts
    const view = { balance, history, orders: orders.orders, offer, takesMoney, ...said }
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
      const [endpoint, input] = changeOf(form)
      const { visitor } = visit
      const made = await attemptOnce<{ status: string } | undefined>(parts, visitor, endpoint, input, form)
      if ('warning' in made) return show(visit.reply, made.status, await page(visit, made))
      const status = made.value?.status
      if (status === 'requires_action' || status === 'incomplete')
        return goTo(visit.reply, `${paymentPath}?done=confirm`)
      return goTo(visit.reply, `${path}?done=${endpoint === 'purchase_credits' ? 'bought' : endpoint}`)
    }),
  )
}

/** Which endpoint a form of the page calls, with what. */
function changeOf({
  change,
  plan = '',
  credits = '',
}: Fields): ['subscribe' | 'cancel_subscription' | 'purchase_credits', Input] {
  switch (change) {
    case 'subscribe':
      return ['subscribe', { body: { plan } }]
    case 'cancel':
      return ['cancel_subscription', {}]
    default: {
      const body = { credits: /^\d{1,9}$/.test(credits) ? Number(credits) : credits }
      return ['purchase_credits', { body }]
    }
  }
}
