/** Whether the key of a request that takes long is still good. */
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Sql } from '../../lib/sql.ts'
import { findPrincipal } from '../../store/api-key.ts'

/** For answers that go on after their admission. @throws ServiceError `unauthorized`. */
export async function assertKeyLives(sql: Sql, { keyHash }: Principal): Promise<void> {
  if ((await findPrincipal(sql, keyHash)) === undefined) throw new ServiceError('unauthorized')
}
