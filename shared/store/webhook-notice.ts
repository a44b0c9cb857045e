/** Who is told of a webhook that was switched off, and what of, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import type { Sql } from '../lib/sql.ts'

/** A user of the account that a webhook belongs to. */
export interface WebhookUser {
  tenantId: string
  userId: string
  /** Whether somebody has confirmed that they read their address. */
  confirmed: boolean
}

/** The owners of the accounts of these tenants, in one order. Of a sandbox nobody, since nothing of it leaves. */
export function findWebhookUsers(sql: Sql, tenantIds: readonly string[]): Promise<WebhookUser[]> {
  return sql.query<WebhookUser>(
    `select t.id as "tenantId", u.id as "userId", u.email_confirmed_at is not null as confirmed
     from tenants t
     join accounts a on a.id = t.account_id and a.deleted_at is null
     join users u on u.account_id = a.id and u.email <> '' and u.role = 'owner'
       and (u.invited_by is null or u.email_confirmed_at is not null)
     where t.id = any($1) and t.mode = 'live' order by u.id`,
    [tenantIds],
  )
}

/** A webhook that is switched off, for one user. */
export interface DisabledWebhook {
  email: string
  /** That they have chosen. */
  language: string | null
  confirmed: boolean
  slug: string
  url: string
  /** ISO 8601. */
  failingSince: string
}

/** Undefined where it is switched on again, or it, its inbox or the user is gone. */
export async function findDisabledWebhook(
  sql: Sql,
  { tenantId, inboxId, userId }: { tenantId: string; inboxId: string; userId: string },
): Promise<DisabledWebhook | undefined> {
  const [row] = await sql.query<DisabledWebhook>(
    `select u.email, u.language, u.email_confirmed_at is not null as confirmed, i.slug, i.webhook_url as url,
       h.failing_since as "failingSince"
     from webhook_health h
     join inboxes i on i.tenant_id = h.tenant_id and i.id = h.inbox_id and i.deleted_at is null
       and i.webhook_url is not null
     join tenants t on t.id = h.tenant_id and t.mode = 'live'
     join accounts a on a.id = t.account_id and a.deleted_at is null
     join users u on u.account_id = a.id and u.id = $3 and u.email <> ''
     where h.tenant_id = $1 and h.inbox_id = $2 and h.disabled_at is not null`,
    [tenantId, inboxId, userId],
  )
  return row
}

/** Deliveries of an inbox that were made from `since` (milliseconds) on and have failed, counted up to `most`. */
export async function countFailedDeliveries(
  sql: Sql,
  { tenantId, inboxId }: { tenantId: string; inboxId: string },
  since: number,
  most: number,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from (
       select from rare_states r where r.tenant_id = $1 and r.inbox_id = $2 and r.noun = 'delivery' and r.state = 'failed'
         and r.id >= $3 limit $4) f`,
    [tenantId, inboxId, firstIdAt('webhookDelivery', since), most],
  )
  return row!.count
}
