/** What a payment gateway tells on its own: each event takes effect once, however often it comes. */
import type { GatewayEvent, OwnSubscription, PaidInvoice, PaymentGateway } from '../../billing/gateway.ts'
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import {
  findOrder,
  findOrderByReference,
  noteGatewayEvent,
  type OrderRow,
} from '../../store/billing-orders.ts'
import { findSubscription, type SubscriptionRow } from '../../store/billing-subscriptions.ts'
import { lockAccount } from '../../store/credit.ts'
import { asking, type BillingParts } from './parts.ts'
import { settleOrder, settleRefund } from './settle.ts'
import { applyState, endOrphan, grantPeriod } from './subscription.ts'

/**
 * Takes an event in, once its signature is verified over the very bytes that came.
 * @throws ServiceError `unauthorized` for a signature that isn't the gateway's, `not_found` where the gateway sends none.
 */
export async function receiveEvent(
  parts: BillingParts,
  gatewayName: string,
  body: Uint8Array,
  signature: string,
): Promise<void> {
  const { gateway } = parts.billing
  if (gateway.name !== gatewayName || gateway.readEvent === undefined) throw new ServiceError('not_found')
  const event = gateway.readEvent(body, signature)
  if (event === undefined) throw new ServiceError('unauthorized', 'The signature is not valid.')
  const effect = await effectOf(parts, gateway, event)
  if (effect === undefined) return
  await parts.database.transaction(async (tx) => {
    await lockAccount(tx, effect.accountId)
    if (await noteGatewayEvent(tx, gateway.name, event.id)) await effect.apply(tx)
  })
}

interface Effect {
  accountId: string
  /** Runs with the account locked. */
  apply(tx: Sql): Promise<void>
}

/** The effect of an event, with what is needed of the gateway for it; undefined where it has none. */
async function effectOf(
  parts: BillingParts,
  gateway: PaymentGateway,
  event: GatewayEvent,
): Promise<Effect | undefined> {
  if (event.kind === 'other') return undefined
  if (event.kind === 'payment') {
    const order = await orderOf(parts, gateway, event.reference, event.order)
    if (order === undefined) return undefined
    if (
      event.outcome.status === 'paid' &&
      (event.amount < order.amount || event.currency !== order.currency)
    ) {
      parts.log.error({ order_id: order.id }, 'a payment is not of the amount of its order: it is left alone')
      return undefined
    }
    return { accountId: order.accountId, apply: (tx) => settleOrder(tx, order, event.outcome) }
  }
  if (event.kind === 'refund') return effectOfRefund(parts, gateway, event)
  const row = await subscriptionOf(parts, event.subscription)
  if (row === undefined || row.gateway !== gateway.name) return undefined
  if (event.kind === 'invoice')
    return {
      accountId: row.accountId,
      apply: (tx) =>
        parts.billing.prices.plans.some(({ id }) => id === event.invoice.plan)
          ? grantPeriod(tx, parts.billing, row, event.invoice)
          : recordUnoffered(tx, row, event.invoice),
    }
  // Events come in any order: what counts is what the gateway says now.
  const state = await asking(parts, () => gateway.findSubscription(event.reference))
  await endOrphan(parts, gateway, row, state)
  return { accountId: row.accountId, apply: (tx) => applyState(tx, parts.billing, row, state, null) }
}

/** Somebody pays for what nobody gives them: whoever runs the service ends it, or offers the plan again. */
function recordUnoffered(
  tx: Sql,
  { tenantId, id, gateway }: SubscriptionRow,
  { plan, amount, currency, reference }: PaidInvoice,
): Promise<void> {
  const what = 'A month was paid of a plan that is not offered any more; no credits were granted.'
  const facts = { subscription_id: id, plan, amount, currency, gateway, invoice: reference }
  return insertAuditEntries(tx, [auditEntry(tenantId, null, 'billing', 'high', what, facts)])
}

/** A refund of an order's payment, or of the invoice of a period: that is known by the invoice, not by its payment. */
async function effectOfRefund(
  parts: BillingParts,
  gateway: PaymentGateway,
  { reference, refunded }: Extract<GatewayEvent, { kind: 'refund' }>,
): Promise<Effect | undefined> {
  const order = await orderOf(parts, gateway, reference, null)
  if (order !== undefined)
    return {
      accountId: order.accountId,
      async apply(tx) {
        // What is refunded was paid, though we may hear of it in another order.
        await settleOrder(tx, order, { status: 'paid', reference })
        const now = await findOrder(tx, order.tenantId, order.id)
        if (now !== undefined) await settleRefund(tx, now, refunded)
      },
    }
  const paid = await asking(parts, async () => (await gateway.findPaidInvoice?.(reference)) ?? null)
  const row = await subscriptionOf(parts, paid?.subscription ?? null)
  if (paid === null || row === undefined || row.gateway !== gateway.name) {
    parts.log.warn(
      { gateway: gateway.name, reference, refunded },
      'a refund is of no order: it is left alone',
    )
    return undefined
  }
  return {
    accountId: row.accountId,
    async apply(tx) {
      await grantPeriod(tx, parts.billing, row, paid.invoice)
      const now = await findOrderByReference(tx, gateway.name, paid.invoice.reference)
      if (now?.tenantId === row.tenantId) await settleRefund(tx, now, refunded)
      else
        parts.log.warn(
          { gateway: gateway.name, reference, refunded },
          'a refund is of a plan that there is not: it is left alone',
        )
    },
  }
}

async function orderOf(
  { database }: BillingParts,
  gateway: PaymentGateway,
  reference: string,
  own: { tenantId: string; id: string } | null,
): Promise<OrderRow | undefined> {
  const order =
    (own === null ? undefined : await findOrder(database, own.tenantId, own.id)) ??
    (await findOrderByReference(database, gateway.name, reference))
  return order?.gateway === gateway.name ? order : undefined
}

async function subscriptionOf(
  { database }: BillingParts,
  own: OwnSubscription | null,
): Promise<SubscriptionRow | undefined> {
  return own === null ? undefined : findSubscription(database, own.tenantId, own.id)
}
