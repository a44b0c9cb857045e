/** The operator's command that brings the database to the newest schema, as the owner of its tables: `npm run migrate`. */
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { createLog } from '../shared/lib/log.ts'
import { migrateAll } from './migrate.ts'
import { describeFailure } from './start-failure.ts'

/** Ends with 0 once the schema is up to date and the user of DATABASE_URL may work on it. */
async function main(): Promise<void> {
  // It runs no role, and needs nothing that one asks for.
  const { DATABASE_URL, DATABASE_OWNER_URL, LOG_LEVEL } = parseConfig({
    ...readEnvironment(),
    ROLES: 'worker',
  })
  if (DATABASE_URL === undefined)
    throw new ConfigError([
      'DATABASE_URL: unset, so that the service runs an embedded Postgres, which it brings up to date at each start: npm start; for another Postgres, set DATABASE_URL',
    ])
  await migrateAll(DATABASE_OWNER_URL ?? DATABASE_URL, createLog(LOG_LEVEL), DATABASE_URL)
  process.stderr.write('The database is up to date.\n')
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = error instanceof ConfigError ? 78 : 1
})
