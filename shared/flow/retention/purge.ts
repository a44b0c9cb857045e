/** Removes mail that is older than its inbox keeps it: a little at a time, in nobody's way. */
import { setTimeout as sleep } from 'node:timers/promises'
import { auditEntry } from '../../domain/audit.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { purgeDrafts } from '../../store/draft.ts'
import { lockInboxes } from '../../store/inbox.ts'
import {
  endPurge,
  findInboxesToPurge,
  forgetGoneThreads,
  type InboxToPurge,
  isLimitTheSame,
  purgeMessages,
} from '../../store/retention.ts'
import { oneByOne } from '../one-by-one.ts'

const dayMs = 86_400_000
/** Milliseconds between two batches of an inbox: mail for it may have been waiting for the first to end. */
const restMs = 20
/** Times that an inbox may be found locked before its turn is over. */
const patience = 20

/**
 * Purges every inbox with `retention_days` that was not purged in the day before `now`, and puts on record how many
 * messages that removed: one entry an inbox and day. What a process that ended has done is counted in the next entry.
 * An inbox that fails is left for the next time, and holds up no other.
 * @throws what failed, once all others are purged.
 */
export async function purgeOldMail(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const due = await findInboxesToPurge(database, new Date(now.getTime() - dayMs))
  await oneByOne(due, async (inbox) => {
    if (await removeOldMessages(database, inbox, now, signal)) await end(database, inbox, now)
  })
}

const cutoffOf = ({ retentionDays }: InboxToPurge, now: Date): Date =>
  new Date(now.getTime() - retentionDays * dayMs)

/**
 * Whether nothing is left to be removed; false where the inbox is busy, or the process is ending. Its limit may be changed
 * while others are purged, or between two batches: nothing is left to be removed by the old one then.
 */
async function removeOldMessages(
  database: Database,
  inbox: InboxToPurge,
  now: Date,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let refused = 0; refused < patience && signal?.aborted !== true; ) {
    const removed = await database.transaction(async (tx) => {
      const { locked, existing } = await lockInboxes(tx, [inbox], false)
      if (!existing.has(inbox.inboxId)) return 0
      if (!locked.has(inbox.inboxId)) return undefined
      return (await isLimitTheSame(tx, inbox)) ? purgeMessages(tx, inbox, cutoffOf(inbox, now)) : 0
    })
    if (removed === 0) return true
    if (removed === undefined) refused++
    await sleep(restMs)
  }
  return false
}

async function end(database: Database, inbox: InboxToPurge, now: Date): Promise<void> {
  await forgetGoneThreads(database, inbox)
  await database.transaction(async (tx) => {
    // Locks the inbox before its drafts, as whoever sends one does.
    const { count, limitIsTheSame } = await endPurge(tx, inbox, now)
    if (limitIsTheSame) await purgeDrafts(tx, inbox, cutoffOf(inbox, now))
    if (count === 0) return
    const { tenantId, inboxId, retentionDays } = inbox
    const days = `${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}`
    await insertAuditEntries(tx, [
      auditEntry(tenantId, inboxId, 'purge', 'low', `Messages older than ${days} were removed.`, {
        message_count: count,
        retention_days: retentionDays,
        before: cutoffOf(inbox, now).toISOString(),
      }),
    ])
  })
}
