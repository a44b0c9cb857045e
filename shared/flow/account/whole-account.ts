/** Who may act for the whole account. */
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { type Role, roleScopes } from '../../domain/user.ts'

/** A sandbox key, or one of a single inbox, doesn't speak for all of it. @throws ServiceError `forbidden`. */
export function assertWholeAccount({ mode, inboxId }: Principal): void {
  if (mode === 'live' && inboxId === null) return
  throw new ServiceError('forbidden', 'This needs a live key that is not limited to one inbox.')
}

/**
 * Whoever is an owner no more does not manage the account by a key from that time: it would make them one again. `role`:
 * what the user of the caller is now; undefined: they are gone, and their key was kept. @throws ServiceError `forbidden`.
 */
export function assertManages(role: Role | undefined): void {
  if (role === undefined || roleScopes[role].includes('account:write')) return
  throw new ServiceError('forbidden', 'The user that this key belongs to is not an owner any more.')
}
