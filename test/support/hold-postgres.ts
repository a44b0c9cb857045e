/** A process for tests to kill: runs the embedded Postgres of the folder it is given and prints its URL. */
import { startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { createLog } from '../../shared/lib/log.ts'

const { url, stop } = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: createLog('silent') })
process.stdout.write(`${url}\n`)
process.on('SIGTERM', async () => {
  await stop()
  process.exit(0)
})
