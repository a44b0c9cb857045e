/** What a file's name is to programs that read it differently: where it ends, and what is dropped from its end. */

/** Blanks, dots and characters that nobody sees. */
const dropped = /[\s.\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u

/** `filename` without what is dropped from its end by those who open it. Linear in any name. */
export function withoutTail(filename: string): string {
  let end = filename.length
  while (end > 0 && dropped.test(filename[end - 1]!)) end--
  return filename.slice(0, end)
}

/** `filename` up to its first NUL, where some programs end it; null where it has none, or nothing ahead of it. */
export function nameToNul(filename: string): string | null {
  const end = filename.indexOf('\0')
  return end > 0 ? filename.slice(0, end) : null
}
