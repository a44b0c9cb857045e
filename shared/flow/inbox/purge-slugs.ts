/** Forgetting slugs of deleted inboxes, once anybody may take them. */
import type { Database } from '../../store/database.ts'
import { deleteOldSlugs } from '../../store/freed-slug.ts'

/** Slugs that one statement forgets. */
const together = 1_000

/** Forgets those that were freed more than `quarantineDays` ago, until `signal` says it is enough for now. */
export async function purgeFreedSlugs(
  database: Database,
  quarantineDays: number,
  signal?: AbortSignal,
): Promise<void> {
  for (let removed = together; removed === together && signal?.aborted !== true; )
    removed = await deleteOldSlugs(database, quarantineDays, together)
}
