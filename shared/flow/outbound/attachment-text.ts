/** The text in attachments that are to be sent: told by what they hold, and not by what they are called. */
import { isUtf8 } from 'node:buffer'
import type { Detection } from '../../domain/analysis.ts'
import { cleanText } from '../../lib/clean-text.ts'
import { cutAttachments } from '../../risk/outbound.ts'

interface Attachment {
  filename: string
  contentType: string
  content: Uint8Array
}

/** What is read of the attachments of a message. */
export interface AttachmentTexts {
  texts: { filename: string; text: string }[]
  /** Names of those that hold more text than was read. */
  cut: string[]
}

/** Bytes read of one attachment, and of all: a million take the scorers about a second. */
export const attachmentCaps = { file: 1_000_000, message: 4_000_000 }

const textual =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-ndjson|x-pem-file|pkcs8|pgp-keys))|\+(?:json|xml)$/i
const textualName =
  /\.(?:txt|csv|tsv|json|jsonl|ya?ml|xml|toml|ini|cfg|conf|env|properties|sql|log|md|html?|js|ts|py|rb|go|java|sh|pem|key|eml|vcf|ics)$/i

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** The texts of `attachments`, up to {@link attachmentCaps}, and which of them went on beyond that. */
export function readAttachments(attachments: readonly Attachment[]): AttachmentTexts {
  const read: AttachmentTexts = { texts: [], cut: [] }
  let left = attachmentCaps.message
  for (const attachment of attachments) {
    const encoding = encodingOf(attachment)
    if (encoding === null) continue
    const { content } = attachment
    const filename = cleanText(attachment.filename)
    const part = content.subarray(0, Math.min(attachmentCaps.file, left))
    left -= part.length
    if (part.length < content.length) read.cut.push(filename)
    if (part.length > 0)
      read.texts.push({ filename, text: cleanText(new TextDecoder(encoding).decode(part)) })
  }
  return read
}

/** That attachments hold text which nobody has looked at; nothing where all of it was read. */
export function ofCut(cut: readonly string[]): Detection[] {
  if (cut.length === 0) return []
  const what = cut.length === 1 ? 'An attachment holds' : `${cut.length} attachments hold`
  return [
    {
      ...cutAttachments,
      detail: `${what} more text than is looked at: what stands further down is not known.`,
      confidence: 1,
      evidence: cut.slice(0, 5).map((filename) => ({
        where: `attachment:${filename}`,
        text: filename.slice(0, 200).toWellFormed(),
      })),
    },
  ]
}

/** Null where it is no text. What says that it is text is read as such, whatever else is in it. */
function encodingOf({ filename, contentType, content }: Attachment): Encoding | null {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  const sample = sampleOf(content)
  const wide = wideOf(sample)
  if (wide !== null) return wide
  if (textual.test(contentType) || textualName.test(filename)) return 'utf-8'
  return isUtf8(content) && !content.includes(0) ? 'utf-8' : mostlyText(sample) ? 'utf-8' : null
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
 * Text in an old character set, or with a few stray bytes: hardly any control characters, and letters of ASCII for the
 * most part. A tenth of what is packed or drawn are control characters.
 */
function mostlyText(sample: Uint8Array): boolean {
  let plain = 0
  let high = 0
  for (const byte of sample) {
    if (isPlain(byte)) plain++
    else if (byte >= 0x80) high++
  }
  const control = sample.length - plain - high
  return plain >= sample.length * 0.7 && control <= sample.length * 0.03
}
