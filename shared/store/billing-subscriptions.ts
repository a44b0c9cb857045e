/** Subscriptions in the database: one that hasn't ended, at most, a tenant. */
import type { Subscription, SubscriptionStatus } from '../domain/billing.ts'
import type { Sql } from '../lib/sql.ts'

export interface SubscriptionRow {
  tenantId: string
  accountId: string
  id: string
  plan: string
  status: SubscriptionStatus
  gateway: string
  simulated: boolean
  paymentMethodId: string | null
  reference: string | null
  periodEnd: string | null
  /** Day of the month on which the first of its periods began; null: not known, or its gateway's business. */
  anchorDay: number | null
  cancelAtPeriodEnd: boolean
  createdAt: string
  updatedAt: string
}

const columns = `s.tenant_id as "tenantId", t.account_id as "accountId", s.id, s.plan, s.status, s.gateway, s.simulated,
  s.payment_method_id as "paymentMethodId", s.reference, s.current_period_end as "periodEnd",
  s.anchor_day as "anchorDay", s.cancel_at_period_end as "cancelAtPeriodEnd", s.created_at as "createdAt", s.updated_at as "updatedAt"`

/** The subscription of a tenant that hasn't ended. */
export async function findCurrentSubscription(
  sql: Sql,
  tenantId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await sql.query<SubscriptionRow>(
    `select ${columns} from subscriptions s join tenants t on t.id = s.tenant_id
     where s.tenant_id = $1 and s.status <> 'ended'`,
    [tenantId],
  )
  return row
}

export async function findSubscription(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await sql.query<SubscriptionRow>(
    `select ${columns} from subscriptions s join tenants t on t.id = s.tenant_id where s.tenant_id = $1 and s.id = $2`,
    [tenantId, id],
  )
  return row
}

/** Stores a subscription that is to begin; false where the tenant has one. */
export async function insertSubscription(
  sql: Sql,
  subscription: Pick<
    SubscriptionRow,
    'tenantId' | 'id' | 'plan' | 'gateway' | 'simulated' | 'paymentMethodId'
  >,
): Promise<boolean> {
  const { tenantId, id, plan, gateway, simulated, paymentMethodId } = subscription
  const rows = await sql.query(
    `insert into subscriptions (tenant_id, id, plan, status, gateway, simulated, payment_method_id)
     values ($1, $2, $3, 'incomplete', $4, $5, $6)
     on conflict (tenant_id) where status <> 'ended' do nothing returning 1`,
    [tenantId, id, plan, gateway, simulated, paymentMethodId],
  )
  return rows.length === 1
}

/** Writes what became of a subscription; nulls stay as they are. What has ended stays so. */
export async function updateSubscription(
  tx: Sql,
  { tenantId, id }: Pick<SubscriptionRow, 'tenantId' | 'id'>,
  change: {
    status: SubscriptionStatus
    plan: string | null
    reference: string | null
    paymentMethodId?: string | null
    periodEnd: string | null
    anchorDay?: number | undefined
    cancelAtPeriodEnd: boolean
  },
): Promise<boolean> {
  const rows = await tx.query(
    `update subscriptions set status = $3, plan = coalesce($4, plan), reference = coalesce($5, reference),
       current_period_end = coalesce($6, current_period_end), cancel_at_period_end = $7,
       payment_method_id = coalesce($8, payment_method_id), anchor_day = coalesce($9, anchor_day), updated_at = now()
     where tenant_id = $1 and id = $2 and status <> 'ended' returning 1`,
    [
      tenantId,
      id,
      change.status,
      change.plan,
      change.reference,
      change.periodEnd,
      change.cancelAtPeriodEnd,
      change.paymentMethodId ?? null,
      change.anchorDay ?? null,
    ],
  )
  return rows.length === 1
}

/** The plan that the account shows. */
export async function setPlan(tx: Sql, accountId: string, plan: string): Promise<void> {
  await tx.query('update accounts set plan = $2, updated_at = now() where id = $1 and plan <> $2', [
    accountId,
    plan,
  ])
}

/** Subscriptions of gateways that don't renew them whose period has ended. */
export function findEndedPeriods(sql: Sql, gateways: readonly string[]): Promise<SubscriptionRow[]> {
  return sql.query<SubscriptionRow>(
    `select ${columns} from subscriptions s join tenants t on t.id = s.tenant_id
     join accounts a on a.id = t.account_id and a.deleted_at is null
     where s.gateway = any($1) and s.status = 'active' and s.current_period_end <= now()
     order by s.current_period_end limit 100`,
    [gateways],
  )
}

/** A subscription as the API shows it. */
export function showSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    plan: row.plan,
    status: row.status,
    gateway: row.gateway,
    simulated: row.simulated,
    payment_method_id: row.paymentMethodId,
    current_period_end: row.periodEnd,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
