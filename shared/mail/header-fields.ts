/** Splits a header block into its fields. */
import { decodeUndeclared } from './charset.ts'

/** A header field (RFC 5322 §2.2) as it came: bytes as Latin-1 characters, folded lines joined. */
export interface HeaderField {
  /** As given, without white space around it. */
  name: string
  /** Lowercase `name`. */
  key: string
  /** After the colon, unfolded (RFC 5322 §2.2.3: only line breaks go), without white space around it. */
  value: string
  /** The field with its name and line breaks, to look for oddities. */
  source: string
}

/** The fields of `block`, a header block read as Latin-1; a line without a colon gives a field without a name. */
export function splitHeaderFields(block: string): HeaderField[] {
  const fields: HeaderField[] = []
  let at = 0
  // An mbox separator is no field; a field with a space ahead of its colon is one (RFC 5322 §4.5).
  if (/^>?From (?![ \t]{0,99}:)/.test(block)) at = afterLine(block, 0)
  while (at < block.length) {
    let end = afterLine(block, at)
    while (end < block.length && isBlank(block.charCodeAt(end))) end = afterLine(block, end)
    fields.push(fieldOf(block.slice(at, end)))
    at = end
  }
  return fields
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

function afterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function fieldOf(source: string): HeaderField {
  const colon = source.indexOf(':')
  const unfolded = source.replace(/\r?\n/g, '')
  const flatColon = unfolded.indexOf(':')
  const name = colon < 0 ? '' : unfolded.slice(0, flatColon).trim()
  return { name, key: name.toLowerCase(), value: unfolded.slice(flatColon + 1).trim(), source }
}

/** Whether a field is one: with a name that a field may have (RFC 5322 §2.2), and a colon behind it. */
export const isField = ({ name }: HeaderField): boolean => /^[!-9;-~]+$/.test(name)

/** Latin-1 `value` as text: 8-bit bytes are UTF-8 (RFC 6532), else read as Windows-1252. */
export function headerText(value: string): string {
  return /[\x80-\xff]/.test(value) ? decodeUndeclared(Buffer.from(value, 'latin1')) : value
}

/** Value of the first field called `key` (lowercase); undefined where there is none. */
export function firstField(fields: readonly HeaderField[], key: string): string | undefined {
  return fields.find((field) => field.key === key)?.value
}
