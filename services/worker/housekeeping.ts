/** The worker's housekeeping: what has to be done now and then, and by nobody's request. */
import type { Billing } from '../../shared/billing/index.ts'
import { resealSecrets } from '../../shared/flow/access/secret-key.ts'
import { removeDeletedAccounts } from '../../shared/flow/account/delete.ts'
import { linkAuditEntries } from '../../shared/flow/audit/link.ts'
import { purgeEvents } from '../../shared/flow/events/purge.ts'
import { removeDeletedInboxes } from '../../shared/flow/inbox/delete.ts'
import { purgeFreedSlugs } from '../../shared/flow/inbox/purge-slugs.ts'
import { enqueueChannelNotices } from '../../shared/flow/outbound/approval/channel-notice.ts'
import { enqueueDigests } from '../../shared/flow/outbound/approval/digest.ts'
import { expireApprovals } from '../../shared/flow/outbound/approval/expire.ts'
import { enqueueWithheldNotices } from '../../shared/flow/outbound/approval/withheld-notice.ts'
import { purgeOldMail } from '../../shared/flow/retention/purge.ts'
import { purgeOldReads } from '../../shared/flow/retention/reads.ts'
import { purgeTaintedValues } from '../../shared/flow/retention/taints.ts'
import { fillSearch } from '../../shared/flow/search/fill.ts'
import { clearStatistics, countCredits, countStatistics } from '../../shared/flow/statistics/count.ts'
import type { Keyring } from '../../shared/lib/keyring.ts'
import type { Log } from '../../shared/lib/log.ts'
import { type Chore, repeat } from '../../shared/lib/repeat.ts'
import type { Queue } from '../../shared/queue/queue.ts'
import type { Database } from '../../shared/store/database.ts'

/** Starts it; any number of workers may. @returns how to stop it. */
export function startHousekeeping(parts: {
  database: Database
  queue: Queue
  billing: Billing
  slugQuarantineDays: number
  /** Whether people are told by mail of what waits. */
  approvalNotices: boolean
  keyring: Keyring
  log: Log
}): () => Promise<void> {
  const { database, log } = parts
  const chores: Chore[] = [
    { name: 'audit chain', everyMs: 500, work: (signal) => linkAuditEntries(database, signal) },
    { name: 'deleted inboxes', everyMs: 60_000, work: (signal) => removeDeletedInboxes(parts, signal) },
    { name: 'deleted accounts', everyMs: 60_000, work: (signal) => removeDeletedAccounts(parts, signal) },
    { name: 'approvals', everyMs: 10_000, work: (signal) => expireApprovals(parts, signal) },
    ...(parts.approvalNotices
      ? [
          { name: 'digests', everyMs: 15_000, work: (signal: AbortSignal) => enqueueDigests(parts, signal) },
          {
            name: 'notices of withheld mail',
            everyMs: 15_000,
            work: (signal: AbortSignal) => enqueueWithheldNotices(parts, signal),
          },
        ]
      : []),
    {
      name: 'notices in channels',
      everyMs: 5_000,
      work: (signal) => enqueueChannelNotices(parts, signal),
    },
    { name: 'events', everyMs: 600_000, work: (signal) => purgeEvents(database, signal) },
    {
      name: 'freed slugs',
      everyMs: 3_600_000,
      work: (signal) => purgeFreedSlugs(database, parts.slugQuarantineDays, signal),
    },
    { name: 'search of old mail', everyMs: 60_000, work: (signal) => fillSearch(parts, signal) },
    { name: 'webhook secrets', everyMs: 600_000, work: (signal) => resealSecrets(parts, signal) },
    { name: 'statistics', everyMs: 2_000, work: (signal) => countStatistics(database, signal) },
    { name: 'old statistics', everyMs: 600_000, work: (signal) => clearStatistics(database, signal) },
    { name: 'credits used', everyMs: 30_000, work: (signal) => countCredits(database, signal) },
    { name: 'taints', everyMs: 600_000, work: (signal) => purgeTaintedValues(database, signal) },
    { name: 'reads', everyMs: 600_000, work: (signal) => purgeOldReads(database, signal) },
    { name: 'retention', everyMs: 600_000, work: (signal) => purgeOldMail(database, new Date(), signal) },
  ]
  const stops = chores.map((chore) => repeat(chore, log))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
