/** Finds stretches of text that are written in another encoding, and decodes them. */
import { cleanText } from '../lib/clean-text.ts'
import { english } from './injection/english.ts'

/** A stretch `[start, end)` of a text, and what it says once decoded. */
export interface Encoded {
  encoding: string
  start: number
  end: number
  text: string
  /** The way back: the stretch of the encoded text that `[start, end)` of `text` is written in. */
  origin(start: number, end: number): [start: number, end: number]
}

/** What was found in a text, and what of it was not read. */
export interface Peeled {
  found: Encoded[]
  /** Where what is beyond {@link encodedCaps} begins; null where nothing is. */
  cut: number | null
  /** Whether the time was up before each encoding had been looked for. */
  late: boolean
}

/** Stretches of one text, and characters of one stretch. */
export const encodedCaps = { found: 48, characters: 24_000 } as const
/** Characters that two windows over a long text share, so that nothing is lost between them. */
const overlap = 500

/** A stretch that was decoded; `origin` tells for a unit of `text` which characters it is written in. */
interface Decoded {
  start: number
  end: number
  text: string
  tokenOf: (unit: number) => [start: number, end: number]
  /** Whether it was longer than what is read of one. */
  cut?: boolean
}

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

/**
 * All encoded stretches of `text` that read as text once decoded, as far as {@link encodedCaps} go. No further encoding
 * is looked for once `isLate` says so.
 */
export function findEncoded(text: string, isLate: () => boolean = () => false): Peeled {
  const found: Encoded[] = []
  const traits = traitsOf(text)
  let cut: number | null = null
  for (const [encoding, find, sign] of finders) {
    if (!traits[sign]) continue
    if (isLate()) return { found, cut, late: true }
    for (const decoded of find(text)) {
      if (found.length === encodedCaps.found) return { found, cut: cut ?? decoded.start, late: false }
      if (decoded.cut === true) cut ??= decoded.end
      found.push(encodedOf(encoding, decoded))
    }
  }
  return { found, cut, late: false }
}

function encodedOf(encoding: string, { start, end, text, tokenOf }: Decoded): Encoded {
  return {
    encoding,
    start,
    end,
    text: cleanText(text),
    origin(from, to) {
      const [first, firstEnd] = tokenOf(from)
      const [last, lastEnd] = tokenOf(Math.max(from, to - 1))
      return [Math.min(first, last), Math.max(firstEnd, lastEnd)]
    },
  }
}

/**
 * The tokens that a unit of `decoded` is written in, where the stretch `match` is a row of tokens that each stand for
 * some bytes of its UTF-8 form.
 */
function byTokens(
  match: Stretch,
  decoded: string,
  token: RegExp,
  bytesOf: (token: string) => number = () => 1,
): Decoded['tokenOf'] {
  return (unit) => {
    const byte = Buffer.byteLength(decoded.slice(0, unit))
    let sum = 0
    for (const { 0: written, index } of match[0].matchAll(token)) {
      sum += bytesOf(written)
      if (sum > byte) return [match.start + index, match.start + index + written.length]
    }
    return [match.end, match.end]
  }
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

const finders: readonly [encoding: string, find: (text: string) => Iterable<Decoded>, sign: keyof Traits][] =
  [
    ['unicode_tags', tags, 'always'],
    ['base64', base64, 'longToken'],
    ['hex', hexadecimal, 'pairs'],
    ['binary', binary, 'figures'],
    ['numbers', numbers, 'figures'],
    ['escapes', escapes, 'always'],
    ['percent', percent, 'always'],
    ['quoted_printable', quotedPrintable, 'always'],
    ['html_entities', entities, 'always'],
    ['rot13', rot13, 'always'],
    ['reversed', reversed, 'always'],
    ['letter_spacing', spaced, 'singles'],
    ['leet', leet, 'mixed'],
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

/** A stretch of a text, as it is written. */
interface Stretch {
  0: string
  start: number
  end: number
  cut: boolean
}

function* matches(text: string, pattern: RegExp): Generator<Stretch> {
  for (const { 0: all, index } of text.matchAll(pattern)) {
    const whole = all.slice(0, encodedCaps.characters)
    yield { 0: whole, start: index, end: index + whole.length, cut: whole.length < all.length }
  }
}

/** `text` from `first` on, in stretches that are read one by one. */
function* windows(text: string, first: number): Generator<Stretch> {
  for (let start = first; start < text.length; start += encodedCaps.characters - overlap) {
    const whole = text.slice(start, start + encodedCaps.characters)
    yield { 0: whole, start, end: start + whole.length, cut: false }
    if (start + whole.length === text.length) return
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
function* tags(text: string): Generator<Decoded> {
  if (!text.includes('\udb40')) return
  for (const match of matches(text, /(?:\u{E0001}|[\u{E0020}-\u{E007F}]){4,}/gu)) {
    let decoded = ''
    for (const char of match[0]) {
      const code = char.codePointAt(0)! - 0xe0000
      if (code >= 0x20 && code < 0x7f) decoded += String.fromCharCode(code)
    }
    // Flags of Scotland, Wales and England are the letters `gb…` behind a black flag.
    if (/^gb[a-z]{3}$/.test(decoded)) continue
    const tokenOf = byTokens(match, decoded, /[\s\S]/gu, (tag) =>
      /[\u{E0020}-\u{E007E}]/u.test(tag) ? 1 : 0,
    )
    yield { ...match, text: decoded, tokenOf }
  }
}

function* base64(text: string): Generator<Decoded> {
  const pattern = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}(?:\r?\n[A-Za-z0-9+/_-]{16,}={0,2})*/g
  for (const match of matches(text, pattern)) {
    const decoded = asText(Buffer.from(match[0], 'base64'))
    if (decoded === null) continue
    yield { ...match, text: decoded, tokenOf: byTokens(match, decoded, /(?:[\w+/-]\s{0,2}){1,4}/g, () => 3) }
  }
}

function* hexadecimal(text: string): Generator<Decoded> {
  for (const match of matches(text, /(?<![0-9A-Za-z])(?:0x)?[0-9A-Fa-f]{2}(?:[ :]?[0-9A-Fa-f]{2}){11,}/g)) {
    const digits = match[0].replace(/^0x|[ :]/g, '')
    const decoded = asText(Buffer.from(digits, 'hex'))
    if (decoded === null) continue
    const tokenOf = byTokens(match, decoded, /0x|[0-9A-Fa-f]{2}/g, (token) => (token === '0x' ? 0 : 1))
    yield { ...match, text: decoded, tokenOf }
  }
}

/** `\x69\x67` and `\u0069\u0067`. */
function* escapes(text: string): Generator<Decoded> {
  if (!text.includes('\\x') && !text.includes('\\u00')) return
  for (const match of matches(text, /(?:\\x[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}){8,}/g)) {
    const decoded = asText(Buffer.from(match[0].replace(/\\x|\\u00/g, ''), 'hex'))
    if (decoded === null) continue
    yield { ...match, text: decoded, tokenOf: byTokens(match, decoded, /\\x..|\\u..../g) }
  }
}

/** The UTF-8 form of `text`, each byte as a character. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

function* percent(text: string): Generator<Decoded> {
  if (!text.includes('%')) return
  for (const match of matches(text, /(?<![^\s"'<>])[^\s"'<>]{12,}/g)) {
    if (match[0].split('%', 5).length < 5) continue
    const bytes = utf8(match[0])
      .replaceAll('+', ' ')
      .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    const decoded = Buffer.from(bytes, 'latin1').toString('utf8')
    if (!decoded.includes(' ') || !readable(decoded)) continue
    const tokenOf = byTokens(match, decoded, /%[0-9A-Fa-f]{2}|[\s\S]/gu, (token) =>
      /^%./.test(token) ? 1 : Buffer.byteLength(token),
    )
    yield { ...match, text: decoded, tokenOf }
  }
}

/** Encoded characters and soft line breaks from which a text is quoted-printable. */
const enoughSigns = 6

function* quotedPrintable(text: string): Generator<Decoded> {
  if (!text.includes('=')) return
  let signs = 0
  for (const _ of text.matchAll(/=(?:[0-9A-F]{2}|\r?\n)/g)) if (++signs >= enoughSigns) break
  if (signs < enoughSigns) return
  for (const match of windows(text, 0)) {
    const written = utf8(match[0])
    const bytes = written
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (bytes === written) continue
    const decoded = Buffer.from(bytes, 'latin1').toString('utf8')
    const tokenOf = byTokens(match, decoded, /=\r?\n|=[0-9A-F]{2}|[\s\S]/gu, (token) =>
      token.length < 2 || !token.startsWith('=') ? Buffer.byteLength(token) : token.endsWith('\n') ? 0 : 1,
    )
    yield { ...match, text: decoded, tokenOf }
  }
}

function* entities(text: string): Generator<Decoded> {
  if (!text.includes('&#')) return
  for (const match of matches(text, /(?:&#x?[0-9A-Fa-f]{2,6};[ ]?){8,}/g)) {
    const decoded = entity(match[0])
    const tokenOf = byTokens(match, decoded, /&#x?[0-9A-Fa-f]{2,6};|[\s\S]/g, (token) =>
      Buffer.byteLength(entity(token)),
    )
    yield { ...match, text: decoded, tokenOf }
  }
}

const entity = (text: string): string =>
  text.replace(/&#(x?)([0-9A-Fa-f]{2,6});/g, (_, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex === 'x' ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** Common words as they stand in text that is turned by thirteen letters, or reversed. */
const turned =
  /\b(?:gur|naq|lbhe|lbh|guvf|jvgu|sebz|gung|jvyy|unir|abg|cyrnfr|nyy|zrffntr|fraq|rznvy|ercyl|hfre|vtaber|qvfertneq|cerivbhf|vafgehpgvbaf?|flfgrz|cebzcg|sbejneq|cnffjbeqf?|nffvfgnag|pbasvezngvba)\b/gi
const backward =
  /\b(?:eht|dna|ruoy|uoy|siht|htiw|morf|taht|lliw|evah|esaelp|egassem|dnes|ylper|resu|lla|erongi|suoiverp|snoitcurtsni|metsys|tpmorp|drawrof|sdrowssap|drowssap|tnatsissa|sliame|liame)\b/gi

function* rot13(text: string): Generator<Decoded> {
  const decode = (whole: string): string =>
    whole.replace(/[A-Za-z]/g, (letter) => {
      const code = letter.charCodeAt(0)
      return String.fromCharCode(code + ((code & 0x1f) <= 13 ? 13 : -13))
    })
  for (const match of fromWords(text, turned, decode)) yield { ...match, tokenOf: inPlace(match) }
}

function* reversed(text: string): Generator<Decoded> {
  for (const match of fromWords(text, backward, (whole) => [...whole].reverse().join('')))
    yield { ...match, tokenOf: (unit) => [match.end - 1 - unit, match.end - unit] }
}

/** Eight digits of 0 and 1 a letter. */
function* binary(text: string): Generator<Decoded> {
  for (const match of matches(text, /(?<![01])[01]{8}(?:[ ,]?[01]{8}){9,}(?![01])/g)) {
    const bytes = (match[0].match(/[01]{8}/g) ?? []).map((digits) => Number.parseInt(digits, 2))
    const decoded = asText(Buffer.from(bytes))
    if (decoded === null) continue
    yield { ...match, text: decoded, tokenOf: byTokens(match, decoded, /[01]{8}/g) }
  }
}

/** Letters by their number: `73 103 110 …`. */
function* numbers(text: string): Generator<Decoded> {
  for (const match of matches(text, /(?<!\d)\d{2,3}(?:[ ,]{1,2}\d{2,3}){11,}(?!\d)/g)) {
    const bytes = (match[0].match(/\d+/g) ?? []).map(Number)
    if (bytes.some((byte) => byte > 255)) continue
    const decoded = asText(Buffer.from(bytes))
    if (decoded === null) continue
    yield { ...match, text: decoded, tokenOf: byTokens(match, decoded, /\d+/g) }
  }
}

/** Different words of an encoding from which the text is read that way. */
const enoughWords = 2

/** Where each unit stands in the place of the one it was. */
const inPlace =
  ({ start }: { start: number }): Decoded['tokenOf'] =>
  (unit) => [start + unit, start + unit + 1]

/** The text from the line of the first of `words` on, where it has two telling words once decoded. */
function* fromWords(
  text: string,
  words: RegExp,
  decode: (text: string) => string,
): Generator<Omit<Decoded, 'tokenOf'>> {
  const found = new Set<string>()
  let first = -1
  for (const match of text.matchAll(words)) {
    if (first < 0) first = match.index
    if (found.add(match[0].toLowerCase()).size >= enoughWords) break
  }
  if (found.size < enoughWords) return
  for (const { 0: whole, start, end } of windows(text, lineStart(text, first))) {
    const decoded = decode(whole)
    if (countTelling(decoded) >= 2) yield { start, end, text: decoded }
  }
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
function* spaced(text: string): Generator<Decoded> {
  const run = /(?<![A-Za-z0-9])[A-Za-z0-9](?:[ ._|\-\u00a0]{1,3}[A-Za-z0-9](?![A-Za-z0-9])){2,}/g
  const first = run.exec(text)
  if (first === null) return
  for (const { 0: whole, start, end } of windows(text, lineStart(text, first.index))) {
    let strong = 0
    /** Where runs are written, and where they are read. */
    const places: [read: number, written: number][] = [[0, start]]
    let shorter = 0
    const decoded = whole.replace(run, (letters, at: number) => {
      const words = letters
        .split(/[ \u00a0]{2,3}/)
        .map((word) => segment(word.replace(/[^A-Za-z0-9]/g, '').toLowerCase()))
      const joined = words.join(' ')
      strong += countTelling(joined)
      places.push([at - shorter, start + at])
      shorter += letters.length - joined.length
      places.push([at + letters.length - shorter, start + at + letters.length])
      return joined
    })
    if (strong >= 2) yield { start, end, text: decoded, tokenOf: (unit) => runAt(places, unit, end) }
  }
}

/** The stretch that `unit` was written in: a whole run of spaced letters, or the place it kept. */
function runAt(places: readonly [number, number][], unit: number, end: number): [number, number] {
  const index = places.findLastIndex(([read]) => read <= unit)
  const [read, written] = places[index]!
  const isRun = index % 2 === 1
  return isRun ? [written, places[index + 1]?.[1] ?? end] : [written + unit - read, written + unit - read + 1]
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
function* leet(text: string): Generator<Decoded> {
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
  for (const match of windows(text, lineStart(text, first))) {
    const decoded = match[0].replace(/[A-Za-z0-9@$!|]{2,}/g, (token) =>
      /[A-Za-z]/.test(token) ? unleet(token) : token,
    )
    if (decoded !== match[0]) yield { ...match, text: decoded, tokenOf: inPlace(match) }
  }
}

function unleet(token: string): string {
  let length = token.length
  while (length > 0 && (token[length - 1] === '!' || token[length - 1] === '|')) length--
  const letters = token.slice(0, length).toLowerCase()
  return letters.replace(/[01345789@$!|]/g, (digit) => leetLetters[digit] ?? digit) + token.slice(length)
}
