/** Unpacks a compressed stream up to a number of bytes, and never further. */
import { createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib'
import { joinInSteps, type Turns } from '../lib/in-steps.ts'

/** The stream unpacks to more than it may. */
export class UnpacksTooFarError extends Error {}

/** Bytes a caller sees of the beginning before it says whether it wants the rest. */
const headBytes = 512

/**
 * Unpacks `packed` and answers how many bytes it unpacks to, and how many of its own that takes; `content` only when `wants` says so of its first
 * 512 bytes, null otherwise: what isn't wanted is counted and dropped.
 * @throws UnpacksTooFarError beyond `maxBytes`; an error of node:zlib when `packed` is damaged.
 */
export async function unpack(
  packed: Uint8Array,
  format: 'deflate' | 'gzip',
  maxBytes: number,
  wants: (head: Uint8Array) => boolean,
  turns: Turns,
): Promise<{ bytes: number; packedBytes: number; content: Uint8Array | null }> {
  const kept: Uint8Array[] = []
  let bytes = 0
  let wanted: boolean | undefined
  const stream = streamOf(packed, format)
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
  const whole = wanted === false ? null : await joinInSteps(kept, turns)
  const content = whole !== null && (wanted ?? wants(whole)) ? whole : null
  return { bytes, packedBytes: stream.bytesWritten, content }
}

/**
 * The first `maxBytes` of what `packed` unpacks to, or as many as it has before it is damaged; nothing beyond is unpacked.
 * Never throws for what `packed` holds.
 */
export async function unpackStart(
  packed: Uint8Array,
  format: 'deflate' | 'gzip',
  maxBytes: number,
): Promise<{ content: Uint8Array; whole: boolean }> {
  const kept: Uint8Array[] = []
  let left = maxBytes
  try {
    for await (const chunk of streamOf(packed, format) as AsyncIterable<Buffer>) {
      kept.push(chunk.subarray(0, left))
      left -= chunk.length
      if (left < 0) return { content: Buffer.concat(kept), whole: false }
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
    return { content: Buffer.concat(kept), whole: false }
  }
  return { content: Buffer.concat(kept), whole: true }
}

function streamOf(packed: Uint8Array, format: 'deflate' | 'gzip'): Gunzip | InflateRaw {
  const stream =
    format === 'gzip' ? createGunzip({ chunkSize: 65_536 }) : createInflateRaw({ chunkSize: 65_536 })
  stream.end(packed)
  return stream
}
