/** Auto top-ups in the database: when one is due, and whether one is under way. */
import type { Sql } from '../lib/sql.ts'

export interface TopupSettings {
  enabled: boolean
  threshold: number | null
  credits: number | null
  paymentMethodId: string | null
}

export interface TopupRow extends TopupSettings {
  tenantId: string
  dueAt: string | null
  orderId: string | null
  failures: number
  failureCode: string | null
  failureMessage: string | null
  failedAt: string | null
  updatedAt: string
}

const columns = `u.tenant_id as "tenantId", u.enabled, u.threshold, u.credits, u.payment_method_id as "paymentMethodId",
  u.due_at as "dueAt", u.order_id as "orderId", u.failures, u.failure_code as "failureCode",
  u.failure_message as "failureMessage", u.failed_at as "failedAt", u.updated_at as "updatedAt"`

export async function findTopup(sql: Sql, tenantId: string): Promise<TopupRow | undefined> {
  const [row] = await sql.query<TopupRow>(`select ${columns} from auto_topups u where u.tenant_id = $1`, [
    tenantId,
  ])
  return row
}

/** Writes the settings; what is due is off until it is begun anew, and failures are forgotten. */
export async function saveTopup(tx: Sql, tenantId: string, settings: TopupSettings): Promise<TopupRow> {
  const [row] = await tx.query<TopupRow>(
    `insert into auto_topups as u (tenant_id, enabled, threshold, credits, payment_method_id) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) do update set enabled = $2, threshold = $3, credits = $4, payment_method_id = $5, due_at = null,
       failures = 0, failure_code = null, failure_message = null, failed_at = null, updated_at = now()
     returning ${columns}`,
    [tenantId, settings.enabled, settings.threshold, settings.credits, settings.paymentMethodId],
  )
  return row!
}

/**
 * Makes the account wait for its balance to fall below the threshold, where its auto top-up is on and none is due or
 * under way; else stops that. The account is locked by the caller.
 */
export async function armTopup(tx: Sql, tenantId: string, accountId: string): Promise<void> {
  await tx.query(
    `update accounts set topup_below = (
       select threshold from auto_topups where tenant_id = $1 and enabled and due_at is null and order_id is null)
     where id = $2`,
    [tenantId, accountId],
  )
}

/**
 * Makes a top-up due where the balance is below the threshold. Only one who finds the account waiting for that does so:
 * it waits no more until the top-up has ended.
 */
export async function beginTopup(sql: Sql, accountId: string): Promise<void> {
  await sql.query(
    `with low as (
       update accounts set topup_below = null where id = $1 and credits < topup_below returning id)
     update auto_topups u set due_at = now(), updated_at = now() from low
     join tenants t on t.account_id = low.id and t.mode = 'live'
     where u.tenant_id = t.id and u.enabled and u.order_id is null`,
    [accountId],
  )
}

/**
 * A top-up that is due is due no more where the balance has come to the threshold without it: the account waits for it to
 * fall below that again. The account is locked by the caller.
 */
export async function calmTopup(tx: Sql, accountId: string): Promise<void> {
  await tx.query(
    `with enough as (
       update auto_topups u set due_at = null, updated_at = now()
       from accounts a join tenants t on t.account_id = a.id and t.mode = 'live'
       where a.id = $1 and u.tenant_id = t.id and u.enabled and u.due_at is not null and u.order_id is null
         and a.credits >= u.threshold
       returning u.threshold)
     update accounts set topup_below = threshold from enough where id = $1`,
    [accountId],
  )
}

/** Accounts below their threshold whose top-up nobody has begun: a process died in between, or credits ran out. */
export async function findLowAccounts(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from accounts
     where topup_below is not null and credits < topup_below and deleted_at is null limit 100`,
  )
  return rows.map(({ id }) => id)
}

/** Up to `count` top-ups that are due, of other tenants than `except`, held by the caller until the end of the transaction. */
export function lockDueTopups(
  tx: Sql,
  count: number,
  except: string[],
): Promise<(TopupRow & { accountId: string })[]> {
  return tx.query<TopupRow & { accountId: string }>(
    `select ${columns}, t.account_id as "accountId" from auto_topups u join tenants t on t.id = u.tenant_id
     join accounts a on a.id = t.account_id and a.deleted_at is null
     where u.due_at <= now() and u.enabled and u.order_id is null and u.tenant_id <> all($2)
     order by u.due_at limit $1 for update of u skip locked`,
    [count, except],
  )
}

/** Notes the order that a due top-up is paid with. */
export async function setTopupOrder(tx: Sql, tenantId: string, orderId: string): Promise<void> {
  await tx.query(
    'update auto_topups set order_id = $2, due_at = null, updated_at = now() where tenant_id = $1',
    [tenantId, orderId],
  )
}

/**
 * The top-up is paid for: nothing is due, and failures are forgotten. False where another order is under way by now: that
 * one goes on.
 */
export async function endTopup(tx: Sql, tenantId: string, orderId: string): Promise<boolean> {
  const rows = await tx.query(
    `update auto_topups set order_id = null, due_at = null, failures = 0, failure_code = null, failure_message = null,
       failed_at = null, updated_at = now()
     where tenant_id = $1 and coalesce(order_id, $2) = $2 returning 1`,
    [tenantId, orderId],
  )
  return rows.length === 1
}

/**
 * The top-up failed: due again after the hours of `retryHours` for so many failures in a row, or switched off where there
 * is no such number. Answers undefined where it isn't this order's any more; `was` says whether it was on until now.
 */
export async function failTopup(
  tx: Sql,
  tenantId: string,
  orderId: string | null,
  failure: { code: string; message: string },
  retryHours: readonly number[],
): Promise<{ was: boolean; enabled: boolean; failures: number } | undefined> {
  const [row] = await tx.query<{ was: boolean; enabled: boolean; failures: number }>(
    `with held as materialized (
       select tenant_id, enabled as was from auto_topups
       where tenant_id = $1 and order_id is not distinct from $2 for no key update)
     update auto_topups u set order_id = null, failures = failures + 1, failure_code = $3, failure_message = $4, failed_at = now(),
       updated_at = now(), enabled = enabled and failures < cardinality($5::int[]),
       due_at = case when enabled then now() + make_interval(hours => ($5::int[])[failures + 1]) end
     from held h where u.tenant_id = h.tenant_id returning h.was, u.enabled, u.failures`,
    [tenantId, orderId, failure.code, failure.message, retryHours],
  )
  return row
}
