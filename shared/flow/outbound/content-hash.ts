/** The hash by which a version of a message that leaves is known: of its bytes, and of who gets it without standing in them. */
import { createHash } from 'node:crypto'
import type { Recipient } from '../../domain/outbound.ts'

/**
 * SHA-256 of a composed message, lowercase hex. Where it has Bcc recipients, which its header doesn't name, a line
 * `Bcc: address` (CRLF) for each of them is hashed behind it, in order.
 */
export function contentHash(raw: Uint8Array, recipients: readonly Recipient[]): string {
  const sha256 = createHash('sha256').update(raw)
  for (const { address, field } of recipients) if (field === 'bcc') sha256.update(`Bcc: ${address}\r\n`)
  return sha256.digest('hex')
}

/** Whether a version is of these bytes and recipients; one that an older release has stored is of its bytes alone. */
export const isVersion = (
  contentSha256: string,
  raw: Uint8Array,
  recipients: readonly Recipient[],
): boolean => contentHash(raw, recipients) === contentSha256 || contentHash(raw, []) === contentSha256
