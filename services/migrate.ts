/** Brings the database to the newest schema: the service's own tables, then the queues. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config/config.ts'
import { announceWait } from '../shared/lib/announce-wait.ts'
import type { Log } from '../shared/lib/log.ts'
import { installQueues } from '../shared/queue/queue.ts'
import { MigrationChangedError, migrate, NewerSchemaError } from '../shared/store/migrate.ts'
import { admitService, ownsTables } from '../shared/store/roles.ts'
import { keepsSessions } from '../shared/store/session-check.ts'
import { databaseCode } from '../shared/store/store-error.ts'

/** The database can't be used as it is configured; the message says why, and never the password. */
export class DatabaseUnusableError extends Error {}

const retryMs = 1_000
const pooled =
  'DATABASE_URL: a pooler is in between that gives each transaction another session (PgBouncer with pool_mode = transaction). The service needs sessions of its own, for LISTEN, prepared statements and settings: set pool_mode = session, or connect to Postgres itself'

/**
 * Brings the schema up to date as the owner of the tables, and lets the user of `serviceUrl` work on them.
 * Safe to run by several processes at once. A database that says nothing is waited for, and the log says so.
 * @throws DatabaseUnusableError where it can't be reached, or lets nobody in; ConfigError where it is no database of this
 *   release; else the database's error.
 */
export async function migrateAll(databaseUrl: string, log: Log, serviceUrl = databaseUrl): Promise<void> {
  const postgres = `the Postgres at ${addressOf(databaseUrl)}`
  let waitsFor = ''
  const bring = async () => {
    waitsFor = `${postgres} to answer`
    await mustKeepSessions(databaseUrl)
    waitsFor = `${postgres} to have the newest schema`
    await migrate(databaseUrl, log)
    await installQueues(databaseUrl, log)
    if (await ownsTables(databaseUrl)) await admitService(databaseUrl, serviceUrl, log)
    if (serviceUrl !== databaseUrl) await mustKeepSessions(serviceUrl)
  }
  const brought = async () => {
    for (;;) {
      try {
        await bring()
        return
      } catch (error) {
        if (!isSilence(error)) throw unusable(error, postgres)
        await sleep(retryMs)
      }
    }
  }
  await announceWait(log, () => waitsFor, brought())
}

async function mustKeepSessions(url: string): Promise<void> {
  if (!(await keepsSessions(url))) throw new ConfigError([pooled])
}

/** Whether the other end takes what is sent to it, and says nothing. */
function isSilence(error: unknown): boolean {
  const silent =
    /timeout exceeded when trying to connect|connection timeout|timeout expired|query read timeout/i
  return databaseCode(error) === 'ETIMEDOUT' || (error instanceof Error && silent.test(error.message))
}

function unusable(error: unknown, postgres: string): unknown {
  if (error instanceof MigrationChangedError || error instanceof NewerSchemaError)
    return new ConfigError([`DATABASE_URL: the database does not fit this release: ${error.message}`])
  const code = databaseCode(error)
  const why = code.startsWith('28')
    ? 'it refuses the user or the password'
    : code === '3D000'
      ? 'it has no database of that name'
      : code === '42501'
        ? 'its user owns no tables and can not make any: run npm run migrate with DATABASE_OWNER_URL'
        : /^(E[A-Z_]+|08...|57P..|53300)$/.test(code)
          ? `it can not be reached (${code})`
          : undefined
  if (why === undefined) return error
  return new DatabaseUnusableError(`DATABASE_URL: ${postgres}: ${why}`, { cause: error })
}

function addressOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'that address'
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `${searchParams.get('host') ?? host}, database ${decodeURIComponent(pathname.slice(1)) || 'by default'}`
}
