/** The refusal of a slug that is taken, which says whose inbox has it where that is the account's own. */
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { slugTakenBy } from '../../domain/slug-taken-by.ts'
import { findTenant } from '../../store/api-key.ts'
import type { Database } from '../../store/database.ts'
import { findInboxId } from '../../store/inbox.ts'
import { behindWall } from '../../store/tenant-wall.ts'

/** `slug_taken`: of an inbox of the account, in either mode, it tells that; of others' as little as before. */
export async function slugTaken(
  database: Database,
  { tenantId, accountId, mode }: Pick<Principal, 'tenantId' | 'accountId' | 'mode'>,
  slug: string,
): Promise<ServiceError> {
  const has = async (own: string | undefined) =>
    own !== undefined &&
    (await findInboxId(
      behindWall(database, { tenantId: own, accountId }),
      { tenantId: own, inboxId: null },
      slug,
    )) !== undefined
  if (await has(tenantId)) return new ServiceError('slug_taken', slugTakenBy.ownInSameMode)
  if (!(await has(await findTenant(database, accountId, mode === 'live' ? 'sandbox' : 'live'))))
    return new ServiceError('slug_taken')
  return new ServiceError('slug_taken', mode === 'live' ? slugTakenBy.ownSandbox : slugTakenBy.ownLive)
}
