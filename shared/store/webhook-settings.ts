/** Webhook settings of inboxes, in the database. */
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'

export interface WebhookRow {
  inboxId: string
  url: string | null
  /** Sealed. */
  secret: string
  /** Sealed: the earlier ones that still sign, newest first. */
  previousSecrets: string[]
  /** ISO 8601; null where there is no earlier secret that still signs. */
  previousExpiresAt: string | null
}

/** The earlier secrets of the inbox `i` that still sign, newest first. */
export const previousSecrets = `case when i.webhook_previous_expires_at > now() then array[i.webhook_previous_secret] else '{}' end
  || array(select one ->> 'secret' from jsonb_array_elements(i.webhook_earlier_secrets) with ordinality as earlier(one, n)
    where (one ->> 'expires_at')::timestamptz > now() order by n)`

const columns = `i.id as "inboxId", i.webhook_url as url, i.webhook_secret as secret,
  ${previousSecrets} as "previousSecrets",
  case when i.webhook_previous_expires_at > now() then i.webhook_previous_expires_at end as "previousExpiresAt"`
const bySlug = 'i.tenant_id = $1 and i.slug = $2 and ($3::text is null or i.id = $3)'

/** The webhook settings of an inbox within reach. */
export async function findWebhook(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<WebhookRow | undefined> {
  const rows = await sql.query<WebhookRow>(`select ${columns} from inboxes i where ${bySlug}`, [
    tenantId,
    slug,
    inboxId,
  ])
  return rows[0]
}

/**
 * Replaces the secret (sealed); the one before it signs too for `hours`, and up to `most` of those before that have time
 * left: whoever rotates twice has receivers that know the first one alone.
 */
export async function replaceWebhookSecret(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
  secret: string,
  hours: number,
  most: number,
): Promise<WebhookRow | undefined> {
  const rows = await tx.query<WebhookRow>(
    `update inboxes i set webhook_previous_secret = webhook_secret, webhook_secret = $4,
       webhook_previous_expires_at = now() + make_interval(hours => $5), updated_at = now(),
       webhook_earlier_secrets = coalesce((
         select jsonb_agg(one order by n) from (
           select jsonb_build_object('secret', i.webhook_previous_secret, 'expires_at', i.webhook_previous_expires_at) as one, 0 as n
           where i.webhook_previous_expires_at > now()
           union all
           select * from jsonb_array_elements(i.webhook_earlier_secrets) with ordinality as earlier(one, n)
           where (one ->> 'expires_at')::timestamptz > now()
           order by n limit $6
         ) as signing), '[]')
     where ${bySlug} returning ${columns}`,
    [tenantId, slug, inboxId, secret, hours, most - 1],
  )
  return rows[0]
}

/** Ends the earlier secrets of an inbox within reach; `signed`: whether there was one that signed. */
export async function dropPreviousSecrets(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<{ inboxId: string; signed: boolean } | undefined> {
  const rows = await tx.query<{ inboxId: string; signed: boolean }>(
    `with known as (
       select i.tenant_id, i.id, cardinality(${previousSecrets}) > 0 as signed from inboxes i where ${bySlug} for update),
     dropped as (
       update inboxes i set webhook_previous_secret = null, webhook_previous_expires_at = null,
         webhook_earlier_secrets = '[]', updated_at = now()
       from known k where k.signed and i.tenant_id = k.tenant_id and i.id = k.id)
     select id as "inboxId", signed from known`,
    [tenantId, slug, inboxId],
  )
  return rows[0]
}

/** Webhooks that inboxes of all tenants push to, the newest inboxes' first: for the operator's own look at them. */
export async function listWebhookUrls(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql.query<{ url: string }>(
    `select webhook_url as url from inboxes where webhook_url is not null and deleted_at is null
     order by created_at desc limit $1`,
    [count],
  )
  return rows.map(({ url }) => url)
}
