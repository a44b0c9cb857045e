/** Base64 as requests carry it (RFC 4648 §4): padded, without line breaks. */
import { z } from 'zod'

/** Characters that are decoded at a time, a multiple of four: of what is no base64, no more than these in vain. */
const pieceCharacters = 256 * 1024
/** What is decoded only to see whether it can be goes here, piece by piece. */
const scratch = Buffer.allocUnsafeSlow((pieceCharacters / 4) * 3)

/** Whether `text` is base64. In one pass that makes nothing. */
export const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && isDecoded(text, (piece) => scratch.write(piece, 'base64'))

/**
 * What `text` says; null where it is no base64, of which a lenient decoder would make something that nobody has sent. In
 * one pass: a pattern takes several times as long as decoding does.
 */
export function decodedBase64(text: string): Buffer | null {
  if (text.length % 4 !== 0) return null
  const bytes = Buffer.allocUnsafeSlow(bytesOf(text))
  return isDecoded(text, (piece, at) => bytes.write(piece, at, 'base64')) ? bytes : null
}

/** Bytes that so many characters stand for, the padding at their end left out. */
const bytesOf = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)

/**
 * Whether all of `text`, of a length that base64 has, is decoded by `decode`, which is given a piece, and where its bytes
 * belong, and answers how many there were. Node's decoder skips what is no base64, so that they are fewer then; and it
 * takes the letters of the other alphabet (§5).
 */
function isDecoded(text: string, decode: (piece: string, at: number) => number): boolean {
  for (let from = 0; from < text.length; from += pieceCharacters) {
    const piece = text.slice(from, from + pieceCharacters)
    if (piece.includes('-') || piece.includes('_')) return false
    // Of wider characters, a decoder might look at the lower half.
    if (Buffer.byteLength(piece) !== piece.length) return false
    const last = from + pieceCharacters >= text.length
    const expected = last ? bytesOf(piece) : (piece.length / 4) * 3
    if (decode(piece, (from / 4) * 3) !== expected) return false
  }
  return true
}

/** A field that holds some. */
export const base64Input = z
  .string()
  .refine(isBase64, 'is not base64 (RFC 4648 §4)')
  .meta({ format: 'base64', contentEncoding: 'base64' })
