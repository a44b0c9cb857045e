/** Who may act for the whole account. */
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'

/** A sandbox key, or one of a single inbox, doesn't speak for all of it. @throws ServiceError `forbidden`. */
export function assertWholeAccount({ mode, inboxId }: Principal): void {
  if (mode === 'live' && inboxId === null) return
  throw new ServiceError('forbidden', 'This needs a live key that is not limited to one inbox.')
}
