/** Buying credits: an order, its payment, and the credits once it is paid. */
import { priceOf } from '../../../config/plans.ts'
import { GatewayUnavailableError, type PaymentOutcome } from '../../billing/gateway.ts'
import { auditEntry } from '../../domain/audit.ts'
import type { Purchase, PurchasedOrder } from '../../domain/billing.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import {
  findOrder,
  findOrderOfRequest,
  insertOrder,
  type OrderRow,
  putOffOrder,
  showOrder,
} from '../../store/billing-orders.ts'
import { findBalance } from '../../store/credit.ts'
import { type BillingParts, gatewayFor, gatewayOf, invalid, methodFor } from './parts.ts'
import { secondsUntilNext, settleOrder } from './settle.ts'

/**
 * Orders credits and pays for them. Asked again with the same request id, it goes on with the same order.
 * While the outcome isn't known, the order is `processing`, and looked after by a worker.
 * @throws ServiceError `payment_failed`, `validation_error`, `forbidden`.
 */
export async function purchase(
  parts: BillingParts,
  principal: Principal,
  body: Purchase,
  requestId: string | null,
): Promise<PurchasedOrder> {
  const { database } = parts
  const { tenantId, accountId } = principal
  const before = requestId === null ? undefined : await findOrderOfRequest(database, tenantId, requestId)
  const order = before ?? (await placeOrder(parts, principal, body, requestId))
  const outcome = await payOrder(parts, order, false)
  const settled = (await findOrder(database, tenantId, order.id)) ?? order
  if (settled.status === 'failed')
    throw new ServiceError('payment_failed', `The payment failed: ${settled.failureMessage ?? 'refused'}`)
  const secret = outcome?.status === 'requires_action' ? outcome.clientSecret : null
  const { balance = 0 } = (await findBalance(database, accountId)) ?? {}
  return { ...showOrder(settled), ...(secret === null ? {} : { client_secret: secret }), balance }
}

async function placeOrder(
  parts: BillingParts,
  principal: Principal,
  { credits, payment_method_id }: Purchase,
  requestId: string | null,
): Promise<OrderRow> {
  const { database, billing } = parts
  const { tenantId, mode, userId, keyId } = principal
  const { min, max } = billing.prices.credits
  if (credits < min || credits > max) throw invalid('body.credits', `must be from ${min} to ${max}`)
  const gateway = gatewayFor(billing, principal)
  const method = await methodFor(parts, gateway, tenantId, payment_method_id)
  const id = newId('order')
  const sum = { credits, amount: priceOf(billing.prices, credits), currency: billing.prices.currency }
  await database.transaction(async (tx) => {
    await insertOrder(tx, {
      tenantId,
      id,
      kind: 'purchase',
      gateway: gateway.name,
      simulated: mode === 'sandbox',
      ...sum,
      paymentMethodId: method?.id ?? null,
      requestId,
      dueSeconds: limits.paymentSeconds,
    })
    // Who it was; what became of it is put on record by whoever learns of that.
    const by = { user_id: userId, key_id: keyId }
    const facts = { order_id: id, ...sum, gateway: gateway.name, ...by }
    await insertAuditEntries(tx, [
      auditEntry(tenantId, null, 'billing', 'low', `${credits} credits were ordered.`, facts),
    ])
  })
  return (await findOrder(database, tenantId, id))!
}

/**
 * Asks the gateway to pay an order, or what became of it, and writes the outcome; null where it isn't known, and for an
 * order that has ended. Safe to repeat, and to run twice at once: the gateway knows the order by its id.
 */
export async function payOrder(
  { database, billing, log }: BillingParts,
  order: OrderRow,
  offSession: boolean,
): Promise<PaymentOutcome | null> {
  if (order.status !== 'processing' && order.status !== 'requires_action') return null
  let outcome: PaymentOutcome
  try {
    outcome = await gatewayOf(billing, order.gateway).pay({
      orderId: order.id,
      tenantId: order.tenantId,
      amount: order.amount,
      currency: order.currency,
      description: `${order.credits} credits`,
      customer: order.customer,
      method: order.method,
      offSession,
      reference: order.reference,
    })
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error
    log.warn({ reason: error.message, order_id: order.id }, 'the outcome of a payment is not known yet')
    await database.transaction((tx) => putOffOrder(tx, order, secondsUntilNext(order.attempts), null))
    return null
  }
  // Without the customer there is nobody who could confirm.
  const final: PaymentOutcome =
    offSession && outcome.status === 'requires_action'
      ? {
          status: 'failed',
          reference: outcome.reference,
          failure: { code: 'authentication_required', message: 'The customer has to confirm the payment.' },
        }
      : outcome
  await database.transaction((tx) => settleOrder(tx, order, final))
  return final
}
