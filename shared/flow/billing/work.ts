/** The worker of billing: pays what is due, asks for outcomes that are not known, renews what no gateway renews. */
import { freePlan } from '../../../config/plans.ts'
import { unrenewedGateways } from '../../billing/index.ts'
import { nextMonth } from '../../billing/next-month.ts'
import { auditEntry } from '../../domain/audit.ts'
import { limits } from '../../domain/limits.ts'
import { repeat } from '../../lib/repeat.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { claimDueOrders, forgetGatewayEvents, type OrderRow } from '../../store/billing-orders.ts'
import {
  findEndedPeriods,
  findSubscription,
  type SubscriptionRow,
  setPlan,
  updateSubscription,
} from '../../store/billing-subscriptions.ts'
import { lockAccount } from '../../store/credit.ts'
import { oneByOne } from '../one-by-one.ts'
import { beginMissedTopups, orderDueTopups } from './auto-topup.ts'
import type { BillingParts } from './parts.ts'
import { payOrder } from './purchase.ts'
import { settleOrder } from './settle.ts'
import { grantPeriod } from './subscription.ts'

/** Milliseconds between two rounds that pay what is due, and two that look for what is rare. */
const every = { payments: 1_000, rest: 15_000 }
/** Orders that one round pays at most. */
const orders = 10
/** Gateways repeat an event for three days. */
const eventDays = 30

/** Works until it is stopped; answers how to stop it, which waits for payments under way. */
export function workBilling(parts: BillingParts): () => Promise<void> {
  const stops = [
    repeat({ name: 'payments', everyMs: every.payments, work: () => payWhatIsDue(parts) }, parts.log),
    repeat({ name: 'billing', everyMs: every.rest, work: () => lookAfter(parts) }, parts.log),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/**
 * Makes the orders of top-ups that are due, and pays orders whose outcome is not known.
 * @throws what failed of top-ups, once everything else is done.
 */
export async function payWhatIsDue(parts: BillingParts): Promise<void> {
  await oneByOne([orderDueTopups, payOrders], (step) => step(parts))
}

async function payOrders(parts: BillingParts): Promise<void> {
  const due = await claimDueOrders(parts.database, limits.paymentSeconds, orders)
  const paid = await Promise.allSettled(due.map((order) => pay(parts, order)))
  for (const [index, outcome] of paid.entries())
    if (outcome.status === 'rejected')
      parts.log.error({ err: outcome.reason, order_id: due[index]?.id }, 'an order could not be paid')
}

async function pay(parts: BillingParts, order: OrderRow): Promise<void> {
  const age = Date.now() - Date.parse(order.createdAt)
  // The gateway forgets by then that it was asked before: another question would be another payment.
  if (order.reference === null && age > limits.paymentHours * 3_600_000)
    return parts.database.transaction((tx) =>
      settleOrder(tx, order, {
        status: 'failed',
        reference: null,
        failure: { code: 'unresolved', message: 'The payment gateway gave no answer.' },
      }),
    )
  await payOrder(parts, order, order.kind === 'auto_topup')
}

/** Begins top-ups that were missed, renews subscriptions, forgets old events. @throws what failed, once all others are done. */
export async function lookAfter(parts: BillingParts): Promise<void> {
  const { database } = parts
  const steps = [beginMissedTopups, renewAll, () => forgetGatewayEvents(database, eventDays)]
  await oneByOne(steps, (step) => step(parts))
}

async function renewAll(parts: BillingParts): Promise<void> {
  const { database, billing } = parts
  const ended = await findEndedPeriods(database, unrenewedGateways(billing))
  await oneByOne(ended, (row) => database.transaction((tx) => renew(tx, parts, row)))
}

/** Begins the next month of a subscription, or ends it. Two at once grant its credits once. */
async function renew(tx: Sql, { billing }: BillingParts, found: SubscriptionRow): Promise<void> {
  await lockAccount(tx, found.accountId)
  const row = await findSubscription(tx, found.tenantId, found.id)
  // Renewed, changed or cancelled by someone who held the account meanwhile: the next round looks at it anew.
  if (row === undefined || !isSame(row, found)) return
  const plan = billing.prices.plans.find(({ id }) => id === row.plan)
  const base = { plan: null, reference: null, periodEnd: null, cancelAtPeriodEnd: false }
  // Of a gateway that gave its place to another nobody pays for a further month.
  const inUse = [billing.gateway, billing.sandbox].some(({ name }) => name === row.gateway)
  const why = row.cancelAtPeriodEnd
    ? 'cancelled'
    : plan === undefined
      ? 'plan_not_offered'
      : inUse
        ? null
        : 'gateway_not_in_use'
  if (why !== null || plan === undefined || row.periodEnd === null) {
    await updateSubscription(tx, row, { ...base, status: 'ended' })
    if (!row.simulated) await setPlan(tx, row.accountId, freePlan)
    const { id: subscription_id, gateway, plan: former } = row
    await insertAuditEntries(tx, [
      auditEntry(row.tenantId, null, 'billing', 'medium', 'The subscription ended with its month.', {
        subscription_id,
        plan: former,
        gateway,
        why,
      }),
    ])
    return
  }
  await updateSubscription(tx, row, {
    ...base,
    status: 'active',
    periodEnd: nextMonth(new Date(row.periodEnd), row.anchorDay ?? undefined),
  })
  const reference = `${row.id}:${plan.id}:${row.periodEnd.slice(0, 10)}`
  const { currency } = billing.prices
  await grantPeriod(tx, billing, row, { reference, plan: plan.id, amount: plan.amount, currency })
}

const isSame = (row: SubscriptionRow, found: SubscriptionRow): boolean =>
  row.status === found.status &&
  row.plan === found.plan &&
  row.periodEnd === found.periodEnd &&
  row.cancelAtPeriodEnd === found.cancelAtPeriodEnd
