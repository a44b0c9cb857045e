/** Whether the bytes of a file are text, told by what they hold, and what that text says. */
import { isUtf8 } from 'node:buffer'
import { cleanText } from '../lib/clean-text.ts'
import { isSigned } from '../lib/signed-content.ts'
import { isTnef } from '../lib/tnef.ts'
import { decodeCharset, decodeUndeclared } from './charset.ts'

/** What a file is called: it may say how its text is written, and never that it holds none. */
export interface FileHint {
  filename: string
  contentType: string
  /** Charset parameter of its Content-Type (RFC 2978 name); null where there is none. */
  charset?: string | null
}

/** The text of a file, as far as it was read. */
export interface FileText {
  text: string
  /** Whether the file was read to its end. */
  whole: boolean
}

/** What says that it is text is read as such, whatever else is in it: an agent opens it. */
const textual =
  /^(?:text\/|message\/|application\/(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-ndjson|x-pem-file|pkcs8|pgp-keys|xhtml)\b)|\+(?:json|xml)\b/i
const textualName =
  /\.(?:txt|text|md|csv|tsv|json|jsonl|ya?ml|xml|svg|toml|ini|cfg|conf|env|properties|sql|log|html?|js|ts|py|rb|go|java|sh|pem|key|eml|vcf|ics|rtf|tex)$/i

/**
 * Whether a file is text: what has no NUL and is UTF-8; UTF-16, by its mark or its zeros; next to no control characters,
 * whatever its charset; and what says that it is text.
 */
export const isText = (content: Uint8Array, hint: FileHint): boolean => encodingOf(content, hint) !== null

/** The text of the first `maxBytes` of `content`, whatever it holds. Never throws. */
export function fileText(content: Uint8Array, hint: FileHint, maxBytes: number): FileText {
  const part = content.subarray(0, maxBytes)
  const text = decoded(part, encodingOf(content, hint) ?? 'bytes', hint)
  return { text: cleanText(text), whole: part.length === content.length }
}

/** Whether `content` is text, or begins (or, a zip, ends) like an archive or another file that may hold some. */
export const mayHoldText = (content: Uint8Array, hint: FileHint): boolean =>
  isText(content, hint) || mayBeArchive(content) || isSigned(content) || isTnef(content)

const pdfMark = Buffer.from('%PDF-', 'latin1')

/** Whether readers of PDF take it for one: they look for the mark this far (ISO 32000-1, Annex H, note 13). */
export const isPdf = (content: Uint8Array): boolean =>
  Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 1_024)).includes(pdfMark)

type Encoding = 'utf-16le' | 'utf-16be' | 'bytes'

/** Null where it is no text. */
function encodingOf(
  content: Uint8Array,
  { filename, contentType, charset = null }: FileHint,
): Encoding | null {
  if (content.length === 0) return null
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  const sample = sampleOf(content)
  const wide = wideOf(sample)
  if (wide !== null) return wide
  const said = charset !== null || textual.test(contentType) || textualName.test(filename)
  return said || hasNoControls(sample) || (isUtf8(content) && !content.includes(0)) ? 'bytes' : null
}

/** UTF-8 where it is that; in the charset it names, too, where that makes another text of it: readers differ. */
function decoded(part: Uint8Array, encoding: Encoding, { contentType, charset = null }: FileHint): string {
  if (encoding !== 'bytes') return new TextDecoder(encoding).decode(part)
  const label = charset ?? /charset\s{0,9}=\s{0,9}"?([\w.:-]{1,60})/i.exec(contentType)?.[1] ?? null
  // A cut may go through a character: it is not what makes a text no UTF-8.
  const cut = endsInside(part)
  const plain = isUtf8(part.subarray(0, cut)) ? new TextDecoder().decode(part.subarray(0, cut)) : null
  if (label === null) return plain ?? decodeUndeclared(part)
  const labelled = decodeCharset(part, label)
  return plain === null || labelled.startsWith(plain) ? labelled : `${plain}\n${labelled}`
}

/** Where the last whole UTF-8 character of `part` ends. */
function endsInside(part: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, part.length); back++) {
    const byte = part[part.length - back]!
    if (byte < 0x80) break
    if (byte >= 0xc0)
      return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? part.length - back : part.length
  }
  return part.length
}

const slices = { count: 16, bytes: 4096 }

/** Stretches from all over `content`, each from an even offset. */
function sampleOf(content: Uint8Array): Uint8Array {
  if (content.length <= slices.count * slices.bytes) return content
  const step = Math.floor((content.length - slices.bytes) / (slices.count - 1) / 2) * 2
  return Buffer.concat(
    Array.from({ length: slices.count }, (_, index) =>
      content.subarray(index * step, index * step + slices.bytes),
    ),
  )
}

const isPlain = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d)

/** UTF-16 (or UTF-32) without a mark: ASCII characters with a zero byte beside each. */
function wideOf(sample: Uint8Array): Encoding | null {
  let little = 0
  let big = 0
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at + 1] === 0 && isPlain(sample[at]!)) little++
    else if (sample[at] === 0 && isPlain(sample[at + 1]!)) big++
  }
  if (Math.max(little, big) < sample.length * 0.2 || sample.length < 4) return null
  return little > big ? 'utf-16le' : 'utf-16be'
}

/**
 * Text in an old character set, or with a few stray bytes. A tenth of what is packed or drawn are control characters.
 */
function hasNoControls(sample: Uint8Array): boolean {
  let controls = 0
  for (const byte of sample) if (byte < 0x80 && !isPlain(byte)) controls++
  return controls <= sample.length * 0.03
}

const zipEnd = Buffer.from('PK\x05\x06', 'latin1')
/** A zip's comment, the longest, and the record before it (APPNOTE §4.3.16). */
const zipTail = 65_535 + 22
/** A checksum of a tar header: octal digits, or a small number in base 256. */
const tarChecksum = /^(?:[0-7 \0]{8}|\x80\0{3})/

function mayBeArchive(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true
  if (bytes.subarray(-zipTail).includes(zipEnd)) return true
  return bytes.length >= 512 && bytes[0] !== 0 && tarChecksum.test(bytes.toString('latin1', 148, 156))
}
