/** Subscriptions: beginning, changing and ending one, and the credits of each month that is paid. */
import { freePlan, type Plan } from '../../../config/plans.ts'
import {
  type PaidInvoice,
  type PaymentGateway,
  PaymentRefusedError,
  type SubscriptionState,
} from '../../billing/gateway.ts'
import type { Billing } from '../../billing/index.ts'
import { auditEntry } from '../../domain/audit.ts'
import type { Subscribe, Subscription } from '../../domain/billing.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { findCustomer, findMethod } from '../../store/billing-methods.ts'
import { insertPaidOrder } from '../../store/billing-orders.ts'
import {
  findCurrentSubscription,
  findSubscription,
  insertSubscription,
  type SubscriptionRow,
  setPlan,
  showSubscription,
  updateSubscription,
} from '../../store/billing-subscriptions.ts'
import { lockAccount } from '../../store/credit.ts'
import { asking, type BillingParts, gatewayFor, gatewayOf, invalid, methodFor } from './parts.ts'
import { grantCredits } from './settle.ts'

/**
 * Subscribes to a plan, or changes to it. Asked again, it goes on where it was: a tenant has one subscription.
 * @throws ServiceError `payment_failed`, `validation_error`, `forbidden`, `unavailable`.
 */
export async function subscribe(
  parts: BillingParts,
  principal: Principal,
  body: Subscribe,
): Promise<Subscription> {
  const plan = planNamed(parts.billing, body.plan)
  if (plan === undefined) {
    const known = parts.billing.prices.plans.map(({ id }) => id).join(', ')
    throw invalid(
      'body.plan',
      body.plan === freePlan ? 'is what remains when a subscription ends' : `must be one of: ${known}`,
    )
  }
  const gateway = gatewayFor(parts.billing, principal)
  const method = await methodFor(parts, gateway, principal.tenantId, body.payment_method_id)
  const methodId = method?.id ?? null
  const begin = () => beginRow(parts, principal, plan, gateway.name, methodId)
  const goOn = (row: SubscriptionRow) =>
    refusable(parts, gateway, row, () => advance(parts, gateway, row, plan, methodId))
  let begun = (await reusable(parts, principal, gateway.name, plan)) ?? (await begin())
  let state = await goOn(begun)
  if (state.status === 'ended' && begun.reference !== null) {
    const gone = begun
    // It has ended at its gateway, and we had not heard of it: another one begins.
    await parts.database.transaction((tx) => applyEnd(tx, gone))
    begun = await begin()
    state = await goOn(begun)
  }
  return concluded(parts, principal, { gateway, plan, methodId, begun, state })
}

/** Writes what became of a subscription that was asked for, and answers it. */
async function concluded(
  parts: BillingParts,
  principal: Principal,
  { gateway, plan, methodId, begun, state }: Asked,
): Promise<Subscription> {
  const changes = begun.plan !== plan.id
  const row = await parts.database.transaction(async (tx) => {
    // Where the account is gone, there is nothing to lock, nor to be put on record.
    if ((await lockAccount(tx, begun.accountId)) === undefined) return undefined
    // What goes on is paid with what it was begun with.
    await applyState(tx, parts.billing, begun, state, changes ? methodId : null)
    if (begun.reference === null || changes || begun.cancelAtPeriodEnd)
      await putOnRecord(tx, principal, begun.id, `Subscribed to the plan "${plan.id}".`)
    return findSubscription(tx, principal.tenantId, begun.id)
  })
  if (row === undefined) {
    // Nobody else would ever know of it, and somebody would pay for it.
    await asking(parts, () => gateway.endSubscription(state.reference))
    throw new ServiceError('unauthorized')
  }
  await endOrphan(parts, gateway, row, state)
  const secret = state.clientSecret
  return { ...showSubscription(row), ...(secret === null ? {} : { client_secret: secret }) }
}

interface Asked {
  gateway: PaymentGateway
  plan: Plan
  methodId: string | null
  begun: SubscriptionRow
  state: SubscriptionState
}

/**
 * Ends at its gateway what has ended here: somebody gave it up before the gateway was heard of it, and would pay for it
 * month by month. @throws ServiceError `unavailable`.
 */
export async function endOrphan(
  parts: BillingParts,
  gateway: PaymentGateway,
  row: SubscriptionRow,
  state: SubscriptionState,
): Promise<void> {
  if (row.status === 'ended' && state.status !== 'ended')
    await asking(parts, () => gateway.endSubscription(state.reference))
}

/** The subscription that there is, where it can go on: one of another gateway, or never paid for, ends. */
async function reusable(
  parts: BillingParts,
  { tenantId }: Principal,
  gateway: string,
  plan: Plan,
): Promise<SubscriptionRow | undefined> {
  const current = await findCurrentSubscription(parts.database, tenantId)
  if (current === undefined) return undefined
  const unpaid = current.status === 'incomplete' && current.plan !== plan.id
  if (current.gateway === gateway && !unpaid) return current
  await endNow(parts, current)
  return undefined
}

async function beginRow(
  { database }: BillingParts,
  { tenantId, mode }: Principal,
  plan: Plan,
  gateway: string,
  paymentMethodId: string | null,
): Promise<SubscriptionRow> {
  const id = newId('subscription')
  const begun = { tenantId, id, plan: plan.id, gateway, simulated: mode === 'sandbox', paymentMethodId }
  await database.transaction((tx) => insertSubscription(tx, begun))
  // Of two at once, one is stored, and both go on with that.
  return (await findCurrentSubscription(database, tenantId))!
}

/**
 * Brings the subscription at the gateway to the plan that is asked for. One that the gateway may have already, though it
 * was not heard of, is asked for with the same values again.
 */
async function advance(
  parts: BillingParts,
  gateway: PaymentGateway,
  row: SubscriptionRow,
  plan: Plan,
  methodId: string | null,
): Promise<SubscriptionState> {
  const { tenantId, id } = row
  const payingId = row.reference === null ? row.paymentMethodId : methodId
  const payer = {
    customer: (await findCustomer(parts.database, tenantId, gateway.name)) ?? null,
    method: (await findMethod(parts.database, tenantId, gateway.name, payingId))?.reference ?? null,
  }
  const order = (of: Plan) => ({
    subscriptionId: id,
    tenantId,
    plan: of,
    currency: parts.billing.prices.currency,
    ...payer,
  })
  let { reference } = row
  if (reference === null) {
    const first = planNamed(parts.billing, row.plan) ?? plan
    const state = await gateway.subscribe(order(first))
    if (first.id === plan.id) return state
    reference = state.reference
  }
  if (row.plan !== plan.id) return gateway.changePlan(reference, order(plan))
  return row.cancelAtPeriodEnd ? gateway.setCancel(reference, false) : gateway.findSubscription(reference)
}

/** A refused first payment ends the subscription; a refused change leaves it as it was, unless it has ended by itself. */
async function refusable(
  parts: BillingParts,
  gateway: PaymentGateway,
  row: SubscriptionRow,
  call: () => Promise<SubscriptionState>,
): Promise<SubscriptionState> {
  try {
    return await asking(parts, call)
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    const { reference } = row
    if (reference === null)
      await parts.database.transaction((tx) => updateSubscription(tx, row, { ...ended, reference: null }))
    else {
      const now = await asking(parts, () => gateway.findSubscription(reference))
      if (now.status === 'ended') return now
    }
    // What a gateway says of a bad request names its own things, which are no business of the customer's.
    const why = error.invalid ? 'the payment gateway refused it.' : error.failure.message
    throw new ServiceError('payment_failed', `The payment failed: ${why}`)
  }
}

const ended = { status: 'ended', plan: null, periodEnd: null, cancelAtPeriodEnd: false } as const

/** Ends a subscription with its period; false where there is none. */
export async function cancelSubscription(parts: BillingParts, principal: Principal): Promise<boolean> {
  const { database, billing } = parts
  const current = await findCurrentSubscription(database, principal.tenantId)
  if (current === undefined) return false
  // Before its first payment there is no period to wait for.
  if (current.status === 'incomplete') await endNow(parts, current)
  else {
    const reference = current.reference ?? ''
    const state = await asking(parts, async () => {
      const gateway = gatewayOf(billing, current.gateway)
      // What is refused has ended by itself, and we had not heard of it.
      return gateway.setCancel(reference, true).catch((error: unknown) => {
        if (!(error instanceof PaymentRefusedError)) throw error
        return gateway.findSubscription(reference)
      })
    })
    await database.transaction((tx) => applyState(tx, billing, current, state, null))
  }
  await database.transaction((tx) =>
    putOnRecord(tx, principal, current.id, 'The subscription was cancelled.'),
  )
  return true
}

async function endNow(parts: BillingParts, row: SubscriptionRow): Promise<void> {
  const { reference, gateway } = row
  if (reference !== null)
    await asking(parts, () => gatewayOf(parts.billing, gateway).endSubscription(reference))
  await parts.database.transaction((tx) => applyEnd(tx, row))
}

/**
 * Writes what the gateway says of a subscription: its row, the plan that the account shows, and the credits of its
 * newest invoice, should that be paid and nobody have granted them.
 */
export async function applyState(
  tx: Sql,
  billing: Billing,
  row: SubscriptionRow,
  state: SubscriptionState,
  paymentMethodId: string | null,
): Promise<void> {
  await lockAccount(tx, row.accountId)
  if (state.status === 'ended') return applyEnd(tx, row)
  const { status, plan, reference, periodEnd, anchorDay, cancelAtPeriodEnd } = state
  const change = { status, plan, reference, periodEnd, anchorDay, cancelAtPeriodEnd, paymentMethodId }
  if (!(await updateSubscription(tx, row, change))) return
  if (status === 'active' && !row.simulated) await setPlan(tx, row.accountId, plan ?? row.plan)
  if (state.paid !== null) await grantPeriod(tx, billing, row, state.paid)
}

async function applyEnd(tx: Sql, row: SubscriptionRow): Promise<void> {
  await lockAccount(tx, row.accountId)
  const isEnded = await updateSubscription(tx, row, { ...ended, reference: null })
  if (isEnded && !row.simulated) await setPlan(tx, row.accountId, freePlan)
}

/** Grants the credits of a period that was paid for, once for each invoice. The account is locked by the caller. */
export async function grantPeriod(
  tx: Sql,
  billing: Billing,
  row: SubscriptionRow,
  { reference, plan: planId, amount, currency }: PaidInvoice,
): Promise<void> {
  const plan = planNamed(billing, planId)
  if (plan === undefined) return
  const { tenantId, accountId, gateway, simulated, paymentMethodId } = row
  const order = {
    tenantId,
    id: newId('order'),
    kind: 'subscription',
    gateway,
    simulated,
    credits: plan.credits,
    amount,
    currency,
    paymentMethodId,
    reference,
  } as const
  if (!(await insertPaidOrder(tx, order))) return
  await grantCredits(tx, { ...order, accountId })
  await insertAuditEntries(tx, [
    auditEntry(tenantId, null, 'billing', 'low', `A month of the plan "${plan.id}" was paid for.`, {
      order_id: order.id,
      subscription_id: row.id,
      credits: plan.credits,
      amount,
      currency,
      gateway,
    }),
  ])
}

const planNamed = ({ prices }: Billing, id: string): Plan | undefined =>
  prices.plans.find((plan) => plan.id === id)

function putOnRecord(tx: Sql, principal: Principal, id: string, text: string): Promise<void> {
  const { tenantId, userId, keyId } = principal
  return insertAuditEntries(tx, [
    auditEntry(tenantId, null, 'billing', 'medium', text, {
      subscription_id: id,
      user_id: userId,
      key_id: keyId,
    }),
  ])
}
