/** Brings the database to the newest schema: the service's own tables, then the queues. */
import type { Log } from '../shared/lib/log.ts'
import { installQueues } from '../shared/queue/queue.ts'
import { migrate } from '../shared/store/migrate.ts'
import { databaseCode } from '../shared/store/store-error.ts'

/** The database can't be used as it is configured; the message says why, and never the password. */
export class DatabaseUnusableError extends Error {}

/**
 * Safe to run by several processes at once.
 * @throws DatabaseUnusableError where it can't be reached, or lets nobody in; else the database's error.
 */
export async function migrateAll(databaseUrl: string, log: Log): Promise<void> {
  try {
    await migrate(databaseUrl)
    await installQueues(databaseUrl, log)
  } catch (error) {
    const code = databaseCode(error)
    const why = code.startsWith('28')
      ? 'it refuses the user or the password'
      : code === '3D000'
        ? 'it has no database of that name'
        : /^(E[A-Z_]+|08...|57P..|53300)$/.test(code)
          ? `it can not be reached (${code})`
          : undefined
    if (why === undefined) throw error
    throw new DatabaseUnusableError(`DATABASE_URL: the Postgres at ${addressOf(databaseUrl)}: ${why}`, {
      cause: error,
    })
  }
}

function addressOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'that address'
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `${searchParams.get('host') ?? host}, database ${decodeURIComponent(pathname.slice(1)) || 'by default'}`
}
