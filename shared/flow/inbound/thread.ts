/** Stage `thread`: joins each message to the thread that its Message-IDs point at (RFC 5322 §3.6.4). */
import type { Arrival } from '../../domain/arrival.ts'
import { newId } from '../../domain/ids.ts'
import { messageIdHash } from '../../domain/message-id.ts'
import { unheard } from '../../lib/sql.ts'
import { namesMessage } from '../../mail/message-ids.ts'
import { findKnown } from '../../store/inbound-message.ts'
import { lockInboxes } from '../../store/inbox.ts'
import { applyThreadChanges, type ThreadChanges, type ThreadReference } from '../../store/thread.ts'
import type { Stage } from '../stage.ts'
import { limitInboxes } from './limit-inboxes.ts'
import { limitRates } from './limit-rates.ts'
import type { Accepting } from './pipeline-items.ts'

/**
 * Locks the inboxes, sets the outcome of each item (stored, duplicate, inbox gone or busy, over a rate limit) and threads
 * those to be stored.
 * A late parent joins the threads of its children; the subject never joins anything.
 */
export const thread: Stage<Accepting, unknown> = {
  name: 'thread',
  async commit(tx, items) {
    const arrivals = items.map(({ arrival }) => arrival)
    const hashes = new Map(arrivals.map((arrival) => [arrival.id, messageIdHashes(arrival)]))
    // Sent together, run in order: what is known is asked for once the locks are held.
    const [{ locked, existing, thisMinute }, { duplicates, references }] = await Promise.all([
      lockInboxes(tx, arrivals, !items.some(({ skipLocked }) => skipLocked)),
      findKnown(tx, arrivals, hashes),
    ])
    const present = items.filter((item) => {
      const { inboxId } = item.arrival
      if (!locked.has(inboxId)) item.outcome = existing.has(inboxId) ? 'inbox_busy' : 'inbox_gone'
      return item.outcome === undefined
    })
    if (present.length === 0) return
    const fresh = present.filter((item) => {
      const key = `${item.arrival.inboxId}:${item.arrival.duplicateHash}`
      const known = duplicates.get(key)
      if (known === undefined) duplicates.set(key, item.arrival.id)
      else item.arrival.id = known
      item.outcome = known === undefined ? 'stored' : 'duplicate'
      return known === undefined
    })
    limitInboxes(present, thisMinute)
    await limitRates(tx, present)
    const taken = fresh.filter(({ outcome }) => outcome === 'stored')
    if (taken.length === 0) return
    const { threadOf, changes } = assignThreads(
      taken.map(({ arrival }) => arrival),
      hashes,
      references,
    )
    // Sent ahead of what the next stage writes.
    await applyThreadChanges(unheard(tx), changes)
    for (const item of taken) item.threadId = threadOf.get(item.arrival.id)!
  },
}

/** Hashes of the Message-IDs that a message has and refers to, as far as they name a message. */
function messageIdHashes({ head, reportsOn }: Arrival): string[] {
  const named = head.messageId !== null && namesMessage(head.messageId) ? [head.messageId] : []
  const own = reportsOn === undefined ? named : [...named, reportsOn]
  return [...new Set([...own, ...head.references, ...head.inReplyTo])].map(messageIdHash)
}

/**
 * Threads a batch in order, given the threads that its Message-IDs are known to belong to.
 * A thread is a connected set of Message-IDs: whoever names two of them joins their threads, the older one staying.
 */
export function assignThreads(
  arrivals: Arrival[],
  hashes: Map<string, string[]>,
  known: ThreadReference[],
): { threadOf: Map<string, string>; changes: ThreadChanges } {
  const threadByHash = new Map(known.map((ref) => [`${ref.inboxId}:${ref.hash}`, ref.threadId]))
  const mergedInto = new Map<string, string>()
  const current = (id: string): string => {
    let thread = id
    for (let next = mergedInto.get(thread); next !== undefined; next = mergedInto.get(thread)) thread = next
    return thread
  }
  const threadOf = new Map<string, string>()
  const created = new Map<string, ThreadChanges['created'][number]>()
  const joined = new Map<string, ThreadChanges['joined'][number]>()
  const changes: ThreadChanges = { created: [], joined: [], merged: [], references: [] }

  for (const arrival of arrivals) {
    const { tenantId, inboxId } = arrival
    const keys = hashes.get(arrival.id)!.map((hashed) => ({ hashed, key: `${inboxId}:${hashed}` }))
    const found = [...new Set(keys.flatMap(({ key }) => threadByHash.get(key) ?? []).map(current))].sort()
    const [oldest, ...younger] = found
    const id = oldest ?? newId('thread')
    for (const from of younger) {
      mergedInto.set(from, id)
      changes.merged.push({ tenantId, from, to: id })
    }
    for (const { hashed, key } of keys) {
      if (!threadByHash.has(key)) changes.references.push({ tenantId, inboxId, hash: hashed, threadId: id })
      threadByHash.set(key, id)
    }
    threadOf.set(arrival.id, id)
    if (oldest === undefined)
      created.set(id, {
        tenantId,
        id,
        inboxId,
        subject: arrival.head.subject,
        count: 0,
        at: arrival.receivedAt,
      })
    else if (!created.has(id) && !joined.has(id))
      joined.set(id, { tenantId, id, count: 0, at: arrival.receivedAt })
    const change = created.get(id) ?? joined.get(id)!
    change.count++
    if (arrival.receivedAt > change.at) change.at = arrival.receivedAt
  }

  // Counts and merges inside the batch: what was counted for a thread that was joined later moves along.
  for (const arrival of arrivals) threadOf.set(arrival.id, current(threadOf.get(arrival.id)!))
  for (const reference of changes.references) reference.threadId = current(reference.threadId)
  changes.created = [...created.values()]
  changes.joined = [...joined.values()]
  return { threadOf, changes }
}
