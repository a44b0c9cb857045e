/** Brings the database to the newest schema: the service's own tables, then the queues. */
import type { Log } from '../shared/lib/log.ts'
import { installQueues } from '../shared/queue/queue.ts'
import { migrate } from '../shared/store/migrate.ts'

/** Safe to run by several processes at once. @throws the database's error. */
export async function migrateAll(databaseUrl: string, log: Log): Promise<void> {
  await migrate(databaseUrl)
  await installQueues(databaseUrl, log)
}
