/** Policies in the database. */
import type { Page } from '../domain/pagination.ts'
import type { Policy, PolicyTypeName } from '../domain/policy.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'

const columns = `p.id, p.name, p.type, p.action, p.inbox_id, p.enabled, p.config, p.created_at, p.updated_at`

/**
 * SQL: the enabled policies that the envelope of mail for the inbox of row `inbox` is held against, as JSON, oldest
 * first; null where there are none.
 */
export const envelopePolicies = (inbox: string): string => `(
  select json_agg(json_build_object('id', p.id, 'name', p.name, 'type', p.type, 'action', p.action, 'inbox_id', p.inbox_id,
    'enabled', p.enabled, 'config', p.config, 'version', p.version) order by p.id)
  from policies p where p.tenant_id = ${inbox}.tenant_id and (p.inbox_id is null or p.inbox_id = ${inbox}.id) and p.enabled
    and p.type in ('domain_allowlist', 'domain_blocklist', 'rate_limit') and p.config ->> 'direction' <> 'outbound')`

/** The enabled policies that apply to an inbox, global ones included, oldest first: as they are now. */
export async function findPolicies(sql: Sql, tenantId: string, inboxId: string): Promise<Policy[]> {
  const found = await findPoliciesOf(sql, [{ tenantId, inboxId }])
  return found.get(inboxId) ?? []
}

/** The same of several inboxes, by inbox; one without policies is missing. */
export async function findPoliciesOf(
  sql: Sql,
  inboxes: { tenantId: string; inboxId: string }[],
): Promise<Map<string, Policy[]>> {
  const wanted = new Map(inboxes.map(({ tenantId, inboxId }) => [inboxId, tenantId]))
  const rows = await sql.query<Policy & { wanted: string }>(
    `select w.inbox_id as wanted, ${columns} from unnest($1::text[], $2::text[]) as w(tenant_id, inbox_id)
     join policies p on p.tenant_id = w.tenant_id and (p.inbox_id is null or p.inbox_id = w.inbox_id) and p.enabled
     order by p.id`,
    [[...wanted.values()], [...wanted.keys()]],
  )
  const byInbox = new Map<string, Policy[]>()
  for (const { wanted: inboxId, ...policy } of rows) {
    const policies = byInbox.get(inboxId) ?? []
    policies.push(policy)
    byInbox.set(inboxId, policies)
  }
  return byInbox
}

/** A policy within reach: a reach of one inbox sees the policies of that inbox only. */
export async function findPolicy(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<Policy | undefined> {
  const rows = await sql.query<Policy>(
    `select ${columns} from policies p where p.tenant_id = $1 and p.id = $2 and ($3::text is null or p.inbox_id = $3)`,
    [tenantId, id, inboxId],
  )
  return rows[0]
}

/** Policies within reach, newest first; one more than the page holds. */
export function listPolicies(
  sql: Sql,
  reach: Reach,
  filters: { inbox_id?: string | undefined; type?: PolicyTypeName | undefined },
  page: Page,
): Promise<Policy[]> {
  const values: unknown[] = [reach.tenantId, page.limit + 1]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = [reach.inboxId, filters.inbox_id].flatMap((inbox) =>
    inbox === null || inbox === undefined ? [] : [`and p.inbox_id = ${bind(inbox)}`],
  )
  if (filters.type !== undefined) conditions.push(`and p.type = ${bind(filters.type)}`)
  if (page.after !== null) conditions.push(`and p.id < ${bind(page.after[0])}`)
  return sql.query<Policy>(
    `select ${columns} from policies p where p.tenant_id = $1 ${conditions.join(' ')} order by p.id desc limit $2`,
    values,
  )
}

/** How many policies a tenant has, in all and in one scope. Holds the tenant's row, so that the count stays true. */
export async function countPolicies(
  tx: Sql,
  tenantId: string,
  inboxId: string | null,
): Promise<{ all: number; ofScope: number }> {
  await tx.query('select 1 from tenants where id = $1 for no key update', [tenantId])
  const rows = await tx.query<{ all: number; ofScope: number }>(
    `select count(*) as all, count(*) filter (where inbox_id is not distinct from $2) as "ofScope"
     from policies where tenant_id = $1`,
    [tenantId, inboxId],
  )
  return rows[0]!
}

export async function insertPolicy(
  tx: Sql,
  tenantId: string,
  { id, inbox_id, name, type, action, enabled, config }: Omit<Policy, 'created_at' | 'updated_at'>,
): Promise<Policy> {
  const rows = await tx.query<Policy>(
    `insert into policies as p (tenant_id, id, inbox_id, name, type, action, enabled, config)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [tenantId, id, inbox_id, name, type, action, enabled, JSON.stringify(config)],
  )
  return rows[0]!
}

/** Locks a policy within reach for the rest of the transaction. */
export async function lockPolicy(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<Policy | undefined> {
  const rows = await tx.query<Policy>(
    `select ${columns} from policies p where p.tenant_id = $1 and p.id = $2 and ($3::text is null or p.inbox_id = $3)
     for no key update`,
    [tenantId, id, inboxId],
  )
  return rows[0]
}

/** Writes all that can change of a policy. */
export async function updatePolicy(
  tx: Sql,
  tenantId: string,
  { id, inbox_id, name, action, enabled, config }: Policy,
): Promise<Policy> {
  const rows = await tx.query<Policy>(
    `update policies p set inbox_id = $3, name = $4, action = $5, enabled = $6, config = $7, version = p.version + 1,
       updated_at = now()
     where p.tenant_id = $1 and p.id = $2 returning ${columns}`,
    [tenantId, id, inbox_id, name, action, enabled, JSON.stringify(config)],
  )
  return rows[0]!
}

/** Deletes a policy within reach; answers it as it was. */
export async function deletePolicy(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<Policy | undefined> {
  const rows = await tx.query<Policy>(
    `delete from policies p where p.tenant_id = $1 and p.id = $2 and ($3::text is null or p.inbox_id = $3)
     returning ${columns}`,
    [tenantId, id, inboxId],
  )
  return rows[0]
}

/** Deletes the policies of an inbox with what they have counted. */
export async function deletePoliciesOfInbox(tx: Sql, tenantId: string, inboxId: string): Promise<void> {
  await tx.query(
    `with gone as (delete from policies where tenant_id = $1 and inbox_id = $2 returning id)
     delete from policy_counters c using gone where c.tenant_id = $1 and c.policy_id = gone.id`,
    [tenantId, inboxId],
  )
}
