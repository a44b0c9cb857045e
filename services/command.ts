/** What the operator's commands begin with: the configuration, and the database at its newest schema. */
import { type Config, ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { Lifecycle } from '../shared/lib/lifecycle.ts'
import { createLog } from '../shared/lib/log.ts'
import { type Database, openDatabase } from '../shared/store/database.ts'
import { databaseUrlForCommand } from './context.ts'
import { migrateAll } from './migrate.ts'

/** Said to whoever wrote a command line that can't be meant; ends with status 64 (sysexits.h EX_USAGE). */
export class UsageError extends Error {}

/** Runs `work` and ends: with 78 for a bad configuration, 64 for bad usage, 1 for all else that fails, in a sentence. */
export async function runCommand(
  work: (parts: { config: Config; database: Database }) => Promise<void>,
): Promise<void> {
  const log = createLog('error')
  const lifecycle = new Lifecycle(log)
  try {
    const config = parseConfig(readEnvironment())
    const databaseUrl = await databaseUrlForCommand(config, log, lifecycle)
    await migrateAll(databaseUrl, log)
    const database = openDatabase(databaseUrl, 1, log)
    lifecycle.add('database', () => database.close())
    await work({ config, database })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = error instanceof ConfigError ? 78 : error instanceof UsageError ? 64 : 1
  } finally {
    await lifecycle.stop()
  }
}
