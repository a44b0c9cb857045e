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

/** Control characters but line ends and tabs, marks of direction, fillers, tags and selectors: what no reader sees. */
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is taken out by itself.
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0D\uFEFF\uFFA0\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]|\u034F|(?<=[\uFE00-\uFE0F])[\uFE0E\uFE0F]/gu
/** Joiners, but where a script or a sequence of pictures is written with them. */
const joiners =
  /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu

/** A text without what no reader sees; every end of a line is `\n`. */
export const visible = (text: string): string =>
  text
    .replaceAll(/\r\n|[\u2028\u2029]/g, '\n')
    .replaceAll(unseen, '')
    .replaceAll(joiners, '')
