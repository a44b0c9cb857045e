/** A user chooses how they are told by mail of what waits: of each thing, by a digest, or not at all. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { digestSeconds, type Notices, type User } from '../../domain/user.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { lockNotices, updateNotices } from '../../store/notice-choice.ts'
import { listUsers } from '../../store/user.ts'
import { assertWholeAccount } from './whole-account.ts'

/**
 * For the user of the caller's key, on record. A digest comes an hour, or a day, from now for the first time.
 * @throws ServiceError `forbidden`; `not_found` where that user is gone.
 */
export function chooseNotices(database: Database, principal: Principal, notices: Notices): Promise<User> {
  assertWholeAccount(principal)
  const { accountId, tenantId, userId, keyId } = principal
  return database.transaction(async (tx) => {
    const former = await lockNotices(tx, accountId, userId)
    if (former === undefined) throw new ServiceError('not_found')
    if (former !== notices) {
      const seconds = notices === 'hourly' || notices === 'daily' ? digestSeconds[notices] : null
      await updateNotices(tx, { accountId, userId, notices, seconds })
      const what = 'A user chose how they are told by mail of what waits.'
      const facts = { user_id: userId, notices, former_notices: former, by_key_id: keyId }
      await insertAuditEntries(tx, [auditEntry(tenantId, null, 'settings', 'low', what, facts)])
    }
    return (await listUsers(tx, accountId)).find(({ id }) => id === userId)!
  })
}
