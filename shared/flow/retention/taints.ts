/** Forgets what untrusted mail has named once it counts no more. */
import type { Database } from '../../store/database.ts'
import { purgeTaints, trimTaints } from '../../store/taint.ts'

/** Rows that one statement deletes. */
const batch = 5_000

/** Deletes what is too old, in batches, and of each tenant that has too many the oldest. */
export async function purgeTaintedValues(database: Database, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await purgeTaints(database, batch)) === batch);
  await trimTaints(database)
}
