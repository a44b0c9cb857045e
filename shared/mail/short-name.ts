/** A file's name, no longer than one may be. */
import { limits } from '../domain/limits.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { nameToNul, withoutTail } from '../lib/filename.ts'

/** Characters that stay of the end of a long filename: what kind of file it is. */
const endCharacters = 32

/**
 * `filename` within `limits.filenameCharacters`: a longer one loses what is dropped from its end by those who open it, then
 * its middle, and keeps its ending.
 */
export function shortName(filename: string): string {
  const written = cleanText(filename)
  if (written.length <= limits.filenameCharacters) return written
  const name = withoutTail(written)
  if (name.length <= limits.filenameCharacters) return name
  const start = truncate(name, limits.filenameCharacters - endCharacters - 1)
  return cleanText(`${start}…${name.slice(-endCharacters)}`)
}

/** The name up to a NUL, for an attachment that has one in it. */
export function nulNameOf(filename: string): { nulName?: string } {
  const name = nameToNul(filename)
  return name === null ? {} : { nulName: shortName(name) }
}
