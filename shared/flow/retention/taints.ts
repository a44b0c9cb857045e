/** Forgets what untrusted mail has named once it counts no more. */
import { limits } from '../../domain/limits.ts'
import type { Database } from '../../store/database.ts'
import { findTenantsWithManyTaints, purgeTaints, trimTaints } from '../../store/taint.ts'
import { oneByOne } from '../one-by-one.ts'

/** Rows that one statement deletes. */
const batch = 5_000

/**
 * Deletes what is too old, in batches, and of each tenant that has more than `most` the oldest.
 * @throws what failed, once all other tenants are done.
 */
export async function purgeTaintedValues(
  database: Database,
  signal?: AbortSignal,
  most: number = limits.taintsPerTenant,
): Promise<void> {
  while (signal?.aborted !== true && (await purgeTaints(database, batch)) === batch);
  await oneByOne(
    await findTenantsWithManyTaints(database, most),
    (many) => trimTaints(database, many),
    signal,
  )
}
