/** The operator's command that makes and prints a key to read the mail of `postmaster@` and `abuse@` with. */
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { generatedSecret } from '../config/secrets.ts'
import { postmasterSlug } from '../shared/domain/address.ts'
import { issuePostmasterKey } from '../shared/flow/account/postmaster.ts'
import { Keyring } from '../shared/lib/keyring.ts'
import { Lifecycle } from '../shared/lib/lifecycle.ts'
import { createLog } from '../shared/lib/log.ts'
import { openDatabase } from '../shared/store/database.ts'
import { databaseUrlForCommand } from './context.ts'
import { migrateAll } from './migrate.ts'

/** Prints the key alone on standard output, and on standard error what to do with it. */
async function main(): Promise<void> {
  const config = parseConfig(readEnvironment())
  const log = createLog('error')
  const lifecycle = new Lifecycle(log)
  try {
    const databaseUrl = await databaseUrlForCommand(config, log, lifecycle)
    await migrateAll(databaseUrl, log)
    const database = openDatabase(databaseUrl, 1, log)
    lifecycle.add('database', () => database.close())
    const keyring = new Keyring(config.SECRET_KEY ?? generatedSecret(config.DATA_DIR, 'secret-key'))
    const { key } = await issuePostmasterKey(database, keyring)
    process.stderr.write(
      `This key is shown once. It reads the inbox ${postmasterSlug}: GET /api/v1/inboxes/${postmasterSlug}/messages\n`,
    )
    process.stdout.write(`${key}\n`)
  } finally {
    await lifecycle.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof ConfigError ? 78 : 1
})
