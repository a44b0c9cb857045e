/** The hash by which a version of a message that leaves is known: of its bytes, and of who gets it without standing in them. */
import type { Recipient } from '../../domain/outbound.ts'
import type { MessageHashes } from '../../mail/message-hashes.ts'
import type { ParserPool } from '../../mail/parser-pool.ts'

/**
 * The hashes of a composed message, of which `contentSha256` is what the version is known by. Where it has Bcc recipients,
 * which its header doesn't name, that is of its bytes and a line `Bcc: address` (CRLF) for each of them behind it, in order.
 * @throws DeadlineError, ThreadDiedError.
 */
export function versionHashes(
  raw: Uint8Array,
  recipients: readonly Recipient[],
  parser: Pick<ParserPool, 'hashes'>,
): Promise<MessageHashes> {
  const unnamed = recipients.filter(({ field }) => field === 'bcc')
  const lines = unnamed.map(({ address }) => `Bcc: ${address}\r\n`)
  return parser.hashes(raw, lines.join(''))
}

/**
 * Whether a version is of these bytes and recipients; one that an older release has stored is of its bytes alone.
 * @throws DeadlineError, ThreadDiedError.
 */
export async function isVersion(
  contentSha256: string,
  raw: Uint8Array,
  recipients: readonly Recipient[],
  parser: Pick<ParserPool, 'hashes'>,
): Promise<boolean> {
  const of = await versionHashes(raw, recipients, parser)
  return contentSha256 === of.contentSha256 || contentSha256 === of.rawSha256
}
