/** A process for tests to kill: runs the embedded Postgres of the folder it is given and prints its URL. */
import { startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { createLog } from '../../shared/lib/log.ts'

const { url, stop } = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: createLog('silent') })
process.on('SIGINT', () => process.stdout.write('SIGINT\n'))
process.on('SIGTERM', async () => {
  await stop()
  process.exit(0)
})
// Last: whoever reads it may send a signal at once.
process.stdout.write(`${url}\n`)
