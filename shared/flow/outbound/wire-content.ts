/** The bytes that leave: the stored message as it was judged and approved, with our signatures before it. */
import { headerRefusal } from '../../domain/send-headers.ts'
import { type DkimKey, signed } from '../../mail/dkim.ts'
import type { ParserPool } from '../../mail/parser-pool.ts'
import { withCrlf } from '../../relay/data.ts'
import type { OutboundMessage } from '../../store/outbound-message.ts'
import { isVersion } from './content-hash.ts'

/** The stored bytes never leave: they are not those that were judged or approved, or hold what no sender may set. */
export class UnfitContentError extends Error {
  /** RFC 3463, of the failure that its recipients are given; `message` is its text. */
  readonly enhancedCode: string

  constructor(enhancedCode: string, message: string) {
    super(message)
    this.enhancedCode = enhancedCode
  }
}

interface WireParts {
  dkimKeys: readonly DkimKey[]
  sendHeaders: readonly string[]
  parser: Pick<ParserPool, 'hashes'>
}

/**
 * Checks the stored bytes against the hash that was judged, and the one that was approved, and their `X-` fields against
 * what senders may set by now, and signs them.
 * @throws UnfitContentError; DeadlineError, ThreadDiedError.
 */
export async function wireContent(
  { contentSha256, approval, recipients }: Pick<OutboundMessage, 'contentSha256' | 'approval' | 'recipients'>,
  stored: Uint8Array,
  { dkimKeys, sendHeaders, parser }: WireParts,
): Promise<Buffer> {
  const raw = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const approved = approval?.approvedSha256 ?? contentSha256
  if (approved !== contentSha256 || !(await isVersion(contentSha256, raw, recipients, parser)))
    throw new UnfitContentError('5.6.0', 'the stored message has changed')
  // An older release took other fields, and the setting may have changed while the message waited.
  for (const name of senderFields(raw)) {
    const refusal = headerRefusal(name, sendHeaders)
    if (refusal !== null) throw new UnfitContentError('5.7.1', `the header field ${name} ${refusal}`)
  }
  // Before the signature: the peer is sent it so.
  const message = withCrlf(raw)
  return signed(message, dkimKeys)
}

/** Names of the `X-` fields of the message: all that a sender has named. */
function senderFields(raw: Buffer): string[] {
  const end = raw.indexOf('\r\n\r\n')
  const header = raw.toString('latin1', 0, end === -1 ? raw.length : end)
  return [...header.matchAll(/^(X-[^:\s]*)\s*:/gim)].map(([, name]) => name!)
}
