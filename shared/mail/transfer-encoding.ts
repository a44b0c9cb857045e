/** Decodes Content-Transfer-Encodings (RFC 2045 §6) and uuencoded blocks. */

/** Content of `body` under `encoding` (lowercase name); an unknown encoding is identity. Lenient, never throws. */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return decodeBase64(body)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body)
  if (uuEncodings.has(encoding)) return findUuBlocks(body.toString('latin1'), 1)[0]?.content ?? body
  return body
}

/** Characters that base64 doesn't have are skipped, and each padding ends a group: some encoders pad every line. */
function decodeBase64(body: Buffer): Buffer {
  const content = Buffer.allocUnsafe(Math.ceil((body.length * 3) / 4))
  let length = 0
  let bits = 0
  let held = 0
  for (const char of body) {
    const value = sextets[char]!
    if (char === padding) bits = 0
    if (value === noSextet) continue
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    content[length++] = (held >> bits) & 0xff
  }
  return content.subarray(0, length)
}

const padding = 0x3d
const noSextet = 64
const sextets = new Uint8Array(256).fill(noSextet)
Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((char, value) => {
  sextets[char] = value
})

function decodeQuotedPrintable(body: Buffer): Buffer {
  const text = body
    .toString('latin1')
    // The look-behind keeps a long run of blanks from being tried again at each of its characters.
    .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=(?:\r?\n|$)/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/** Names that mailers gave to uuencode as a Content-Transfer-Encoding; no standard has it. */
export const uuEncodings: ReadonlySet<string> = new Set([
  'x-uuencode',
  'x-uue',
  'x-uu',
  'uuencode',
  'uue',
  'uu',
])

/** A uuencoded file (POSIX uuencode) in a text. */
export interface UuBlock {
  filename: string
  content: Buffer
  /** UTF-16 offsets of the block in the text, its last line break included. */
  start: number
  end: number
}

const beginLine = /^begin(?:-base64)?[ \t]{1,9}[0-7]{3,6}[ \t]{1,9}(\S[^\r\n]{0,500})\r?\n/gm

/**
 * The uuencoded blocks of `text`, the first `most` of them: a begin line, well-formed data lines, and an end line or
 * a lack of further data.
 */
export function findUuBlocks(text: string, most: number): UuBlock[] {
  if (!text.includes('begin')) return []
  const blocks: UuBlock[] = []
  beginLine.lastIndex = 0
  for (let match = beginLine.exec(text); match !== null; match = beginLine.exec(text)) {
    const base64 = match[0].startsWith('begin-base64')
    const data = match.index + match[0].length
    const { content, end, lines } = base64 ? readBase64Lines(text, data) : readUuLines(text, data)
    if (lines === 0) continue
    blocks.push({ filename: match[1]!.trim(), content, start: match.index, end })
    if (blocks.length >= most) break
    beginLine.lastIndex = end
  }
  return blocks
}

function lineAt(text: string, at: number): { line: string; next: number } {
  const newline = text.indexOf('\n', at)
  const next = newline < 0 ? text.length : newline + 1
  return { line: text.slice(at, Math.min(next, at + 200)).replace(/\r?\n$/, ''), next }
}

/** Bytes of the longest line. */
const longestUuLine = 63
/** Bytes of a file that are decoded whatever its text is, and those of a longer one for each character of its text. */
const uuBytes = 100_000
const uuBytesEach = 4

function readUuLines(text: string, start: number): { content: Buffer; end: number; lines: number } {
  let content = Buffer.allocUnsafe(1_024)
  let length = 0
  let lines = 0
  let at = start
  // Two characters can stand for a line of any length, since blanks are lost on the way: what comes of them is bounded.
  while (at < text.length && length <= Math.max(uuBytes, uuBytesEach * (at - start))) {
    const { line, next } = lineAt(text, at)
    if (/^end\s*$/.test(line)) return { content: content.subarray(0, length), end: next, lines }
    // A length of 0 ends the data; some mailers also leave an empty line or write it as a blank.
    if (/^[ `]?\s*$/.test(line)) {
      at = next
      if (lines > 0 && !/^\s*end\s*$/.test(lineAt(text, at).line)) break
      continue
    }
    if (content.length - length < longestUuLine) content = Buffer.concat([content, content])
    const decoded = decodeUuLine(line, content.subarray(length))
    if (decoded === 0) break
    length += decoded
    lines++
    at = next
  }
  return { content: content.subarray(0, length), end: at, lines }
}

/** Decodes one line into `bytes`; answers how many it has, zero where it is none. Trailing blanks may have been lost on the way. */
function decodeUuLine(line: string, bytes: Buffer): number {
  const length = (line.charCodeAt(0) - 32) & 63
  const wanted = Math.ceil(length / 3) * 4
  // Two characters more: some encoders add a checksum.
  if (length === 0 || line.length > wanted + 3 || !/^[ -`]+$/.test(line)) return 0
  const sextet = (at: number): number => (at < line.length ? (line.charCodeAt(at) - 32) & 63 : 0)
  for (let at = 1, to = 0; at <= wanted; at += 4) {
    const word = (sextet(at) << 18) | (sextet(at + 1) << 12) | (sextet(at + 2) << 6) | sextet(at + 3)
    bytes[to++] = word >> 16
    bytes[to++] = (word >> 8) & 255
    bytes[to++] = word & 255
  }
  return length
}

function readBase64Lines(text: string, start: number): { content: Buffer; end: number; lines: number } {
  const pieces: string[] = []
  let at = start
  while (at < text.length) {
    const { line, next } = lineAt(text, at)
    at = line.startsWith('====') ? next : at
    if (!/^[A-Za-z0-9+/]{1,150}={0,3}\s*$/.test(line) || line.startsWith('====')) break
    pieces.push(line)
    at = next
  }
  return { content: Buffer.from(pieces.join(''), 'base64'), end: at, lines: pieces.length }
}
