/** Searching the texts of a message for keywords, within a time that one message may take. */
import { limits } from '../domain/limits.ts'
import { withoutUnseen } from '../lib/unseen.ts'
import { regexMatches } from './regex.ts'

export type KeywordMatch = 'word' | 'substring' | 'regex'

/** The search of one message by all its policies: texts are prepared once, and time is counted over them all. */
export class Search {
  readonly #clock: () => number
  readonly #plain = new Map<string, string>()
  readonly #lower = new Map<string, string>()
  #spentMs = 0

  constructor(clock: () => number = performance.now.bind(performance)) {
    this.#clock = clock
  }

  /** Whether the time for the message is used up: what was not searched by then must not count as clean. */
  get exhausted(): boolean {
    return this.#spentMs > limits.policySearchMs
  }

  /** Whether `keyword` is in `text`. `word`: not within a longer word. */
  has(text: string, keyword: string, match: KeywordMatch, caseSensitive: boolean): boolean {
    const start = this.#clock()
    try {
      if (match === 'regex') return this.#matches(keyword, text, caseSensitive)
      const searched = caseSensitive ? this.#plainOf(text) : this.#lowerOf(text)
      const wanted = caseSensitive ? plainText(keyword) : inOneCase(plainText(keyword))
      const word = wanted.trim()
      // An older release took keywords of invisible characters alone.
      if (word === '') return text.includes(keyword)
      return match === 'substring' ? searched.includes(wanted) : hasWord(searched, word)
    } finally {
      this.#spentMs += this.#clock() - start
    }
  }

  /** An expression is held against the text as it is written, and as it is seen. */
  #matches(expression: string, text: string, caseSensitive: boolean): boolean {
    if (regexMatches(expression, text, caseSensitive)) return true
    const visible = withoutUnseen(text)
    return visible !== text && regexMatches(expression, visible, caseSensitive)
  }

  #plainOf(text: string): string {
    return remember(this.#plain, text, plainText)
  }

  #lowerOf(text: string): string {
    return remember(this.#lower, text, () => inOneCase(this.#plainOf(text)))
  }
}

function remember(map: Map<string, string>, key: string, make: (key: string) => string): string {
  let value = map.get(key)
  if (value === undefined) {
    value = make(key)
    map.set(key, value)
  }
  return value
}

/**
 * A text as a reader takes it: compatibility forms (full-width letters, ligatures) as plain ones (NFKC), invisible
 * characters gone, and each run of white space one space, as lines are broken anywhere.
 */
export function plainText(text: string): string {
  const plain = text.normalize('NFKC')
  const visible = withoutUnseen(plain)
  // A letter and its accent may have had one between them.
  return (visible === plain ? plain : visible.normalize('NFKC')).replaceAll(/\s+/g, ' ')
}

/** A sigma at the end of a word is written in a way of its own, which says nothing where only a part of it is looked for. */
const inOneCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u

/** Whether `word` stands in `text` with no letter, digit or underscore right before or after it. */
function hasWord(text: string, word: string): boolean {
  if (word === '') return false
  // Of a keyword that begins or ends with something else ("$100", "C++"), that side is no border of a word.
  const bordersBefore = wordCharacter.test(characterFrom(word, 0))
  const bordersAfter = wordCharacter.test(characterBefore(word, word.length))
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    const free =
      !(bordersBefore && wordCharacter.test(characterBefore(text, at))) &&
      !(bordersAfter && wordCharacter.test(characterFrom(text, end)))
    if (free) return true
  }
  return false
}

const characterFrom = (text: string, index: number): string =>
  String.fromCodePoint(text.codePointAt(index) ?? 0x20)

function characterBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1)
  const pair = low >= 0xdc00 && low <= 0xdfff && index >= 2
  return pair ? characterFrom(text, index - 2) : characterFrom(text, index - 1)
}
