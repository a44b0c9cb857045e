/** Auto top-up: its settings, and the order that is made once the balance falls below the threshold. */
import { priceOf } from '../../../config/plans.ts'
import { auditEntry } from '../../domain/audit.ts'
import type { AutoTopup, AutoTopupSettings } from '../../domain/billing.ts'
import { newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { findMethod } from '../../store/billing-methods.ts'
import { insertOrder } from '../../store/billing-orders.ts'
import {
  armTopup,
  beginTopup,
  findLowAccounts,
  findTopup,
  lockDueTopups,
  saveTopup,
  setTopupOrder,
  type TopupRow,
} from '../../store/billing-topups.ts'
import { lockAccount } from '../../store/credit.ts'
import { batchByBatch, oneByOne } from '../one-by-one.ts'
import { type BillingParts, gatewayFor, invalid, methodFor } from './parts.ts'
import { topupFailed } from './settle.ts'

/** Why auto top-up ends that names a payment method which is not there any more. */
const methodGone = {
  code: 'payment_method_removed',
  message: 'The account no longer has the payment method of auto top-up. Choose another one.',
}
/** Its owner has to choose: no time mends it. */
const noRetry: readonly number[] = []

/** The settings of a tenant; all off where it has none. */
export async function getAutoTopup(
  { database }: Pick<BillingParts, 'database'>,
  { tenantId }: Principal,
): Promise<AutoTopup> {
  return show(await findTopup(database, tenantId))
}

/**
 * Replaces the settings. With a balance below the threshold, a top-up begins at once. Those of a sandbox key are kept,
 * and never come to anything: a sandbox uses no credits.
 * @throws ServiceError `validation_error`, `forbidden`.
 */
export async function setAutoTopup(
  parts: BillingParts,
  principal: Principal,
  body: AutoTopupSettings,
): Promise<AutoTopup> {
  const { database, billing } = parts
  const { tenantId, accountId, mode, userId, keyId } = principal
  const { enabled, threshold = null, credits = null, payment_method_id: paymentMethodId = null } = body
  if (enabled && threshold === null) throw invalid('body.threshold', 'is needed to enable auto top-up')
  if (enabled && credits === null) throw invalid('body.credits', 'is needed to enable auto top-up')
  const { min, max } = billing.prices.credits
  if (credits !== null && (credits < min || credits > max))
    throw invalid('body.credits', `must be from ${min} to ${max}`)
  if (enabled || paymentMethodId !== null)
    await methodFor(parts, gatewayFor(billing, principal), tenantId, paymentMethodId)
  const saved = await database.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const row = await saveTopup(tx, tenantId, { enabled, threshold, credits, paymentMethodId })
    if (mode === 'live') {
      await armTopup(tx, tenantId, accountId)
      await beginTopup(tx, accountId)
    }
    await insertAuditEntries(tx, [
      auditEntry(tenantId, null, 'billing', 'medium', `Auto top-up was switched ${enabled ? 'on' : 'off'}.`, {
        enabled,
        threshold,
        credits,
        payment_method_id: paymentMethodId,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return row
  })
  return show(mode === 'live' ? await findTopup(database, tenantId) : saved)
}

function show(row: TopupRow | undefined): AutoTopup {
  if (row === undefined)
    return {
      enabled: false,
      threshold: null,
      credits: null,
      payment_method_id: null,
      under_way: false,
      failure: null,
      updated_at: null,
    }
  const { enabled, threshold, credits, paymentMethodId, orderId, dueAt, failures, updatedAt } = row
  return {
    enabled,
    threshold,
    credits,
    payment_method_id: paymentMethodId,
    under_way: orderId !== null || (dueAt !== null && failures === 0),
    failure:
      row.failureCode === null
        ? null
        : { code: row.failureCode, message: row.failureMessage ?? '', at: row.failedAt ?? updatedAt },
    updated_at: updatedAt,
  }
}

/** Makes the orders of top-ups that are due; they are paid like any other. @throws what failed, once all others are made. */
export async function orderDueTopups(parts: BillingParts): Promise<void> {
  await batchByBatch(parts.database, {
    size: 20,
    lock: lockDueTopups,
    keyOf: ({ tenantId }) => tenantId,
    work: async (tx, topups) => {
      for (const topup of topups) await orderTopup(tx, parts, topup)
    },
  })
}

async function orderTopup(tx: Sql, { billing }: BillingParts, topup: TopupRow): Promise<void> {
  const { tenantId, credits, paymentMethodId } = topup
  const { gateway, prices } = billing
  const method = await findMethod(tx, tenantId, gateway.name, paymentMethodId)
  // Nobody has said that another one is to be charged.
  if (method === undefined && gateway.needsMethod && paymentMethodId !== null)
    return topupFailed(tx, tenantId, null, methodGone, noRetry)
  if (credits === null || (method === undefined && gateway.needsMethod))
    return topupFailed(tx, tenantId, null, {
      code: 'no_payment_method',
      message: 'The account has no payment method.',
    })
  const id = newId('order')
  await insertOrder(tx, {
    tenantId,
    id,
    kind: 'auto_topup',
    gateway: gateway.name,
    simulated: false,
    credits,
    amount: priceOf(prices, credits),
    currency: prices.currency,
    paymentMethodId: method?.id ?? null,
    requestId: null,
    dueSeconds: 0,
  })
  await setTopupOrder(tx, tenantId, id)
}

/**
 * Switches auto top-up off, on record, where it names a payment method that is removed. While a top-up is under way, the
 * next one does so. The account is locked by the caller.
 */
export async function loseMethod(
  tx: Sql,
  { tenantId, accountId, mode }: Pick<Principal, 'tenantId' | 'accountId' | 'mode'>,
  methodId: string,
): Promise<void> {
  const topup = await findTopup(tx, tenantId)
  if (topup?.enabled !== true || topup.paymentMethodId !== methodId) return
  await topupFailed(tx, tenantId, null, methodGone, noRetry)
  if (mode === 'live') await armTopup(tx, tenantId, accountId)
}

/** Begins top-ups that a charge should have begun, and its process couldn't. @throws what failed, once all others are begun. */
export async function beginMissedTopups({ database }: Pick<BillingParts, 'database'>): Promise<void> {
  await oneByOne(await findLowAccounts(database), (accountId) => beginTopup(database, accountId))
}
