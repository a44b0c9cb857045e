/** What becomes of an order: paid and its credits granted, refused, or not known yet. */
import type { Failure, PaymentOutcome } from '../../billing/gateway.ts'
import { auditEntry } from '../../domain/audit.ts'
import { newId } from '../../domain/ids.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { moveOrder, type OrderRow, putOffOrder, setRefund } from '../../store/billing-orders.ts'
import { armTopup, beginTopup, calmTopup, endTopup, failTopup } from '../../store/billing-topups.ts'
import { grant, lockAccount, refundReason, takeBack } from '../../store/credit.ts'

/** Hours after which an auto top-up that failed is tried again; after so many failures it is switched off. */
const topupRetryHours = [1, 24]
/** Seconds until a payment that is not through yet is asked for again: the first times, and later ones. */
const pollSeconds = { first: 10, longest: 3_600 }

/**
 * Writes the outcome of a payment, with all that follows from it, in one transaction. An outcome that is known already,
 * or came too late, changes nothing: credits are granted once.
 */
export async function settleOrder(tx: Sql, order: OrderRow, outcome: PaymentOutcome): Promise<void> {
  await lockAccount(tx, order.accountId)
  if (outcome.status === 'paid') return settlePaid(tx, order, outcome.reference)
  if (outcome.status === 'failed') return settleFailed(tx, order, outcome.reference, outcome.failure)
  if (outcome.status === 'processing')
    return putOffOrder(tx, order, secondsUntilNext(order.attempts), outcome.reference)
  await moveOrder(tx, order, ['processing'], { ...outcome, failure: null })
}

/** Seconds until the outcome of an order is asked for again, after so many times: longer each time. */
export const secondsUntilNext = (attempts: number): number =>
  Math.min(pollSeconds.longest, pollSeconds.first * 2 ** Math.min(attempts, 20))

async function settlePaid(tx: Sql, order: OrderRow, reference: string | null): Promise<void> {
  // Also of an order that had failed: whoever was asked later knows better.
  const paid = await moveOrder(tx, order, ['processing', 'requires_action', 'failed'], {
    status: 'paid',
    reference,
    failure: null,
  })
  if (!paid) return
  await grantCredits(tx, order)
  if (order.kind === 'auto_topup' && (await endTopup(tx, order.tenantId, order.id)))
    await armTopup(tx, order.tenantId, order.accountId)
  await putOnRecord(tx, order, 'low', `${order.credits} credits were paid for.`)
}

/** Grants what was paid for; what is simulated grants nothing. The account is locked by the caller. */
export async function grantCredits(tx: Sql, order: OrderCredits): Promise<void> {
  if (order.simulated) return
  await grant(tx, {
    accountId: order.accountId,
    entryId: newId('creditEntry'),
    amount: order.credits,
    reason: order.kind,
    reference: order.id,
  })
  // One that failed is not tried again for an account that has enough by now.
  await calmTopup(tx, order.accountId)
}

type OrderCredits = Pick<OrderRow, 'simulated' | 'accountId' | 'credits' | 'kind' | 'id'>

async function settleFailed(
  tx: Sql,
  order: OrderRow,
  reference: string | null,
  failure: Failure,
): Promise<void> {
  const failed = await moveOrder(tx, order, ['processing', 'requires_action'], {
    status: 'failed',
    reference,
    failure,
  })
  if (!failed) return
  if (order.kind === 'auto_topup') return topupFailed(tx, order.tenantId, order.id, failure)
  await putOnRecord(tx, order, 'medium', `A payment for ${order.credits} credits failed.`, {
    failure: failure.code,
  })
}

/**
 * Puts an auto top-up off after a failure, for the hours of `retryHours`, or switches it off after too many, unless somebody
 * has; on record either way.
 */
export async function topupFailed(
  tx: Sql,
  tenantId: string,
  orderId: string | null,
  failure: Failure,
  retryHours: readonly number[] = topupRetryHours,
): Promise<void> {
  const state = await failTopup(tx, tenantId, orderId, failure, retryHours)
  if (state === undefined) return
  const text = state.enabled
    ? 'An auto top-up failed; it is tried again.'
    : state.was
      ? 'An auto top-up failed, and was switched off.'
      : 'An auto top-up failed; it had been switched off meanwhile.'
  await insertAuditEntries(tx, [
    auditEntry(tenantId, null, 'billing', state.was && !state.enabled ? 'high' : 'medium', text, {
      order_id: orderId,
      failure: failure.code,
      failures: state.failures,
      enabled: state.enabled,
    }),
  ])
}

/**
 * Takes credits back in proportion to what was refunded until now, as far as the account has any: a balance is never
 * below 0.
 */
export async function settleRefund(tx: Sql, order: OrderRow, refunded: number): Promise<void> {
  await lockAccount(tx, order.accountId)
  if (refunded <= order.refundedAmount) return
  const part = Math.min(1, refunded / Math.max(1, order.amount))
  const due = Math.floor(order.credits * part)
  const status = refunded >= order.amount ? 'refunded' : order.status
  await setRefund(tx, order, { status, refundedAmount: refunded, revokedCredits: due })
  const amount = due - order.revokedCredits
  const taken =
    amount <= 0 || order.simulated
      ? 0
      : await takeBack(tx, {
          accountId: order.accountId,
          entryId: newId('creditEntry'),
          amount,
          reason: refundReason,
          reference: order.id,
        })
  if (taken > 0) await beginTopup(tx, order.accountId)
  await putOnRecord(tx, order, 'medium', 'A payment was refunded.', { refunded, credits_taken_back: taken })
}

function putOnRecord(
  tx: Sql,
  { tenantId, id, kind, credits, amount, currency, gateway }: OrderRow,
  severity: 'medium' | 'low',
  text: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  return insertAuditEntries(tx, [
    auditEntry(tenantId, null, 'billing', severity, text, {
      order_id: id,
      kind,
      credits,
      amount,
      currency,
      gateway,
      ...more,
    }),
  ])
}
