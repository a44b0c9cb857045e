/** Links audit entries into the chains of their tenants, soon after they were written. */
import { genesisHash, linkHash } from '../../domain/audit-chain.ts'
import { isDatabaseAway } from '../../domain/errors.ts'
import type { Sql } from '../../lib/sql.ts'
import {
  type ChainHead,
  type ChainLink,
  claimUnlinkedTenants,
  findChainHeads,
  findUnlinkedEntries,
  insertChainLinks,
  lockChains,
  type UnlinkedEntry,
} from '../../store/audit-chain.ts'
import type { Database } from '../../store/database.ts'
import { throwAny } from '../one-by-one.ts'

/** Tenants, and entries of one, that a transaction links at most. */
const batch = { tenants: 50, entries: 1_000 }

/**
 * Links all entries that are visible now, tenant by tenant, in the order of their ids within a batch.
 * Any number of processes may do it at once: each chain has one writer at a time.
 * `signal` ends it between two batches. Where a batch fails, each of its tenants is linked alone.
 * @throws what failed, once all other tenants are linked.
 */
export async function linkAuditEntries(database: Database, signal?: AbortSignal): Promise<void> {
  // Round and round the tenants, so that one with many entries doesn't hold up the rest.
  const failures = new Map<string, unknown>()
  for (let linked = 1; linked > 0; ) {
    linked = 0
    for (let after: string | undefined = ''; after !== undefined && signal?.aborted !== true; ) {
      const done: Linked = await linkBehind(database, after, failures)
      linked += done.linked
      after = done.last
    }
  }
  throwAny([...failures.values()])
}

interface Linked {
  /** The last tenant of those that were looked at; undefined where there is none. */
  last: string | undefined
  linked: number
}

/** Links the next tenants behind `after`: together, or else each alone. Tenants that fail are noted in `failures`. */
async function linkBehind(
  database: Database,
  after: string,
  failures: Map<string, unknown>,
  count = batch.tenants,
): Promise<Linked> {
  const found: Linked = { last: undefined, linked: 0 }
  try {
    await database.transaction(async (tx) => {
      const { claimed, last } = await claimUnlinkedTenants(tx, after, count)
      found.last = last
      found.linked = claimed.length === 0 ? 0 : await linkClaimed(tx, claimed)
    })
    return found
  } catch (error) {
    const { last } = found
    if (isDatabaseAway(error) || last === undefined) throw error
    if (count === 1) {
      failures.set(last, error)
      return { last, linked: 0 }
    }
    let linked = 0
    for (let from: string | undefined = after; from !== undefined && from !== last; ) {
      const one: Linked = await linkBehind(database, from, failures, 1)
      linked += one.linked
      from = one.last
    }
    return { last, linked }
  }
}

/** Links all entries of one tenant that are visible now; waits for whoever is linking them. */
export async function linkTenant(database: Database, tenantId: string): Promise<void> {
  for (let linked = batch.entries; linked === batch.entries; )
    linked = await database.transaction(async (tx) => {
      await lockChains(tx, [tenantId])
      return linkClaimed(tx, [tenantId])
    })
}

/**
 * Links entries of tenants that this transaction has claimed; answers how many.
 * The claim was a statement of its own: one that began before it may not see what the claim's last holder has linked.
 */
async function linkClaimed(tx: Sql, tenantIds: string[]): Promise<number> {
  const [heads, entries] = await Promise.all([
    findChainHeads(tx, tenantIds),
    findUnlinkedEntries(tx, tenantIds, batch.entries),
  ])
  const { links, ends } = chainEntries(heads, entries)
  if (links.length > 0) await insertChainLinks(tx, links, ends)
  return links.length
}

/** The links of `entries` behind `heads`, and the heads of the chains that grow by them. */
export function chainEntries(
  heads: ChainHead[],
  entries: UnlinkedEntry[],
): { links: ChainLink[]; ends: ChainHead[] } {
  const known = new Map(heads.map((head) => [head.tenantId, head]))
  const ends = new Map<string, ChainHead>()
  const links = entries.map((entry) => {
    const tenantId = entry.tenant_id
    const previous = ends.get(tenantId) ?? known.get(tenantId) ?? { sequence: 0, hash: genesisHash }
    const sequence = previous.sequence + 1
    const hash = linkHash(previous.hash, { ...entry, sequence })
    ends.set(tenantId, { tenantId, sequence, hash })
    return { tenantId, sequence, entryId: entry.id, hash }
  })
  return { links, ends: [...ends.values()] }
}
