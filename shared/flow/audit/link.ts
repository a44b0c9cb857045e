/** Links audit entries into the chains of their tenants, soon after they were written. */
import { genesisHash, linkHash } from '../../domain/audit-chain.ts'
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

/** Tenants, and entries of one, that a transaction links at most. */
const batch = { tenants: 50, entries: 1_000 }

/**
 * Links all entries that are visible now, tenant by tenant, in the order of their ids within a batch.
 * Any number of processes may do it at once: each chain has one writer at a time.
 * `signal` ends it between two batches.
 */
export async function linkAuditEntries(database: Database, signal?: AbortSignal): Promise<void> {
  // Round and round the tenants, so that one with many entries doesn't hold up the rest.
  for (let linked = 1; linked > 0; ) {
    linked = 0
    for (let after: string | undefined = ''; after !== undefined && signal?.aborted !== true; ) {
      const from: string = after
      const done = await database.transaction((tx) => linkBatch(tx, from))
      linked += done.linked
      after = done.last
    }
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

async function linkBatch(tx: Sql, after: string): Promise<{ last: string | undefined; linked: number }> {
  const { claimed, last } = await claimUnlinkedTenants(tx, after, batch.tenants)
  return { last, linked: claimed.length === 0 ? 0 : await linkClaimed(tx, claimed) }
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
