/** The hashes by which a composed message is known, made in one pass over its bytes. */
import { createHash } from 'node:crypto'

/** SHA-256, lowercase hex. */
export interface MessageHashes {
  /** Of the bytes. */
  alone: string
  /** Of the bytes and a text behind them. */
  continued: string
}

/** The hashes of `raw`, and of `raw` with `behind` behind it. */
export function messageHashes(raw: Uint8Array, behind: string): MessageHashes {
  const sha256 = createHash('sha256').update(raw)
  const continued = behind === '' ? null : sha256.copy().update(behind).digest('hex')
  const alone = sha256.digest('hex')
  return { alone, continued: continued ?? alone }
}
