/** The bytes that leave: the stored message as it was judged and approved, with our signatures before it. */
import { hash } from 'node:crypto'
import { type DkimKey, dkimSignatures } from '../../mail/dkim.ts'
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
  const message = withCrlf(raw)
  return keys.length === 0 ? message : Buffer.concat([await dkimSignatures(message, keys), message])
}

const cr = 0x0d
const lf = 0x0a

/** Line ends as SMTP has them (RFC 5321 §2.3.8), before the signature: a peer would be sent them so. */
function withCrlf(raw: Buffer): Buffer {
  if (!hasBareLineEnd(raw)) return raw
  return Buffer.from(raw.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n'), 'latin1')
}

function hasBareLineEnd(raw: Buffer): boolean {
  for (let at = raw.indexOf(lf); at >= 0; at = raw.indexOf(lf, at + 1)) if (raw[at - 1] !== cr) return true
  for (let at = raw.indexOf(cr); at >= 0; at = raw.indexOf(cr, at + 1)) if (raw[at + 1] !== lf) return true
  return false
}
