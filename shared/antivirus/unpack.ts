/** Unpacks a compressed stream up to a number of bytes, and never further. */
import { createGunzip, createInflateRaw } from 'node:zlib'

/** The stream unpacks to more than it may. */
export class UnpacksTooFarError extends Error {}

/** Bytes a caller sees of the beginning before it says whether it wants the rest. */
const headBytes = 512

/**
 * Unpacks `packed` and answers how many bytes it unpacks to; `content` only when `wants` says so of its first
 * 512 bytes, null otherwise: what isn't wanted is counted and dropped.
 * @throws UnpacksTooFarError beyond `maxBytes`; an error of node:zlib when `packed` is damaged.
 */
export async function unpack(
  packed: Uint8Array,
  format: 'deflate' | 'gzip',
  maxBytes: number,
  wants: (head: Uint8Array) => boolean,
): Promise<{ bytes: number; content: Uint8Array | null }> {
  const stream =
    format === 'gzip' ? createGunzip({ chunkSize: 65_536 }) : createInflateRaw({ chunkSize: 65_536 })
  stream.end(packed)
  const kept: Uint8Array[] = []
  let bytes = 0
  let wanted: boolean | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UnpacksTooFarError(`unpacks to more than ${maxBytes} bytes`)
    if (wanted === false) continue
    kept.push(chunk)
    if (wanted === undefined && bytes >= headBytes) {
      wanted = wants(Buffer.concat(kept))
      if (!wanted) kept.length = 0
    }
  }
  const whole = wanted === false ? null : Buffer.concat(kept)
  return { bytes, content: whole !== null && (wanted ?? wants(whole)) ? whole : null }
}
