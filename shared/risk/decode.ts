/** Finds stretches of text that are written in another encoding, and decodes them. */
import { cleanText } from '../lib/clean-text.ts'
import { english } from './injection/english.ts'

/** A stretch `[start, end)` of a text, and what it says once decoded. */
export interface Encoded {
  encoding: string
  start: number
  end: number
  text: string
}

const maxFound = 16
const maxEncoded = 24_000

/** Words that only matter here when an obfuscation hides them: what instructions to an agent are made of. */
const telling = new Set(
  (
    'ignore disregard forget override previous prior above all instructions instruction rules prompt system assistant ' +
    'user agent mail email emails inbox message messages forward send reply delete transfer password passwords ' +
    'credentials secret secrets token tokens execute reveal confirm confirmation approval immediately contacts ' +
    'tell data invoice payment account bank urgent must following important attention notify now you your the and'
  ).split(' '),
)
/** Where joined words are taken apart: those of the patterns, too. */
const vocabulary = new Set([
  ...telling,
  ...'with from has have are not this that these those for who what when please should would could will can has one'.split(
    ' ',
  ),
  ...english.flatMap(({ pattern }) => pattern.source.replace(/\\\\./g, ' ').match(/[a-z]{4,14}/g) ?? []),
])
const weak = new Set('now you your the and all must'.split(' '))

/** All encoded stretches of `text` that read as text once decoded; at most 16, none over 24,000 characters. */
export function findEncoded(text: string): Encoded[] {
  const found: Encoded[] = []
  const traits = traitsOf(text)
  for (const [find, sign] of finders) {
    if (!traits[sign]) continue
    for (const encoded of find(text)) {
      found.push({ ...encoded, text: cleanText(encoded.text) })
      if (found.length === maxFound) return found
    }
  }
  return found
}

/** What a text must show for an encoding to be looked for at all. */
interface Traits {
  always: true
  longToken: boolean
  pairs: boolean
  singles: boolean
  mixed: boolean
  figures: boolean
}

const finders: readonly [find: (text: string) => Iterable<Encoded>, sign: keyof Traits][] = [
  [tags, 'always'],
  [base64, 'longToken'],
  [hexadecimal, 'pairs'],
  [binary, 'figures'],
  [numbers, 'figures'],
  [escapes, 'always'],
  [percent, 'always'],
  [quotedPrintable, 'always'],
  [entities, 'always'],
  [rot13, 'always'],
  [reversed, 'always'],
  [spaced, 'singles'],
  [leet, 'mixed'],
]

/** Kinds of ASCII units: 0 other, 1 letter, 2 digit, 4 a sign read as a letter, 8 further base64. */
const kinds = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') kinds[char.charCodeAt(0)] = 1
for (const char of '0123456789') kinds[char.charCodeAt(0)] = 2
for (const char of '@$!|') kinds[char.charCodeAt(0)] = 4
for (const char of '+/_-') kinds[char.charCodeAt(0)] = 8

/** One pass over the words of `text`, so that most texts are spared a search for each encoding. */
function traitsOf(text: string): Traits {
  const traits: Traits = {
    always: true,
    longToken: false,
    pairs: false,
    singles: false,
    mixed: false,
    figures: false,
  }
  let run = 0
  let word = 0
  let seen = 0
  let singles = 0
  let pairs = 0
  let mixed = 0
  let figures = 0
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0
    const kind = unit < 128 ? kinds[unit]! : 0
    if (kind !== 0) {
      if (++run >= 16) traits.longToken = traits.pairs = true
    } else run = 0
    if ((kind & 7) !== 0) {
      word++
      seen |= kind
    } else if (word > 0) {
      singles = word === 1 ? singles + 1 : 0
      pairs = word === 2 ? pairs + 1 : 0
      if (singles >= 3) traits.singles = true
      if (pairs >= 12) traits.pairs = true
      if ((seen & 1) !== 0 && (seen & 6) !== 0 && ++mixed >= 2) traits.mixed = true
      figures = seen === 2 ? figures + 1 : 0
      if (figures >= 10 || (seen === 2 && word >= 80)) traits.figures = true
      word = seen = 0
    }
  }
  return traits
}

function* matches(text: string, pattern: RegExp): Generator<{ 0: string; start: number; end: number }> {
  let count = 0
  for (const match of text.matchAll(pattern)) {
    if (++count > 200) return
    const whole = match[0].slice(0, maxEncoded)
    yield { 0: whole, start: match.index, end: match.index + whole.length }
  }
}

/** Whether decoded bytes are text: valid UTF-8, next to no controls, mostly letters and spaces. */
function asText(bytes: Buffer): string | null {
  if (bytes.length < 10) return null
  const head = readable(
    bytes
      .subarray(0, 48)
      .toString('utf8')
      .replace(/\ufffd{1,3}$/, ''),
  )
  if (!head) return null
  const text = bytes.toString('utf8')
  return readable(text) ? text : null
}

function readable(text: string): boolean {
  let letters = 0
  let odd = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const small = unit | 0x20
    if ((small >= 0x61 && small <= 0x7a) || unit === 0x20) letters++
    else if (unit >= 0xc0 && unit !== 0xfffd) letters++
    else if (
      (unit < 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) ||
      unit === 0xfffd ||
      unit === 0x7f
    )
      odd++
  }
  return odd * 50 <= text.length && letters * 10 >= text.length * 7
}

/** Text written in Unicode tag characters (U+E0020 to U+E007E), which no mail program shows. */
function* tags(text: string): Generator<Encoded> {
  if (!text.includes('\udb40')) return
  for (const match of matches(text, /(?:\u{E0001}|[\u{E0020}-\u{E007F}]){4,}/gu)) {
    let decoded = ''
    for (const char of match[0]) {
      const code = char.codePointAt(0)! - 0xe0000
      if (code >= 0x20 && code < 0x7f) decoded += String.fromCharCode(code)
    }
    // Flags of Scotland, Wales and England are the letters `gb…` behind a black flag.
    if (!/^gb[a-z]{3}$/.test(decoded)) yield { encoding: 'unicode_tags', ...match, text: decoded }
  }
}

function* base64(text: string): Generator<Encoded> {
  const pattern = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}(?:\r?\n[A-Za-z0-9+/_-]{16,}={0,2})*/g
  for (const match of matches(text, pattern)) {
    const decoded = asText(Buffer.from(match[0], 'base64'))
    if (decoded !== null) yield { encoding: 'base64', ...match, text: decoded }
  }
}

function* hexadecimal(text: string): Generator<Encoded> {
  for (const match of matches(text, /(?<![0-9A-Za-z])(?:0x)?[0-9A-Fa-f]{2}(?:[ :]?[0-9A-Fa-f]{2}){11,}/g)) {
    const digits = match[0].replace(/^0x|[ :]/g, '')
    const decoded = asText(Buffer.from(digits, 'hex'))
    if (decoded !== null) yield { encoding: 'hex', ...match, text: decoded }
  }
}

/** `\x69\x67` and `\u0069\u0067`. */
function* escapes(text: string): Generator<Encoded> {
  if (!text.includes('\\x') && !text.includes('\\u00')) return
  for (const match of matches(text, /(?:\\x[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}){8,}/g)) {
    const decoded = asText(Buffer.from(match[0].replace(/\\x|\\u00/g, ''), 'hex'))
    if (decoded !== null) yield { encoding: 'escapes', ...match, text: decoded }
  }
}

function* percent(text: string): Generator<Encoded> {
  if (!text.includes('%')) return
  for (const match of matches(text, /(?<![^\s"'<>])[^\s"'<>]{12,}/g)) {
    if (match[0].split('%', 5).length < 5) continue
    const bytes = match[0]
      .replaceAll('+', ' ')
      .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    const decoded = Buffer.from(bytes, 'latin1').toString('utf8')
    if (decoded.includes(' ') && readable(decoded)) yield { encoding: 'percent', ...match, text: decoded }
  }
}

function* quotedPrintable(text: string): Generator<Encoded> {
  const count = [...matches(text, /=(?:[0-9A-F]{2}|\r?\n)/g)].length
  if (count < 6) return
  const whole = text.slice(0, maxEncoded)
  const bytes = whole
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  yield {
    encoding: 'quoted_printable',
    start: 0,
    end: whole.length,
    text: Buffer.from(bytes, 'latin1').toString('utf8'),
  }
}

function* entities(text: string): Generator<Encoded> {
  if (!text.includes('&#')) return
  for (const match of matches(text, /(?:&#x?[0-9A-Fa-f]{2,6};[ ]?){8,}/g)) {
    const decoded = match[0].replace(/&#(x?)([0-9A-Fa-f]{2,6});/g, (_, hex: string, digits: string) => {
      const code = Number.parseInt(digits, hex === 'x' ? 16 : 10)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    yield { encoding: 'html_entities', ...match, text: decoded }
  }
}

/** Common words as they stand in text that is turned by thirteen letters, or reversed. */
const turned =
  /\b(?:gur|naq|lbhe|lbh|guvf|jvgu|sebz|gung|jvyy|unir|abg|cyrnfr|nyy|zrffntr|fraq|rznvy|ercyl|hfre|vtaber|qvfertneq|cerivbhf|vafgehpgvbaf?|flfgrz|cebzcg|sbejneq|cnffjbeqf?|nffvfgnag|pbasvezngvba)\b/gi
const backward =
  /\b(?:eht|dna|ruoy|uoy|siht|htiw|morf|taht|lliw|evah|esaelp|egassem|dnes|ylper|resu|lla|erongi|suoiverp|snoitcurtsni|metsys|tpmorp|drawrof|sdrowssap|drowssap|tnatsissa|sliame|liame)\b/gi

function* rot13(text: string): Generator<Encoded> {
  yield* fromWords('rot13', text, turned, (whole) =>
    whole.replace(/[A-Za-z]/g, (letter) => {
      const code = letter.charCodeAt(0)
      return String.fromCharCode(code + ((code & 0x1f) <= 13 ? 13 : -13))
    }),
  )
}

function* reversed(text: string): Generator<Encoded> {
  yield* fromWords('reversed', text, backward, (whole) => [...whole].reverse().join(''))
}

/** Eight digits of 0 and 1 a letter. */
function* binary(text: string): Generator<Encoded> {
  for (const match of matches(text, /(?<![01])[01]{8}(?:[ ,]?[01]{8}){9,}(?![01])/g)) {
    const bytes = (match[0].match(/[01]{8}/g) ?? []).map((digits) => Number.parseInt(digits, 2))
    const decoded = asText(Buffer.from(bytes))
    if (decoded !== null) yield { encoding: 'binary', ...match, text: decoded }
  }
}

/** Letters by their number: `73 103 110 …`. */
function* numbers(text: string): Generator<Encoded> {
  for (const match of matches(text, /(?<!\d)\d{2,3}(?:[ ,]{1,2}\d{2,3}){11,}(?!\d)/g)) {
    const bytes = (match[0].match(/\d+/g) ?? []).map(Number)
    if (bytes.some((byte) => byte > 255)) continue
    const decoded = asText(Buffer.from(bytes))
    if (decoded !== null) yield { encoding: 'numbers', ...match, text: decoded }
  }
}

/** Different words of an encoding from which the text is read that way. */
const enoughWords = 2

/** The text from the line of the first of `words` on, where it has two telling words once decoded. */
function* fromWords(
  encoding: string,
  text: string,
  words: RegExp,
  decode: (text: string) => string,
): Generator<Encoded> {
  const found = new Set<string>()
  let first = -1
  let count = 0
  for (const match of text.matchAll(words)) {
    if (first < 0) first = match.index
    if (found.add(match[0].toLowerCase()).size >= enoughWords || ++count > 200) break
  }
  if (found.size < enoughWords) return
  const start = lineStart(text, first)
  const end = Math.min(text.length, start + maxEncoded)
  const decoded = decode(text.slice(start, end))
  if (countTelling(decoded) >= 2) yield { encoding, start, end, text: decoded }
}

/** Where the line of `at` starts, at most 500 characters before. */
const lineStart = (text: string, at: number): number => Math.max(0, at - 500, text.lastIndexOf('\n', at) + 1)

const countTelling = (text: string): number =>
  (text.toLowerCase().match(/[a-z]{3,14}/g) ?? []).filter((word) => telling.has(word) && !weak.has(word))
    .length

/**
 * `i g n o r e`, `i.g.n.o.r.e`: words of single characters, where at least two of them are telling ones.
 * A heading set that way is none.
 */
function* spaced(text: string): Generator<Encoded> {
  const run = /(?<![A-Za-z0-9])[A-Za-z0-9](?:[ ._|\-\u00a0]{1,3}[A-Za-z0-9](?![A-Za-z0-9])){2,}/g
  const first = run.exec(text)
  if (first === null) return
  const start = lineStart(text, first.index)
  const end = Math.min(text.length, start + maxEncoded)
  let strong = 0
  const decoded = text.slice(start, end).replace(run, (letters) => {
    const words = letters
      .split(/[ \u00a0]{2,3}/)
      .map((word) => segment(word.replace(/[^A-Za-z0-9]/g, '').toLowerCase()))
    const joined = words.join(' ')
    strong += countTelling(joined)
    return joined
  })
  if (strong >= 2) yield { encoding: 'letter_spacing', start, end, text: decoded }
}

/** Puts spaces back between words that are known here, longest first; what isn't known stays joined. */
function segment(joined: string): string {
  let out = ''
  let known = false
  for (let i = 0; i < joined.length; ) {
    let length = 0
    for (let n = Math.min(14, joined.length - i); n >= 3; n--)
      if (vocabulary.has(joined.slice(i, i + n))) {
        length = n
        break
      }
    if (length > 0) {
      out += ` ${joined.slice(i, i + length)}`
      i += length
      known = true
    } else {
      out += known ? ` ${joined.charAt(i)}` : joined.charAt(i)
      i++
      known = false
    }
  }
  return out.trim()
}

const leetLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}

/** `1gn0r3 4ll`: letters as digits, where at least two such words are telling ones. */
function* leet(text: string): Generator<Encoded> {
  const pattern = /(?<![A-Za-z0-9@$!|])[A-Za-z0-9@$!|]{3,20}(?![A-Za-z0-9@$|])/g
  let strong = 0
  let first = -1
  for (const match of text.matchAll(pattern)) {
    const token = match[0]
    if (!/[0134579@$|]/.test(token) || !/[A-Za-z]/.test(token)) continue
    const word = unleet(token)
    if (!telling.has(word) || weak.has(word)) continue
    if (first < 0) first = match.index
    if (++strong >= 2) break
  }
  if (strong < 2) return
  const start = lineStart(text, first)
  const end = Math.min(text.length, start + maxEncoded)
  yield {
    encoding: 'leet',
    start,
    end,
    text: text
      .slice(start, end)
      .replace(/[A-Za-z0-9@$!|]{2,}/g, (token) => (/[A-Za-z]/.test(token) ? unleet(token) : token)),
  }
}

function unleet(token: string): string {
  let length = token.length
  while (length > 0 && (token[length - 1] === '!' || token[length - 1] === '|')) length--
  const letters = token.slice(0, length).toLowerCase()
  return letters.replace(/[01345789@$!|]/g, (digit) => leetLetters[digit] ?? digit) + token.slice(length)
}
