/** Reads the commonest mail of all, one part of plain text, without a MIME parser. */
import type { MimeTree } from './mime-tree.ts'
import type { Structure } from './structure.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const plainCharsets = new Set(['utf-8', 'us-ascii'])
const knownFields = new Set(['content-type', 'content-transfer-encoding'])
const plainEncodings = new Set(['', '7bit', '8bit'])

/**
 * The text of a message that is one unencoded text/plain part in UTF-8 or ASCII, exactly as mailparser reads it
 * (a property test holds that); null for every other message, which is mailparser's.
 */
export function plainText(raw: Buffer, tree: MimeTree, structure: Structure): string | null {
  const [part, second] = tree.parts
  if (part === undefined || second !== undefined || tree.edits.length > 0 || structure.edits.length > 0)
    return null
  const { type, disposition, encoding, fields } = part
  if (type.value !== 'text/plain' || disposition.value !== '' || !plainEncodings.has(encoding)) return null
  const charset = type.params.get('charset')
  if (charset === undefined || !plainCharsets.has(charset.toLowerCase()) || type.names.length > 1) return null
  const keys = fields.map(({ key }) => key).filter((key) => key.startsWith('content-'))
  if (new Set(keys).size !== keys.length || keys.some((key) => !knownFields.has(key))) return null
  const body = raw.subarray(part.bodyStart, part.bodyEnd)
  if (body.length === 0) return null
  try {
    return strictUtf8.decode(body).replace(/\r?\n/g, '\n')
  } catch {
    return null
  }
}
