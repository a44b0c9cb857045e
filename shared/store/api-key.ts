/** API keys in the database. */
import type { ApiKey } from '../domain/api-key.ts'
import type { Page } from '../domain/pagination.ts'
import type { Principal, Reach } from '../domain/principal.ts'
import type { Scope } from '../domain/scopes.ts'
import type { Sql } from '../lib/sql.ts'

const columns = `k.id, k.name, k.key_prefix, k.scopes, t.mode, k.inbox_id, k.user_id, k.expires_at, k.last_used_at,
  k.created_at`

/** The identity behind a key that exists and has not expired, by its hash (hex). */
export async function findPrincipal(sql: Sql, keyHash: string): Promise<Principal | undefined> {
  const [row] = await sql.query<Principal>(
    `select k.id as "keyId", $1 as "keyHash", t.account_id as "accountId", k.tenant_id as "tenantId", t.mode,
       k.user_id as "userId", k.scopes, k.inbox_id as "inboxId", k.expires_at as "expiresAt"
     from api_keys k join tenants t on t.id = k.tenant_id
     where k.key_hash = decode($1, 'hex') and (k.expires_at is null or k.expires_at > now())`,
    [keyHash],
  )
  return row
}

/** Which of these keys exist and have not expired, by id. */
export async function findLiveKeys(
  sql: Sql,
  keys: { tenantId: string; keyId: string }[],
): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `select k.id from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join api_keys k on k.tenant_id = w.tenant_id and k.id = w.id and (k.expires_at is null or k.expires_at > now())`,
    [keys.map(({ tenantId }) => tenantId), keys.map(({ keyId }) => keyId)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The use of a key, at a time (ISO 8601). */
export interface KeyUsed {
  tenantId: string
  keyId: string
  usedAt: string
}

/** Writes when keys were last used; a key that somebody else is writing, and one that is gone, is passed over. */
export async function keepKeyUses(sql: Sql, uses: readonly KeyUsed[]): Promise<void> {
  await sql.query(
    `with used as (
       select "tenantId" as tenant_id, "keyId" as id, max("usedAt") as at
       from json_to_recordset($1) as u("tenantId" text, "keyId" text, "usedAt" timestamptz) group by 1, 2
     ), held as materialized (
       select k.tenant_id, k.id, u.at from api_keys k join used u on u.tenant_id = k.tenant_id and u.id = k.id
       where k.last_used_at is null or k.last_used_at < u.at for no key update of k skip locked
     )
     update api_keys k set last_used_at = h.at from held h where k.tenant_id = h.tenant_id and k.id = h.id`,
    [JSON.stringify(uses)],
  )
}

/** A key to be stored: its secret is there as hash (hex) only. */
export interface NewApiKey {
  tenantId: string
  id: string
  userId: string
  name: string
  keyHash: string
  keyPrefix: string
  scopes: readonly Scope[]
  inboxId: string | null
  expiresAt: string | null
}

/** Stores a key; answers it as the API shows it. */
export async function insertApiKey(tx: Sql, key: NewApiKey): Promise<ApiKey> {
  const [row] = await tx.query<ApiKey>(
    `with k as (
       insert into api_keys (tenant_id, id, user_id, name, key_hash, key_prefix, scopes, inbox_id, expires_at)
       values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9) returning *)
     select ${columns} from k join tenants t on t.id = k.tenant_id`,
    [
      key.tenantId,
      key.id,
      key.userId,
      key.name,
      key.keyHash,
      key.keyPrefix,
      key.scopes,
      key.inboxId,
      key.expiresAt,
    ],
  )
  return row!
}

/** Keys of a tenant but those that stand in cookies, newest first; one more than the page holds. A reach of one inbox sees the keys limited to it. */
export function listApiKeys(sql: Sql, { tenantId, inboxId }: Reach, page: Page): Promise<ApiKey[]> {
  const values: unknown[] = [tenantId, page.limit + 1]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const ofInbox = inboxId === null ? '' : `and k.inbox_id = ${bind(inboxId)}`
  const after = page.after === null ? '' : `and k.id < ${bind(page.after[0])}`
  return sql.query<ApiKey>(
    `select ${columns} from api_keys k join tenants t on t.id = k.tenant_id
     where k.tenant_id = $1 ${ofInbox} ${after}
       and not exists (select 1 from dashboard_sessions d where d.tenant_id = k.tenant_id and d.key_id = k.id)
     order by k.id desc limit $2`,
    values,
  )
}

/** Deletes a key within reach; answers its name and prefix, or undefined where there is none. */
export async function deleteApiKey(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<{ name: string; key_prefix: string; inbox_id: string | null } | undefined> {
  const [row] = await tx.query<{ name: string; key_prefix: string; inbox_id: string | null }>(
    `delete from api_keys where tenant_id = $1 and id = $2 and ($3::text is null or inbox_id = $3)
     returning name, key_prefix, inbox_id`,
    [tenantId, id, inboxId],
  )
  return row
}

/** The other tenant of an account. */
export async function findTenant(sql: Sql, accountId: string, mode: string): Promise<string | undefined> {
  const [row] = await sql.query<{ id: string }>(
    'select id from tenants where account_id = $1 and mode = $2',
    [accountId, mode],
  )
  return row?.id
}
