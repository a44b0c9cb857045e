/** Handing out the original of a message: never a virus, never what isn't scanned yet, nor what was redacted to just anyone. */
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { assertReadable } from '../../domain/withheld.ts'
import { findBlob } from '../../store/blobs.ts'
import type { Database } from '../../store/database.ts'
import { findMessage, findMessageSafety, type StoredMessage } from '../../store/message.ts'
import { findOriginal } from '../../store/message-original.ts'

/**
 * The raw message; undefined where there is none within reach.
 * @throws ServiceError `message_withheld`, `attachment_infected`, `attachment_unavailable`; `forbidden` where a policy has taken values out of
 * what is shown of it, and the caller may not read these.
 */
export async function originalMessage(
  database: Database,
  principal: Principal,
  id: string,
  slug?: string,
): Promise<Uint8Array | undefined> {
  const safety = await findMessageSafety(database, principal, id, slug)
  if (safety === undefined) return undefined
  assertReadable(principal, safety)
  if (safety.infected)
    throw new ServiceError(
      'attachment_infected',
      'The message is infected: its original can not be downloaded.',
    )
  if (safety.status === 'processing' || safety.pending)
    throw new ServiceError('attachment_unavailable', 'The message has not been scanned yet.')
  if (safety.redacted && !principal.scopes.includes('approvals:read'))
    throw new ServiceError(
      'forbidden',
      'The message was redacted: its original can be read with the scope approvals:read only.',
    )
  return (await findBlob(database, principal.tenantId, id)) ?? undefined
}

/** A message as it was before policies took values out of it; undefined where there is none within reach. */
export async function unredactedMessage(
  database: Database,
  principal: Principal,
  id: string,
  slug?: string,
): Promise<StoredMessage | undefined> {
  const message = await findMessage(database, principal, id, slug)
  if (message === undefined || !message.redacted) return message
  const original = await findOriginal(database, principal.tenantId, id)
  if (original === undefined) return message
  const { bodySanitized: body_sanitized, extractedText: extracted_text, ...rest } = original
  return { ...message, ...rest, body_sanitized, extracted_text, redacted: false }
}
