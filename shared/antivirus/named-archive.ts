/** Files that are called archives and are none: damaged at their very beginning, or made to pass. */
import { isUtf8 } from 'node:buffer'
import { kindOf, sealedKindOf } from './archive-kind.ts'
import { DamagedArchiveError } from './formats/damaged.ts'

const called =
  /\.(?:zip|7z|rar|r\d\d|cab|t?gz|t?bz2?|t?xz|tar|arj|lzh|lha|ace|iso|zst|lz4?|z|jar|docx|xlsx|pptx|docm|xlsm|pptm|odt|ods|odp)$/i
/** OLE, RTF, PDF, PNG, JPEG, programs: other files that are opened by what they are, and scanned as that. */
const other = /^(?:d0cf11e0a1b11ae1|7b5c727466|25504446|89504e47|ffd8ff|4d5a)/

/** Why a file that is called an archive can't be scanned as one; null where it is one, or is text, or not called so. */
export function disguiseOf(filename: string, content: Uint8Array): string | null {
  if (content.length === 0 || !called.test(withoutTail(filename))) return null
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (other.test(bytes.toString('hex', 0, 8)) || (isUtf8(bytes) && !bytes.includes(0))) return null
  return isArchive(content) ? null : 'damaged archive: it is none, whatever its name says'
}

/** Blanks and dots at the end of a name are dropped by those who open it. */
function withoutTail(filename: string): string {
  let end = filename.length
  while (end > 0 && /[\s.]/.test(filename[end - 1]!)) end--
  return filename.slice(0, end)
}

function isArchive(content: Uint8Array): boolean {
  try {
    return kindOf(content) !== null || sealedKindOf(content) !== null
  } catch (error) {
    if (error instanceof DamagedArchiveError) return true
    throw error
  }
}
