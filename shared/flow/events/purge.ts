/** Removing events that are too old to be read again. */
import { limits } from '../../domain/limits.ts'
import type { Database } from '../../store/database.ts'
import { deleteOldEvents, findTenantsWithOldEvents } from '../../store/event.ts'
import { oneByOne } from '../one-by-one.ts'

/** Events that one statement removes: writers of the tenant's events wait for it. */
const together = 1_000

/** Removes them, tenant by tenant, until `signal` says it is enough for now. @throws what failed, once all others are done. */
export async function purgeEvents(database: Database, signal?: AbortSignal): Promise<void> {
  const tenants = await findTenantsWithOldEvents(database, limits.eventDays)
  await oneByOne(tenants, async (tenantId) => {
    for (let removed = together; removed === together && signal?.aborted !== true; )
      removed = await deleteOldEvents(database, tenantId, limits.eventDays, together)
  })
}
