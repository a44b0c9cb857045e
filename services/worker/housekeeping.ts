/** The worker's housekeeping: what has to be done now and then, and by nobody's request. */
import { linkAuditEntries } from '../../shared/flow/audit/link.ts'
import type { Log } from '../../shared/lib/log.ts'
import { type Chore, repeat } from '../../shared/lib/repeat.ts'
import type { Database } from '../../shared/store/database.ts'

/** Starts it; any number of workers may. @returns how to stop it. */
export function startHousekeeping({ database, log }: { database: Database; log: Log }): () => Promise<void> {
  const chores: Chore[] = [
    { name: 'audit chain', everyMs: 500, work: (signal) => linkAuditEntries(database, signal) },
  ]
  const stops = chores.map((chore) => repeat(chore, log))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
