/** Charsets of seven bits that shift to Chinese or Korean characters and back, which the Encoding Standard no longer reads. */
import { TextDecoder } from 'node:util'

const [lineFeed, tilde, shiftOut, shiftIn, escapeByte] = [0x0a, 0x7e, 0x0e, 0x0f, 0x1b]

/** The text of `bytes` in the charset `name` (lower case); null for any that is none of these. Linear; never throws. */
export function decodeShifted(bytes: Uint8Array, name: string): string | null {
  switch (name) {
    case 'hz':
    case 'hz-gb-2312':
      return new TextDecoder('gbk').decode(unshiftedHz(bytes))
    case 'iso-2022-kr':
    case 'csiso2022kr':
      return new TextDecoder('euc-kr').decode(unshifted(bytes))
    case 'iso-2022-cn':
      return new TextDecoder('gbk').decode(unshifted(bytes))
    default:
      return null
  }
}

/** Whether a byte of seven bits can be half of a character. */
const isHalf = (byte: number | undefined): boolean => byte !== undefined && byte > 0x20 && byte < 0x7f

/** Puts the eighth bit back that both halves of a character have where nothing shifts (RFC 1843). */
function unshiftedHz(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let length = 0
  let shifted = false
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!
    const next = bytes[at + 1]
    if (!shifted && byte === tilde && next === tilde) {
      out[length++] = tilde
      at += 2
    } else if (byte === tilde && next === (shifted ? 0x7d : 0x7b)) {
      shifted = !shifted
      at += 2
    } else if (!shifted && byte === tilde && next === lineFeed) at += 2
    else if (shifted && isHalf(byte) && isHalf(next)) {
      out[length++] = byte | 0x80
      out[length++] = next! | 0x80
      at += 2
    } else {
      // A line ends in ASCII, whatever it has forgotten.
      if (byte === lineFeed) shifted = false
      out[length++] = byte
      at++
    }
  }
  return out.subarray(0, length)
}

/** The same of text that SO and SI shift, without the sequences that say to what (RFC 1557, RFC 1922). */
function unshifted(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let length = 0
  let shifted = false
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!
    const next = bytes[at + 1]
    if (byte === escapeByte && next === 0x24 && (bytes[at + 2] === 0x29 || bytes[at + 2] === 0x2a)) at += 4
    else if (byte === shiftOut || byte === shiftIn) {
      shifted = byte === shiftOut
      at++
    } else if (shifted && isHalf(byte) && isHalf(next)) {
      out[length++] = byte | 0x80
      out[length++] = next! | 0x80
      at += 2
    } else {
      if (byte === lineFeed) shifted = false
      out[length++] = byte
      at++
    }
  }
  return out.subarray(0, length)
}
