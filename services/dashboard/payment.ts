/** The page of payment methods and automatic top-up, for owners: each through the door of the API. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Input } from '../../shared/api/door.ts'
import type { AutoTopup, orderPage, plans } from '../../shared/domain/billing.ts'
import { roleTooLittle } from '../../shared/domain/scopes.ts'
import { ask } from './ask.ts'
import type { Fields } from './form.ts'
import { goTo, show } from './frame.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import { type PaymentView, paymentPage, paymentPath } from './payment-page.ts'
import type { DashboardParts, Visitors } from './visitor.ts'
import { allPaymentMethods } from './whole-lists.ts'

type Change = 'create_payment_method' | 'update_payment_method' | 'delete_payment_method' | 'set_auto_topup'

/** Registers it. */
export function registerPayment(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const page = async ({ visitor, query }: Visit, said: Pick<PaymentView, 'warning' | 'form'> = {}) => {
    if (!visitor.principal.scopes.includes('billing:write')) throw roleTooLittle()
    const done = query('done')
    const [methods, topup, offer, { orders: waiting }] = await Promise.all([
      allPaymentMethods(parts, visitor),
      ask<AutoTopup>(parts, visitor, 'get_auto_topup', {}),
      ask<z.output<typeof plans>>(parts, visitor, 'list_plans', {}),
      ask<z.output<typeof orderPage>>(parts, visitor, 'list_orders', {
        query: { status: 'requires_action', limit: 10 },
      }),
    ])
    const view = { methods, topup, offer, waiting, ...said }
    return paymentPage({ ...view, ...(done === undefined ? {} : { done }) }, visitor)
  }
  scope.get(
    paymentPath,
    forVisitor(visitors, async (visit) => show(visit.reply, 200, await page(visit))),
  )
  scope.post(
    paymentPath,
    forForm(visitors, async (visit, form) => {
      const [endpoint, input] = changeOf(form)
      const made = await attempt(parts, visit.visitor, endpoint, input)
      if ('warning' in made) {
        const { warning, status } = made
        return show(visit.reply, status, await page(visit, { warning, form }))
      }
      return goTo(visit.reply, `${paymentPath}?done=${endpoint}`)
    }),
  )
}

/** What a person wrote, as a number; what is none is the endpoint's to refuse. */
const numberOf = (text = '') => (text === '' ? null : /^\d{1,9}$/.test(text) ? Number(text) : text)

function changeOf(form: Fields): [Change, Input] {
  if (form.remove !== undefined)
    return ['delete_payment_method', { params: { payment_method_id: form.remove } }]
  if (form.make_default !== undefined)
    return [
      'update_payment_method',
      { params: { payment_method_id: form.make_default }, body: { set_default: true } },
    ]
  if (form.token !== undefined) {
    const body = { token: form.token.trim(), set_default: form.set_default === 'yes' }
    return ['create_payment_method', { body }]
  }
  const body = {
    enabled: form.enabled === 'yes',
    threshold: numberOf(form.threshold),
    credits: numberOf(form.credits),
    payment_method_id: form.payment_method_id === '' ? null : form.payment_method_id,
  }
  return ['set_auto_topup', { body }]
}
