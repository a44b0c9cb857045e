/** Handing out the very bytes of a message: never a virus, never what isn't scanned yet. */
import { ServiceError } from '../../domain/errors.ts'
import type { Reach } from '../../domain/principal.ts'
import type { Database } from '../../store/database.ts'
import { findMessageSafety } from '../../store/message.ts'
import { findRawMessage } from '../../store/raw-message.ts'

/**
 * The raw message; undefined where there is none within reach.
 * @throws ServiceError `attachment_infected`, `attachment_unavailable`.
 */
export async function originalMessage(
  database: Database,
  reach: Reach,
  id: string,
  slug?: string,
): Promise<Uint8Array | undefined> {
  const safety = await findMessageSafety(database, reach, id, slug)
  if (safety === undefined) return undefined
  if (safety.infected)
    throw new ServiceError(
      'attachment_infected',
      'The message is infected: its original can not be downloaded.',
    )
  if (safety.status === 'processing' || safety.pending)
    throw new ServiceError('attachment_unavailable', 'The message has not been scanned yet.')
  return (await findRawMessage(database, reach.tenantId, id)) ?? undefined
}
