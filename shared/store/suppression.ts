/** Suppressions in the database. */
import { firstIdAt } from '../domain/ids.ts'
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import {
  type Suppression,
  type SuppressionListQuery,
  type SuppressionReason,
  suppressionKey,
} from '../domain/suppression.ts'
import type { Sql } from '../lib/sql.ts'
import { type Looked, lookThrough } from './look.ts'

const columns = 's.id, s.address, s.reason, s.detail, s.inbox_id, s.message_id, s.created_at'

/** An address to be suppressed. */
export interface NewSuppression {
  tenantId: string
  /** Prefix `sup_`. */
  id: string
  address: string
  reason: SuppressionReason
  detail: string | null
  inboxId: string | null
  messageId: string | null
}

/**
 * Writes those whose address isn't there yet; answers the ids of what was written. One that a key of one inbox put there
 * by hand, and could take off again, is a bounce's, a complaint's or the tenant's from then on, and of the inbox that noticed.
 */
export async function insertSuppressions(
  tx: Sql,
  suppressions: readonly NewSuppression[],
): Promise<Set<string>> {
  if (suppressions.length === 0) return new Set()
  const keyed = suppressions.map((one) => ({ ...one, key: suppressionKey(one.address) }))
  // One statement writes a row once.
  const rows = keyed
    .filter((one, at) => keyed.findIndex((other) => isSame(one, other)) === at)
    // In one order, so that two transactions can't wait for each other.
    .sort((a, b) => (`${a.tenantId} ${a.key}` < `${b.tenantId} ${b.key}` ? -1 : 1))
  const written = await tx.query<{ id: string }>(
    `insert into suppressions (tenant_id, address_key, id, address, reason, detail, inbox_id, message_id, created_at)
     select "tenantId", key, id, address, reason, detail, "inboxId", "messageId", now()
     from json_to_recordset($1) as s("tenantId" text, key text, id text, address text, reason text, detail text,
       "inboxId" text, "messageId" text)
     on conflict (tenant_id, address_key) do update
       set reason = excluded.reason, detail = excluded.detail, message_id = excluded.message_id,
         inbox_id = excluded.inbox_id
       where suppressions.reason = 'manual' and suppressions.inbox_id is not null
         and (excluded.reason <> 'manual' or excluded.inbox_id is null)
     returning id`,
    [JSON.stringify(rows)],
  )
  return new Set(written.map(({ id }) => id))
}

interface Keyed {
  tenantId: string
  key: string
}
const isSame = (one: Keyed, other: Keyed): boolean => one.tenantId === other.tenantId && one.key === other.key

/** Those of `addresses` that the tenant sends nothing to, as they were given. */
export async function findSuppressed(
  sql: Sql,
  tenantId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const keys = new Map(addresses.map((address) => [suppressionKey(address), address]))
  const rows = await sql.query<{ key: string }>(
    'select address_key as key from suppressions where tenant_id = $1 and address_key = any($2)',
    [tenantId, [...keys.keys()]],
  )
  return rows.map(({ key }) => keys.get(key)!)
}

/** The suppression of an address, within reach: one inbox sees what it noticed or put there itself. `lock` holds it. */
export async function findSuppression(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  address: string,
  lock = false,
): Promise<Suppression | undefined> {
  const rows = await sql.query<Suppression>(
    `select ${columns} from suppressions s where s.tenant_id = $1 and s.address_key = $2
       and ($3::text is null or s.inbox_id = $3) ${lock ? 'for update' : ''}`,
    [tenantId, suppressionKey(address), inboxId],
  )
  return rows[0]
}

/**
 * Where its index is to be walked, a reason is a range of one: ordered by it, no other index will do. By what it knows of
 * the values, Postgres may take all rows to have the same reason, and look through them by time for one that none has.
 */
const reasonIs = (value: string, walked: boolean): string =>
  walked ? `s.reason >= ${value} and s.reason <= ${value}` : `s.reason = ${value}`

/** Suppressions within reach, newest first, as far as they were looked at. */
export function listSuppressions(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  { address, reason, since }: Pick<SuppressionListQuery, 'address' | 'reason' | 'since'>,
  page: Page,
): Promise<Looked<Suppression>> {
  const values: unknown[] = [tenantId]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const byReason = address === undefined && reason !== undefined
  const asked = [
    ...(address === undefined ? [] : [`s.address_key = ${bind(suppressionKey(address))}`]),
    ...(reason === undefined ? [] : [reasonIs(bind(reason), byReason)]),
    ...(inboxId === null ? [] : [`s.inbox_id = ${bind(inboxId)}`]),
  ]
  const bounds = [
    ...(since === undefined ? [] : [`s.id >= ${bind(firstIdAt('suppression', since))}`]),
    ...(page.after === null ? [] : [`s.id < ${bind(page.after[0])}`]),
  ]
  const chosen = ['s.tenant_id = $1', ...asked.slice(0, 1), ...bounds]
  return lookThrough(
    sql,
    {
      own: 's',
      ids: `select s.id, s.address_key, s.reason, s.inbox_id from suppressions s where ${chosen.join(' and ')} order by ${byReason ? 's.reason, ' : ''}s.id desc`,
      row: 'suppressions s on s.tenant_id = $1 and s.id = k.id',
      conditions: asked.slice(1),
      columns,
    },
    values,
    page.limit,
  )
}

/** Takes an address off the list; undefined where it isn't on it, within reach. */
export async function deleteSuppression(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  address: string,
): Promise<Suppression | undefined> {
  const rows = await tx.query<Suppression>(
    `delete from suppressions s where s.tenant_id = $1 and s.address_key = $2
       and ($3::text is null or s.inbox_id = $3) returning ${columns}`,
    [tenantId, suppressionKey(address), inboxId],
  )
  return rows[0]
}
