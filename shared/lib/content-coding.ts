/** Content codings of stored bytes: as they are, or as a Zstandard frame (RFC 8878) where that is worth it. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Names as HTTP has them (RFC 9110 §8.4.1). */
export type ContentCoding = 'identity' | 'zstd'

export interface CodedContent {
  coding: ContentCoding
  content: Uint8Array
}

/** Shorter content fits a row as it is. */
const worthwhileBytes = 4_096
/** Longer content is attachments for the most part, which gains little for the time it takes. */
const longestBytes = 256 * 1024
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** `content` compressed where that makes it smaller by a quarter or more; else itself, uncopied. */
export function encodeContent(content: Uint8Array): CodedContent {
  if (content.length >= worthwhileBytes && content.length <= longestBytes) {
    const compressed = zstdCompressSync(content, options)
    if (compressed.length <= content.length * 0.75) return { coding: 'zstd', content: compressed }
  }
  return { coding: 'identity', content }
}

/** The bytes that were encoded. @throws Error where `content` is not of its coding. */
export function decodeContent({ coding, content }: CodedContent): Uint8Array {
  return coding === 'zstd' ? zstdDecompressSync(content) : content
}
