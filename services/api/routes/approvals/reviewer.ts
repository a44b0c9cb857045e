/** Who may resolve approvals. */
import { ServiceError } from '../../../../shared/domain/errors.ts'
import type { Principal } from '../../../../shared/domain/principal.ts'
import type { Reviewer } from '../../../../shared/flow/outbound/approval/resolve.ts'

/**
 * The reviewer behind a key with the scope `approvals:write`. A key that is limited to an inbox is an agent's own, and an
 * agent never approves its mail, whatever scopes the key was given.
 * @throws ServiceError `forbidden`
 */
export function reviewerOf({ inboxId, userId, keyId }: Principal): Reviewer {
  if (inboxId !== null)
    throw new ServiceError('forbidden', 'A key that is limited to one inbox can not resolve approvals.')
  return { userId, keyId }
}
