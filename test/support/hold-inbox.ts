/** A process for tests to stop: holds an inbox inside a transaction, as the service's do, and says nothing more. */
import { createLog } from '../../shared/lib/log.ts'
import { openDatabase } from '../../shared/store/database.ts'

const [url, slug] = process.argv.slice(2)
const database = openDatabase(url!, 1, createLog('silent'))
await database.transaction(async (tx) => {
  await tx.query('select 1 from inboxes where slug = $1 for update', [slug])
  process.stdout.write('held\n')
  await new Promise((resolve) => setTimeout(resolve, 3_600_000))
})
