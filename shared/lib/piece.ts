/** Pieces of a long text that end where a sentence does, of what a reader sees. */

/** A piece of a text. `nextOffset` is where the rest begins; null where this is all of it. */
export interface Piece {
  text: string
  total: number
  nextOffset: number | null
}

/** Where a sentence, a line or a word ends, the best place for a cut first. */
const ends = [/[.!?。！？…]["'”’»)\]]*\s|\n/g, /\s/g]

/**
 * The piece of `text` from `offset` on, of at most `most` characters (UTF-16 units, as `offset` counts them): cut behind a
 * sentence or a line, else behind a word, where one ends in its second half; never inside a character.
 */
export function pieceOf(text: string, offset: number, most: number): Piece {
  const from = insideCharacter(text, offset) ? offset - 1 : Math.min(offset, text.length)
  const total = text.length
  if (total - from <= most) return { text: text.slice(from), total, nextOffset: null }
  let until = from + most
  if (insideCharacter(text, until)) until--
  const half = from + Math.floor(most / 2)
  for (const end of ends) {
    const cut = lastEnd(text.slice(half, until), end)
    if (cut > 0) return { text: text.slice(from, half + cut), total, nextOffset: half + cut }
  }
  return { text: text.slice(from, until), total, nextOffset: until }
}

function lastEnd(text: string, pattern: RegExp): number {
  let last = 0
  for (const { index, 0: found } of text.matchAll(pattern)) last = index + found.length
  return last
}

const insideCharacter = (text: string, at: number): boolean =>
  at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at]!) && /[\uD800-\uDBFF]/.test(text[at - 1]!)

/** Control characters but line ends and tabs, marks of direction, and what no reader sees. */
const unseen =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu

/** A text without what no reader sees. */
export const visible = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(unseen, '')
