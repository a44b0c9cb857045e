/** Payloads in a text that are encoded, packed or both, and what they hold. */
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { cleanText } from '../../lib/clean-text.ts'

export interface Payload {
  /** Offsets of the encoded stretch, in UTF-16 units. */
  start: number
  end: number
  /** Encodings, outermost first: `base64`, `hex`, `percent`, `gzip`, `deflate`, `zip`. */
  encodings: string[]
  /** What it says; null where it is no text. */
  text: string | null
}

const caps = { payloads: 24, encoded: 200_000, decoded: 400_000, depth: 3 }

const base64 = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,}(?:\r?\n[> \t]{0,6}[A-Za-z0-9+/_-]{8,})*={0,2}/g
const hexadecimal = /(?<![0-9A-Za-z])(?:0x)?(?:[0-9A-Fa-f]{2}[ :]?){16,}(?![0-9A-Za-z])/g
const percent = /(?:%[0-9A-Fa-f]{2}[\w.~+-]{0,3}){8,}/g
const readers: readonly [name: string, pattern: RegExp, decode: (text: string) => Buffer][] = [
  ['base64', base64, (text) => Buffer.from(text.replace(/[\s>]/g, ''), 'base64')],
  ['hex', hexadecimal, (text) => Buffer.from(text.replace(/^0x|[ :]/g, ''), 'hex')],
  [
    'percent',
    percent,
    (text) =>
      Buffer.from(
        text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        ),
        'latin1',
      ),
  ],
]

/** The payloads of `text`, nested ones unpacked. Bounded in number, size and depth. */
export function findPayloads(text: string): Payload[] {
  const found: Payload[] = []
  for (const [name, pattern, decode] of readers) {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= caps.payloads) return found
      const payload = unpack(decode(match[0].slice(0, caps.encoded)), [name], 0)
      if (payload !== null) found.push({ start: match.index, end: match.index + match[0].length, ...payload })
    }
  }
  return found
}

/** What `bytes` hold; null where they are neither text nor anything packed. */
function unpack(
  bytes: Buffer,
  encodings: string[],
  depth: number,
): Pick<Payload, 'encodings' | 'text'> | null {
  const packed = packing(bytes)
  if (packed !== null && depth < caps.depth) {
    const inner = decompress(bytes, packed)
    const outer = [...encodings, packed]
    return inner === null
      ? { encodings: outer, text: null }
      : (unpack(inner, outer, depth + 1) ?? { encodings: outer, text: null })
  }
  const text = readable(bytes)
  if (text === null) return null
  if (depth < caps.depth)
    for (const [name, pattern, decode] of readers) {
      const whole = text.trim()
      pattern.lastIndex = 0
      const match = pattern.exec(whole)
      pattern.lastIndex = 0
      if (match === null || match[0].length < whole.length * 0.9) continue
      const inner = unpack(decode(match[0]), [...encodings, name], depth + 1)
      if (inner !== null) return inner
    }
  return { encodings, text }
}

function packing(bytes: Buffer): string | null {
  if (bytes.length < 18) return null
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip'
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04) return 'zip'
  if (bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0) return 'deflate'
  if (bytes.subarray(0, 6).equals(sevenZip)) return '7z'
  return null
}
const sevenZip = Buffer.from('377abcaf271c', 'hex')

function decompress(bytes: Buffer, packed: string): Buffer | null {
  const options = { maxOutputLength: caps.decoded }
  try {
    if (packed === 'gzip') return gunzipSync(bytes, options)
    if (packed === 'deflate') return inflateSync(bytes, options)
    if (packed !== 'zip') return null
    // The first entry: its header says how it is packed and where it begins (APPNOTE 4.3.7).
    const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
    const size = bytes.readUInt32LE(18)
    const entry = bytes.subarray(start, size === 0 ? bytes.length : start + size)
    return bytes.readUInt16LE(8) === 0 ? entry : inflateRawSync(entry, options)
  } catch {
    // Broken, encrypted or too large: packed bytes that nobody can read.
    return null
  }
}

/** Bytes as text where nearly all of it is printable. */
function readable(bytes: Buffer): string | null {
  if (bytes.length < 12) return null
  const text = bytes.subarray(0, caps.decoded).toString('utf8')
  let odd = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0xfffd || unit === 0x7f || (unit < 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09))
      odd++
  }
  return odd * 40 <= text.length ? cleanText(text) : null
}
