/** Decodes base64 that is without fault, in steps, so that a large body takes little memory on its way. */
import { createHash } from 'node:crypto'

/** The content of a body in base64; `content` where it was to be kept, else its SHA-256, lowercase hex. */
export interface DecodedBody {
  length: number
  content: Buffer | null
  sha256: string | null
}

/** Bytes of base64 that are decoded at a time. */
const stepBytes = 48 * 1024
/** A longer line is not looked for. */
const longestLine = 1_000

/**
 * The body of `raw` from `start` to `end` if it is base64 to the letter, as every reader decodes it alike; else null.
 * Without `keep` only its length and hash are told.
 */
export function decodeStrictly(raw: Buffer, start: number, end: number, keep: boolean): DecodedBody | null {
  return inSteps(raw, start, end, keep) ?? whole(raw, start, end, keep)
}

/** Null where a step before the last ends within a group of four letters, or has a fault. */
function inSteps(raw: Buffer, start: number, end: number, keep: boolean): DecodedBody | null {
  if (end - start <= stepBytes) return null
  const line = raw.subarray(start, Math.min(end, start + longestLine)).indexOf(0x0a) + 1
  const step = line === 0 ? stepBytes : Math.max(1, Math.floor(stepBytes / line)) * line
  const content = keep ? Buffer.allocUnsafe(Math.ceil(((end - start) * 3) / 4)) : null
  const hash = keep ? null : createHash('sha256')
  let length = 0
  for (let at = start; at < end; at += step) {
    const decoded = atobOf(raw, at, Math.min(end, at + step))
    // Whole groups without padding are three bytes each: what the steps give together is what all gives at once.
    if (decoded === null || (at + step < end && decoded.length % 3 !== 0)) return null
    content?.write(decoded, length, 'latin1')
    hash?.update(decoded, 'latin1')
    length += decoded.length
  }
  return { length, content: content?.subarray(0, length) ?? null, sha256: hash?.digest('hex') ?? null }
}

function whole(raw: Buffer, start: number, end: number, keep: boolean): DecodedBody | null {
  const decoded = atobOf(raw, start, end)
  if (decoded === null) return null
  const { length } = decoded
  if (keep) return { length, content: Buffer.from(decoded, 'latin1'), sha256: null }
  return { length, content: null, sha256: createHash('sha256').update(decoded, 'latin1').digest('hex') }
}

/** The one strict decoder that is native: it throws at the first fault. */
function atobOf(raw: Buffer, start: number, end: number): string | null {
  try {
    return atob(raw.toString('latin1', start, end))
  } catch {
    return null
  }
}
