/** Walks a tenant's chain of audit entries and finds the first place where it was tampered with. */
import { type ChainedEntry, genesisHash, linkHash } from '../../domain/audit-chain.ts'
import {
  type ChainCounts,
  countChain,
  findStrayEntry,
  readChain,
  type StoredLink,
} from '../../store/audit-chain.ts'
import type { Database } from '../../store/database.ts'

/** What is wrong at a place of a chain. */
export interface ChainBreak {
  kind: 'changed' | 'removed' | 'inserted' | 'reordered' | 'truncated'
  /** Where; null for an entry that has no place. */
  sequence: number | null
  entryId: string | null
  detail: string
}

/** What became of verifying a tenant's chain. */
export interface ChainReport {
  tenantId: string
  /** The end of the chain, for an operator to note elsewhere: hash in hex. */
  head: { sequence: number; hash: string }
  /** Entries that were written a moment ago, and have no place yet. */
  waiting: number
  break: ChainBreak | null
}

/** The end of a chain as it was noted before: hash in hex. */
export interface NotedHead {
  sequence: number
  hash: string
}

const pageSize = 2_000

/**
 * Verifies a chain up to where its head is now. With `noted`, the chain must also still hold that place with that
 * hash: then a tail that was cut off, or a chain that was written anew as a whole, shows as well.
 */
export async function verifyChain(
  database: Database,
  tenantId: string,
  noted?: NotedHead,
): Promise<ChainReport> {
  const counts = await countChain(database, tenantId)
  const { head, waiting } = counts
  const found =
    (await walk(database, counts, noted)) ??
    checkEnd(counts, noted) ??
    strayBreak(await database.transaction((tx) => findStrayEntry(tx, tenantId)))
  return { tenantId, head: { sequence: head.sequence, hash: hex(head.hash) }, waiting, break: found }
}

/** The first break among the links up to the head. */
async function walk(
  database: Database,
  { head, highest }: ChainCounts,
  noted: NotedHead | undefined,
): Promise<ChainBreak | null> {
  let previous: { sequence: number; hash: Uint8Array } = { sequence: 0, hash: genesisHash }
  const last = Math.max(head.sequence, highest)
  for (;;) {
    const page = await readChain(database, head.tenantId, { after: previous.sequence, last, limit: pageSize })
    for (const link of page) {
      const found = checkLink(previous, link, page) ?? checkNoted(link, noted)
      if (found !== null) return found
      previous = link
    }
    if (page.length < pageSize) break
  }
  if (previous.sequence === head.sequence && !Buffer.from(previous.hash).equals(head.hash))
    return {
      kind: 'changed',
      sequence: head.sequence,
      entryId: null,
      detail: 'its hash is not that of the head',
    }
  return null
}

/** What is wrong with a link behind `previous`; `others` are the links around it. */
export function checkLink(
  previous: { sequence: number; hash: Uint8Array },
  { sequence, entryId, hash, entry }: StoredLink,
  others: StoredLink[],
): ChainBreak | null {
  if (sequence !== previous.sequence + 1)
    return {
      kind: 'removed',
      sequence: previous.sequence + 1,
      entryId: null,
      detail: `the links ${previous.sequence + 1} to ${sequence - 1} are missing`,
    }
  if (entry === null) return { kind: 'removed', sequence, entryId, detail: 'its entry is missing' }
  const fits = (one: Omit<ChainedEntry, 'sequence'>) =>
    linkHash(previous.hash, { ...one, sequence }).equals(hash)
  if (fits(entry)) return null
  const rightful = others.find((other) => other.entry !== null && fits(other.entry))
  if (rightful === undefined)
    return { kind: 'changed', sequence, entryId, detail: 'its entry is not the one that was linked' }
  return { kind: 'reordered', sequence, entryId, detail: `the entry ${rightful.entryId} was linked here` }
}

function checkNoted(
  { sequence, entryId, hash }: StoredLink,
  noted: NotedHead | undefined,
): ChainBreak | null {
  if (noted?.sequence !== sequence || hex(hash) === noted.hash) return null
  return {
    kind: 'changed',
    sequence,
    entryId,
    detail: 'its hash is not the one that was noted: all was written anew',
  }
}

/** Whether the links end where the head says, and reach what was noted. */
function checkEnd({ head, highest, missing }: ChainCounts, noted: NotedHead | undefined): ChainBreak | null {
  const truncated = (sequence: number, detail: string): ChainBreak => ({
    kind: 'truncated',
    sequence,
    entryId: null,
    detail,
  })
  if (highest < head.sequence)
    return truncated(highest + 1, `the links end with ${highest}, the head is at ${head.sequence}`)
  if (highest > head.sequence)
    return truncated(head.sequence + 1, `the head is at ${head.sequence}, the links end with ${highest}`)
  if (noted !== undefined && noted.sequence > highest)
    return truncated(highest + 1, `the links end with ${highest}, noted was ${noted.sequence}`)
  if (missing !== null)
    return { kind: 'removed', sequence: null, entryId: missing, detail: 'it waited to be linked' }
  return null
}

function strayBreak(entryId: string | undefined): ChainBreak | null {
  if (entryId === undefined) return null
  return { kind: 'inserted', sequence: null, entryId, detail: 'an entry that was never linked' }
}

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')
