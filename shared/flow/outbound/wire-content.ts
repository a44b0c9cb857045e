/** The bytes that leave: the stored message as it was judged and approved, with our signatures before it. */
import { hash } from 'node:crypto'
import { type DkimKey, dkimSignatures } from '../../mail/dkim.ts'
import { withCrlf } from '../../relay/data.ts'
import type { OutboundMessage } from '../../store/outbound-message.ts'

/** The stored bytes are not those that were judged, or approved: they never leave. */
export class ContentChangedError extends Error {}

/**
 * Checks the stored bytes against the hash that was judged, and the one that was approved, and signs them.
 * @throws ContentChangedError
 */
export async function wireContent(
  { contentSha256, approval }: Pick<OutboundMessage, 'contentSha256' | 'approval'>,
  stored: Uint8Array,
  keys: readonly DkimKey[],
): Promise<Buffer> {
  const raw = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const sha256 = hash('sha256', raw, 'hex')
  const approved = approval?.approvedSha256 ?? contentSha256
  if (sha256 !== contentSha256 || sha256 !== approved)
    throw new ContentChangedError('the stored message is not the one that was judged')
  // Before the signature: the peer is sent it so.
  const message = withCrlf(raw)
  return keys.length === 0 ? message : Buffer.concat([await dkimSignatures(message, keys), message])
}
