/** Splits text of any language into the words that it is searched by. */
import { limits } from '../../domain/limits.ts'

/** A word of a text: what it is searched by, and the stretch of the text that it stands for, in UTF-16 units. */
export interface Word {
  word: string
  start: number
  end: number
}

const word = /[\p{L}\p{N}\p{M}\u00ad\u2060\ufeff]+/gu
/** Scripts written without spaces: each letter is a word, and a word a phrase of letters. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const unspacedLetter = new RegExp(
  // The marks of sound behind half-width kana are letters to Unicode, and none to a reader.
  `${unspaced.source}[\\p{M}\uff9e\uff9f]*|(?:(?!${unspaced.source})[^])+`,
  'gu',
)
/**
 * Accents of Latin, Greek and Cyrillic, and vowel points of Arabic and Hebrew: people search with and without. And soft
 * hyphens and joiners of no width, which a word takes along: bodies are stored without them, subjects with.
 */
const accents =
  /[\u0300-\u036f\u064b-\u065f\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u00ad\u2060\ufeff]/g
/** Letters that no decomposition makes plain. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
  ё: 'е',
}
const special = /[ßæœøđðþłħıŋςё]/g

/** The words of `text`, in order; letters differ neither by case nor by accents nor by width. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  eachWord(text, (word, start, end) => words.push({ word, start, end }))
  return words
}

/** Kinds of ASCII units: 1 a letter or digit, 2 a capital. */
const kinds = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyz0123456789') kinds[char.charCodeAt(0)] = 1
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') kinds[char.charCodeAt(0)] = 2

/** Calls `visit` with the words of `text`, in order: the same as {@link wordsOf}, for long texts. */
export function eachWord(text: string, visit: (word: string, start: number, end: number) => void): void {
  for (let at = 0; at < text.length; at++) {
    // A run of what may hold words: units beyond ASCII are looked at more closely where there are some.
    const start = at
    let mixed = false
    let capitals = false
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit >= 0x80) mixed = true
      else if (kinds[unit] === 2) capitals = true
      else if (kinds[unit] === 0) break
    }
    if (at === start) continue
    // Most text is ASCII, which has nothing to be folded but its case.
    if (mixed) visitMixed(text.slice(start, at), start, visit)
    else {
      const found = text.slice(start, Math.min(at, start + limits.searchedWordCharacters))
      visit(capitals ? found.toLowerCase() : found, start, at)
    }
  }
}

function visitMixed(
  text: string,
  offset: number,
  visit: (word: string, start: number, end: number) => void,
): void {
  for (const { 0: found, index } of text.matchAll(word)) {
    if (!unspaced.test(found)) visitFolded(found, offset + index, visit)
    else
      for (const { 0: letter, index: at } of found.matchAll(unspacedLetter))
        visitFolded(letter, offset + index + at, visit)
  }
}

function visitFolded(
  text: string,
  start: number,
  visit: (word: string, start: number, end: number) => void,
): void {
  // Cut before it is folded: that may take a while on what has no end.
  const folded = fold(text.slice(0, 4 * limits.searchedWordCharacters))
  for (const [part] of folded.matchAll(word)) {
    const cut = part.slice(0, limits.searchedWordCharacters)
    visit(cut.isWellFormed() ? cut : cut.slice(0, -1), start, start + text.length)
  }
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(accents, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(accents, '')
    .replaceAll(special, (letter) => plainLetters[letter] ?? letter)
}
