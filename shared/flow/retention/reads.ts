/** Forgets which messages a key has read once that is too long ago. */
import type { Database } from '../../store/database.ts'
import { purgeReads } from '../../store/message-read.ts'

/** Rows that one statement deletes. */
const batch = 5_000

/** Deletes what is too old, in batches. */
export async function purgeOldReads(database: Database, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await purgeReads(database, batch)) === batch);
}
