/** Who resolves approvals. */
import type { Principal } from '../../../domain/principal.ts'
import type { Reviewer } from '../../../flow/outbound/approval/resolve.ts'

/** The reviewer behind a key; which keys may be one, scopes and shared/domain/inbox-key.ts say. */
export const reviewerOf = ({ userId, keyId }: Principal): Reviewer => ({ userId, keyId })
