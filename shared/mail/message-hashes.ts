/** The hashes by which a composed message is known, made in one pass over its bytes. */
import { createHash } from 'node:crypto'

/** SHA-256, lowercase hex. */
export interface MessageHashes {
  /** Of its bytes alone. */
  rawSha256: string
  /** Of its bytes, and of a text behind them that says what they don't. */
  contentSha256: string
}

/** The hashes of `raw`, with `behind` behind it. */
export function messageHashes(raw: Uint8Array, behind: string): MessageHashes {
  const sha256 = createHash('sha256').update(raw)
  const continued = behind === '' ? null : sha256.copy().update(behind).digest('hex')
  const rawSha256 = sha256.digest('hex')
  return { rawSha256, contentSha256: continued ?? rawSha256 }
}
