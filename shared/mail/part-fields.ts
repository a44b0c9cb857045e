/** The header fields of a message's parts, as a reader of the raw message finds them. */
import { limits } from '../domain/limits.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { decodeWords } from './encoded-words.ts'
import { type HeaderField, headerText } from './header-fields.ts'
import { parseHeaderValue } from './header-value.ts'
import { type MimeTree, readMimeTree } from './mime-tree.ts'

/** A field of a part: unfolded, its words decoded (RFC 2047), its extended parameters once more behind it, decoded. */
export interface PartField {
  name: string
  value: string
}

/** The fields of each part of `raw` but the message itself, in the order of the parts. Never throws. */
export function partFields(raw: Uint8Array): PartField[][] {
  return partFieldsOf(readMimeTree(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
}

/** The same of a message whose parts are `tree`. Never throws. */
export function partFieldsOf(tree: MimeTree): PartField[][] {
  return tree.parts.slice(1).map(({ fields }) => fields.map(read))
}

function read({ name, value }: HeaderField): PartField {
  const written = decodeWords(headerText(value))
  const extended = parseHeaderValue(value)
  const decoded = [...extended.params].filter(([param]) =>
    extended.names.some((one) => one.startsWith(`${param}*`)),
  )
  const whole = [written, ...decoded.map(([param, text]) => `${param}=${text}`)].join('; ')
  return { name: cleanText(headerText(name)), value: truncate(cleanText(whole), limits.headerBytes) }
}
