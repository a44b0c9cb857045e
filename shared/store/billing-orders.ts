/** Orders in the database: payments, from being asked for to being paid or refused. */
import type { Order, OrderKind, OrderStatus } from '../domain/billing.ts'
import type { Page } from '../domain/pagination.ts'
import type { Sql } from '../lib/sql.ts'
import { type Looked, lookThrough } from './look.ts'

export interface NewOrder {
  tenantId: string
  id: string
  kind: OrderKind
  gateway: string
  simulated: boolean
  credits: number
  amount: number
  currency: string
  paymentMethodId: string | null
  requestId: string | null
  /** Seconds until any process may ask what became of it. */
  dueSeconds: number
}

/** An order, with what paying for it takes. */
export interface OrderRow extends Omit<NewOrder, 'dueSeconds'> {
  accountId: string
  status: OrderStatus
  reference: string | null
  failureCode: string | null
  failureMessage: string | null
  refundedAmount: number
  revokedCredits: number
  attempts: number
  createdAt: string
  updatedAt: string
  /** What the gateway knows the payment method and its owner by. */
  method: string | null
  customer: string | null
}

const columns = `o.tenant_id as "tenantId", t.account_id as "accountId", o.id, o.kind, o.status, o.gateway, o.simulated,
  o.credits, o.amount, o.currency, o.payment_method_id as "paymentMethodId", o.reference, o.request_id as "requestId",
  o.failure_code as "failureCode", o.failure_message as "failureMessage", o.refunded_amount as "refundedAmount",
  o.revoked_credits as "revokedCredits", o.attempts, o.created_at as "createdAt", o.updated_at as "updatedAt",
  m.reference as method, c.reference as customer`
const joined = `join tenants t on t.id = o.tenant_id
  left join payment_methods m on m.tenant_id = o.tenant_id and m.id = o.payment_method_id
  left join billing_customers c on c.tenant_id = o.tenant_id and c.gateway = o.gateway`

/** Stores an order that is to be paid. */
export async function insertOrder(tx: Sql, order: NewOrder): Promise<void> {
  await tx.query(
    `insert into orders (tenant_id, id, kind, status, gateway, simulated, credits, amount, currency, payment_method_id,
       request_id, next_attempt_at)
     values ($1, $2, $3, 'processing', $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11))`,
    [
      order.tenantId,
      order.id,
      order.kind,
      order.gateway,
      order.simulated,
      order.credits,
      order.amount,
      order.currency,
      order.paymentMethodId,
      order.requestId,
      order.dueSeconds,
    ],
  )
}

/** Stores an order that is paid already, once for each reference; false where there is one with it. */
export async function insertPaidOrder(
  tx: Sql,
  order: Omit<NewOrder, 'dueSeconds' | 'requestId'> & { reference: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into orders (tenant_id, id, kind, status, gateway, simulated, credits, amount, currency, payment_method_id, reference)
     values ($1, $2, $3, 'paid', $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant_id, gateway, reference) do nothing returning 1`,
    [
      order.tenantId,
      order.id,
      order.kind,
      order.gateway,
      order.simulated,
      order.credits,
      order.amount,
      order.currency,
      order.paymentMethodId,
      order.reference,
    ],
  )
  return rows.length === 1
}

export async function findOrder(sql: Sql, tenantId: string, id: string): Promise<OrderRow | undefined> {
  const [row] = await sql.query<OrderRow>(
    `select ${columns} from orders o ${joined} where o.tenant_id = $1 and o.id = $2`,
    [tenantId, id],
  )
  return row
}

/** The order that was made for a request. */
export async function findOrderOfRequest(
  sql: Sql,
  tenantId: string,
  requestId: string,
): Promise<OrderRow | undefined> {
  const [row] = await sql.query<OrderRow>(
    `select ${columns} from orders o ${joined} where o.tenant_id = $1 and o.request_id = $2`,
    [tenantId, requestId],
  )
  return row
}

/** The order that a gateway knows by `reference`, whosever it is. */
export async function findOrderByReference(
  sql: Sql,
  gateway: string,
  reference: string,
): Promise<OrderRow | undefined> {
  const [row] = await sql.query<OrderRow>(
    `select ${columns} from orders o ${joined} where o.reference = $2 and o.gateway = $1`,
    [gateway, reference],
  )
  return row
}

/** Takes orders whose outcome is to be asked for: no other process does so for `seconds`. A deleted account pays nothing more. */
export function claimDueOrders(sql: Sql, seconds: number, count: number): Promise<OrderRow[]> {
  return sql.query<OrderRow>(
    `with due as materialized (
       select o.tenant_id, o.id from orders o join tenants t on t.id = o.tenant_id
       join accounts a on a.id = t.account_id and a.deleted_at is null
       where o.next_attempt_at <= now() and o.status = 'processing'
       order by o.next_attempt_at limit $2 for update of o skip locked
     ), o as (
       update orders o set next_attempt_at = now() + make_interval(secs => $1), attempts = o.attempts + 1 from due d
       where o.tenant_id = d.tenant_id and o.id = d.id returning o.*)
     select ${columns} from o ${joined}`,
    [seconds, count],
  )
}

/** Puts the next question off. */
export async function putOffOrder(
  sql: Sql,
  { tenantId, id }: Pick<OrderRow, 'tenantId' | 'id'>,
  seconds: number,
  reference: string | null,
): Promise<void> {
  await sql.query(
    `update orders set next_attempt_at = now() + make_interval(secs => $3), reference = coalesce(reference, $4)
     where tenant_id = $1 and id = $2 and status = 'processing'`,
    [tenantId, id, seconds, reference],
  )
}

/** The change of an order's status; false where the order isn't in one of `from`. */
export async function moveOrder(
  tx: Sql,
  { tenantId, id }: Pick<OrderRow, 'tenantId' | 'id'>,
  from: readonly OrderStatus[],
  to: {
    status: OrderStatus
    reference: string | null
    failure: { code: string; message: string } | null
  },
): Promise<boolean> {
  const rows = await tx.query(
    `update orders set status = $4, reference = coalesce($5, reference), failure_code = $6, failure_message = $7,
       next_attempt_at = null, updated_at = now()
     where tenant_id = $1 and id = $2 and status = any($3) returning 1`,
    [tenantId, id, from, to.status, to.reference, to.failure?.code ?? null, to.failure?.message ?? null],
  )
  return rows.length === 1
}

/** Notes how much of an order was given back, and for how many of its credits. */
export async function setRefund(
  tx: Sql,
  { tenantId, id }: Pick<OrderRow, 'tenantId' | 'id'>,
  refund: { status: OrderStatus; refundedAmount: number; revokedCredits: number },
): Promise<void> {
  await tx.query(
    `update orders set status = $3, refunded_amount = $4, revoked_credits = $5, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, id, refund.status, refund.refundedAmount, refund.revokedCredits],
  )
}

/** Orders of a tenant, newest first, as far as they were looked at. */
export function listOrders(
  sql: Sql,
  tenantId: string,
  { kind, status }: { kind?: OrderKind | undefined; status?: OrderStatus | undefined },
  page: Page,
): Promise<Looked<OrderRow>> {
  const values: unknown[] = [tenantId]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const after = page.after === null ? '' : `and o.id < ${bind(page.after[0])}`
  return lookThrough(
    sql,
    {
      ids: `select o.id from orders o where o.tenant_id = $1 ${after} order by o.id desc`,
      row: 'orders o on o.tenant_id = $1 and o.id = k.id',
      conditions: [
        ...(kind === undefined ? [] : [`o.kind = ${bind(kind)}`]),
        ...(status === undefined ? [] : [`o.status = ${bind(status)}`]),
      ],
      columns,
      joins: joined,
    },
    values,
    page.limit,
  )
}

/** An order as the API shows it. */
export function showOrder(row: OrderRow): Order {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    credits: row.credits,
    amount: row.amount,
    currency: row.currency,
    gateway: row.gateway,
    simulated: row.simulated,
    payment_method_id: row.paymentMethodId,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage ?? '' },
    refunded_amount: row.refundedAmount,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Whether an event is a new one: each takes effect once, in the transaction of its effect. */
export async function noteGatewayEvent(tx: Sql, gateway: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'insert into gateway_events (gateway, id) values ($1, $2) on conflict do nothing returning 1',
    [gateway, id],
  )
  return rows.length === 1
}

/** Forgets events older than `days`: gateways repeat them for a few days only. */
export async function forgetGatewayEvents(sql: Sql, days: number): Promise<void> {
  await sql.query(
    `delete from gateway_events where (gateway, id) in (
       select gateway, id from gateway_events where received_at < now() - make_interval(days => $1)
       order by received_at limit 1000)`,
    [days],
  )
}
