/** Content codings of stored bytes: as they are, or as a Zstandard frame (RFC 8878) where that is worth it. */
import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/** Names as HTTP has them (RFC 9110 §8.4.1). */
export type ContentCoding = 'identity' | 'zstd'

export interface CodedContent {
  coding: ContentCoding
  content: Uint8Array
}

/** Shorter content fits a row as it is. */
const worthwhileBytes = 4_096
/** Longer content takes long, and is attachments for the most part, which often gain little by it: a sample tells. */
const longBytes = 256 * 1024
const sampleBytes = 64 * 1024
const sampleShare = 0.6
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * `content` compressed where that makes it smaller by a quarter or more; else itself, uncopied. Long content is compressed
 * on threads only (`onThread`), which it holds for some milliseconds a megabyte.
 */
export function encodeContent(content: Uint8Array, onThread = false): CodedContent {
  const long = content.length > longBytes
  if (content.length >= worthwhileBytes && (!long || (onThread && mayShrink(content)))) {
    const compressed = zstdCompressSync(content, options)
    if (compressed.length <= content.length * 0.75) return { coding: 'zstd', content: compressed }
  }
  return { coding: 'identity', content }
}

/** Whether the middle of long content shrinks well enough for all of it to be worth the time. */
function mayShrink(content: Uint8Array): boolean {
  const from = (content.length - sampleBytes) >>> 1
  const sample = content.subarray(from, from + sampleBytes)
  return zstdCompressSync(sample, options).length <= sampleShare * sampleBytes
}

const decompressBeside = promisify(zstdDecompress)
/** What is decoded where it is read: a crossing to a thread takes as long. A small frame can hold much more. */
const decodedHereBytes = 256 * 1024

/** The bytes that were encoded; many are decoded beside the event loop. Rejects where `content` is not of its coding. */
export async function decodeContent({ coding, content }: CodedContent): Promise<Uint8Array> {
  if (coding === 'identity') return content
  try {
    return zstdDecompressSync(content, { maxOutputLength: decodedHereBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    return decompressBeside(content, { chunkSize: decodedHereBytes })
  }
}
