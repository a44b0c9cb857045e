/** What a signed file holds, as its readers open it: a part of a message (S/MIME), or a file (CAdES). */
import { signedContent } from '../lib/signed-content.ts'
import type { FileHint } from './file-text.ts'

const startBytes = 4_096
/** A field of a part's header (RFC 8551 §3.1), at the start of a line. */
const partField = /^(?:content-[\w-]{1,40}|mime-version)[ \t]{0,9}:/im

/** The signed content of `content` with what it is called; null where it is no such file. Never throws. */
export function signedFile(
  content: Uint8Array,
  { filename }: Pick<FileHint, 'filename'>,
): (FileHint & { content: Buffer; isPart: boolean }) | null {
  const held = signedContent(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  if (held === null) return null
  const start = held.toString('latin1', 0, startBytes)
  const isPart = partField.test(start.split(/\r?\n\r?\n/, 1)[0]!)
  return {
    filename: isPart ? filename : filename.replace(/\.p7[mz]$/i, ''),
    contentType: isPart ? 'message/rfc822' : '',
    charset: null,
    content: held,
    isPart,
  }
}
