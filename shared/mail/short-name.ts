/** A file's name, no longer than one may be. */
import { limits } from '../domain/limits.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'

/** Characters that stay of the end of a long filename: what kind of file it is. */
const endCharacters = 32

/** `filename` within `limits.filenameCharacters`: a longer one loses its middle, and keeps its ending. */
export function shortName(filename: string): string {
  const name = cleanText(filename)
  if (name.length <= limits.filenameCharacters) return name
  const start = truncate(name, limits.filenameCharacters - endCharacters - 1)
  return cleanText(`${start}…${name.slice(-endCharacters)}`)
}
