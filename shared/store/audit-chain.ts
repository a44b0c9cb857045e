/** The chains of audit entries in the database: linking what was written, and reading it in order. */
import { type ChainedEntry, genesisHash } from '../domain/audit-chain.ts'
import type { AuditLogFilters } from '../domain/audit-log.ts'
import { firstIdAt } from '../domain/ids.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'

/** Any number: it tells the locks of chains from other advisory locks. */
const chainLocks = 7_203_015

/** The end of a tenant's chain. */
export interface ChainHead {
  tenantId: string
  /** 0 where there is no entry yet. */
  sequence: number
  hash: Uint8Array
}

/** SQL: an entry `e` with its time as the API writes it, to the microsecond where it has any. */
export const entryColumns = `e.tenant_id, e.id, e.inbox_id, e.event_type, e.severity, e.description, e.metadata,
  regexp_replace(to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '000$', '') || 'Z' as created_at`

/** An entry without its place. */
export type UnlinkedEntry = Omit<ChainedEntry, 'sequence'>

/**
 * Finds up to `limit` tenants with entries to be linked, those after `after` in the order of ids; `last` is the last of
 * them. Makes this transaction the only one to link entries of `claimed`: those that no other transaction is linking.
 */
export async function claimUnlinkedTenants(
  tx: Sql,
  after: string,
  limit: number,
): Promise<{ claimed: string[]; last: string | undefined }> {
  const rows = await tx.query<{ tenant_id: string; claimed: boolean }>(
    `with recursive waiting (tenant_id, n) as (
       (select tenant_id, 1 from audit_unlinked where tenant_id > $1 order by tenant_id limit 1)
       union all
       (select u.tenant_id, w.n + 1 from waiting w cross join lateral (
          select tenant_id from audit_unlinked where tenant_id > w.tenant_id order by tenant_id limit 1) u
        where w.n < $2)
     ), found as materialized (select tenant_id from waiting)
     select tenant_id, pg_try_advisory_xact_lock($3, hashtext(tenant_id)) as claimed from found order by tenant_id`,
    [after, limit, chainLocks],
  )
  const claimed = rows.filter((row) => row.claimed).map(({ tenant_id }) => tenant_id)
  return { claimed, last: rows.at(-1)?.tenant_id }
}

/** Waits until this transaction is the only one that may link entries of these tenants. */
export async function lockChains(tx: Sql, tenantIds: string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock($2, key) from (
       select distinct hashtext(id) as key from unnest($1::text[]) as t(id) order by key) as keys`,
    [tenantIds, chainLocks],
  )
}

/** The heads of chains; a tenant without one is missing. */
export async function findChainHeads(sql: Sql, tenantIds: string[]): Promise<ChainHead[]> {
  return sql.query<{ tenantId: string; sequence: number; hash: Buffer }>(
    'select tenant_id as "tenantId", sequence, hash from audit_heads where tenant_id = any($1) order by tenant_id',
    [tenantIds],
  )
}

/** Where a tenant's chain ends now. */
export async function findChainHead(sql: Sql, tenantId: string): Promise<ChainHead> {
  const [head] = await findChainHeads(sql, [tenantId])
  return head ?? { tenantId, sequence: 0, hash: genesisHash }
}

/** Up to `each` entries of each tenant that are to be linked, in the order of their ids. */
export function findUnlinkedEntries(tx: Sql, tenantIds: string[], each: number): Promise<UnlinkedEntry[]> {
  return tx.query<UnlinkedEntry>(
    `select ${entryColumns} from unnest($1::text[]) as w(tenant_id)
     cross join lateral (select entry_id from audit_unlinked where tenant_id = w.tenant_id order by entry_id limit $2) u
     join audit_entries e on e.tenant_id = w.tenant_id and e.id = u.entry_id
     order by e.tenant_id, e.id`,
    [tenantIds, each],
  )
}

/** An entry's place in its chain. */
export interface ChainLink {
  tenantId: string
  sequence: number
  entryId: string
  hash: Uint8Array
}

/**
 * Writes links, and where their chains end from now on. The transaction has claimed the tenants.
 * @throws where one of the entries was linked before.
 */
export async function insertChainLinks(tx: Sql, links: ChainLink[], heads: ChainHead[]): Promise<void> {
  const rows = await tx.query(
    `with links as materialized (
       select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bytea[]) as l(tenant_id, sequence, entry_id, hash)
     ), linked as (
       insert into audit_chain (tenant_id, sequence, entry_id, hash) select * from links
     ), moved as (
       insert into audit_heads (tenant_id, sequence, hash, linked_at)
       select *, now() from unnest($5::text[], $6::bigint[], $7::bytea[])
       on conflict (tenant_id) do update set
         sequence = excluded.sequence, hash = excluded.hash, linked_at = excluded.linked_at
     )
     delete from audit_unlinked where ctid = any(array(
       -- Looked up one by one: joined, the planner may walk all that waits for each of the links.
       select u.ctid from links l cross join lateral (
         select ctid from audit_unlinked where tenant_id = l.tenant_id and entry_id = l.entry_id offset 0) u
     )) returning 1`,
    [
      links.map(({ tenantId }) => tenantId),
      links.map(({ sequence }) => sequence),
      links.map(({ entryId }) => entryId),
      links.map(({ hash }) => Buffer.from(hash)),
      heads.map(({ tenantId }) => tenantId),
      heads.map(({ sequence }) => sequence),
      heads.map(({ hash }) => Buffer.from(hash)),
    ],
  )
  if (rows.length !== links.length) throw new Error('an audit entry was linked twice')
}

/** A link as it is stored, with its entry; the entry is null where it is gone. */
export interface StoredLink {
  sequence: number
  entryId: string
  hash: Buffer
  entry: UnlinkedEntry | null
}

/** Up to `limit` links of a chain behind `after`, up to `last`, in order. */
export async function readChain(
  sql: Sql,
  tenantId: string,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<StoredLink[]> {
  const rows = await sql.query<UnlinkedEntry & { sequence: number; entryId: string; hash: Buffer }>(
    `select c.sequence, c.entry_id as "entryId", c.hash, ${entryColumns}
     from audit_chain c left join audit_entries e on e.tenant_id = c.tenant_id and e.id = c.entry_id
     where c.tenant_id = $1 and c.sequence > $2 and c.sequence <= $3 order by c.sequence limit $4`,
    [tenantId, after, last, limit],
  )
  return rows.map(({ sequence, entryId, hash, ...entry }) => ({
    sequence,
    entryId,
    hash,
    entry: entry.id === null ? null : entry,
  }))
}

/** An entry with its place and what it is verified by, hashes in hex. */
export interface ChainLine extends ChainedEntry {
  previous_hash: string
  hash: string
}

/** The entries within reach at the places behind `after`, up to `last`, that match. */
export function readChainLines(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  { inbox_id, event_type, severity, actor, since }: AuditLogFilters,
  { after, last }: { after: number; last: number },
): Promise<ChainLine[]> {
  return sql.query<ChainLine>(
    // Looked up one by one: joined, the planner may walk the tenant's chain for each of its links.
    `select c.sequence, ${entryColumns}, encode(coalesce((
       select p.hash from audit_chain p where p.tenant_id = c.tenant_id and p.sequence = c.sequence - 1
     ), $4), 'hex') as previous_hash, encode(c.hash, 'hex') as hash
     from audit_chain c
     cross join lateral (select * from audit_entries where tenant_id = c.tenant_id and id = c.entry_id offset 0) e
     where c.tenant_id = $1 and c.sequence > $2 and c.sequence <= $3
       and ($5::text is null or e.inbox_id = $5) and ($6::text is null or e.inbox_id = $6)
       and ($7::text is null or e.event_type = $7) and ($8::text is null or e.severity = $8)
       and ($9::text is null or e.id >= $9)
       and ($10::text is null or $10 in (e.actor_user_id, e.actor_key_id))
     order by c.sequence`,
    [
      tenantId,
      after,
      last,
      Buffer.from(genesisHash),
      inboxId,
      inbox_id ?? null,
      event_type ?? null,
      severity ?? null,
      since === undefined ? null : firstIdAt('auditEntry', since),
      actor ?? null,
    ],
  )
}

/** Numbers of a tenant's chain, all of one moment. */
export interface ChainCounts {
  head: ChainHead
  /** The highest sequence of a link; 0 where there is none. */
  highest: number
  /** Entries that wait to be linked. */
  waiting: number
  /** An entry that waits to be linked, and is gone. */
  missing: string | null
}

/** Where the chain of a tenant ends: by its head, and by its links. */
export async function countChain(sql: Sql, tenantId: string): Promise<ChainCounts> {
  const [row] = await sql.query<Omit<ChainCounts, 'head'> & { sequence: number; hash: Buffer | null }>(
    `select coalesce(h.sequence, 0) as sequence, h.hash,
       coalesce((select max(sequence) from audit_chain where tenant_id = $1), 0) as highest,
       (select count(*) from audit_unlinked where tenant_id = $1) as waiting,
       (select min(u.entry_id) from audit_unlinked u where u.tenant_id = $1
          and not exists (select from audit_entries e where e.tenant_id = $1 and e.id = u.entry_id)) as missing
     from (select 1) as one left join audit_heads h on h.tenant_id = $1`,
    [tenantId],
  )
  const { sequence, hash, ...rest } = row!
  return { head: { tenantId, sequence, hash: hash ?? genesisHash }, ...rest }
}

/** The first entry of a tenant that is neither linked nor waiting for it: nothing that the service wrote. */
export async function findStrayEntry(tx: Sql, tenantId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select e.id from audit_entries e where e.tenant_id = $1
       and not exists (select from audit_chain c where c.tenant_id = $1 and c.entry_id = e.id)
       and not exists (select from audit_unlinked u where u.tenant_id = $1 and u.entry_id = e.id)
     order by e.id limit 1`,
    [tenantId],
  )
  return row?.id
}

/** Tenants that have anything on record, in the order of their ids; not those whose account is being erased. */
export async function findAuditedTenants(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from tenants union select tenant_id from audit_heads union select distinct tenant_id from audit_chain
     except select t.id from tenants t join accounts a on a.id = t.account_id where a.deleted_at is not null
     order by id`,
  )
  return rows.map(({ id }) => id)
}
