/** Normal form of text for matching: lower-case, Latin look-alikes folded, invisible characters gone. */
import { foldConfusables, isForeign, latinOf, letterOf } from './confusables.ts'

/** Folded text and the way back: unit `i` of `text` came from unit `origin[i]` of the original. */
export interface Folded {
  text: string
  origin: Uint32Array
}

const special = new Map<string, string>(
  [
    ...'ßs łl øo đd ħh ŧt ıi ɑa ɡg ɩi ʏy ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ᴢz'.split(
      ' ',
    ),
  ].map((pair) => [[...pair][0]!, [...pair][1]!]),
)
special.set('ß', 'ss').set('æ', 'ae').set('œ', 'oe').set('‘', "'").set('’', "'").set('ʼ', "'")
special.set('“', '"').set('”', '"').set('„', '"').set('«', '"').set('»', '"').set('–', '-').set('—', '-')

const known = new Map<number, string>()

/** What one code point beyond ASCII becomes: nothing, white space, or letters in lower case. */
function foldCodePoint(code: number): string {
  let folded = known.get(code)
  if (folded === undefined) {
    folded = computeFold(code)
    // Bounded: hostile mail could otherwise fill the memory with every code point there is.
    if (known.size < 20_000) known.set(code, folded)
  }
  return folded
}

function computeFold(code: number): string {
  const char = String.fromCodePoint(code)
  if (/\p{White_Space}|\u2800|\u3164/u.test(char))
    return code === 0x2028 || code === 0x2029 || code === 0x85 ? '\n' : ' '
  if (/\p{Cf}|\p{Cc}|\p{Mn}|\p{Me}|\ufffd/u.test(char) && !/[\u0900-\u0fff\u3099\u309a]/.test(char)) return ''
  if (/\p{Variation_Selector}|\p{Cs}|\p{Cn}/u.test(char)) return ''
  // Letters in circles and squares that NFKC leaves alone, and the letters that flags are made of.
  for (const [first, last] of [
    [0x1f150, 0x1f169],
    [0x1f170, 0x1f189],
    [0x1f1e6, 0x1f1ff],
  ] as const)
    if (code >= first && code <= last) return String.fromCharCode(0x61 + code - first)
  const latin = code < 0x370 || (code >= 0x1e00 && code < 0x1f00)
  const plain = latin ? char.normalize('NFKD').replace(/\p{M}/gu, '') : char.normalize('NFKC')
  const lower = (plain.length > 6 ? char : plain).toLowerCase()
  return (
    special.get(lower) ?? (isRareLookAlike(code, lower) ? (letterOf(code) ?? latinOf(lower) ?? lower) : lower)
  )
}

/** Look-alikes that no living alphabet needs: those beyond the first plane, letter-like signs, phonetic letters. */
function isRareLookAlike(code: number, lower: string): boolean {
  if (lower.length === 0 || lower < '\u0080') return false
  return (
    code > 0xffff ||
    (code >= 0x1d00 && code < 0x1e00) ||
    (code >= 0x2070 && code < 0x2c00) ||
    (code >= 0xa720 && code < 0xa800)
  )
}

/** What each ASCII unit becomes where that is one letter or sign whatever is around it; 0 for all others. */
const plain = new Uint8Array(128)
for (let unit = 0x21; unit < 0x7f; unit++)
  if (!'*`>'.includes(String.fromCharCode(unit)))
    plain[unit] = String.fromCharCode(unit).toLowerCase().charCodeAt(0)

/** Units of a text that is folded in memory that all of them share; longer ones have their own. */
const sharedRoom = 1 << 16
const sharedUnits = new Uint16Array(sharedRoom)
const sharedOrigin = new Uint32Array(sharedRoom)
const sharedBytes = Buffer.alloc(sharedRoom)

/**
 * Folds `text`: NFKC, lower case, Latin diacritics off, look-alikes to Latin, typographic quotes to plain;
 * zero-width characters, tags, controls and `*` and backquotes (emphasis) removed; each run of white
 * space, with the quote marks `>` at the start of a line, becomes one space, or one line feed where it
 * had one. One pass over the text.
 */
export function fold(text: string): Folded {
  // Plain variables, that no function within shares: every text of every message is read here, several times.
  const room = text.length + 64
  let units = room <= sharedRoom ? sharedUnits : new Uint16Array(room)
  let origin = room <= sharedRoom ? sharedOrigin : new Uint32Array(room)
  let length = 0
  let gap = -1
  let gapHasLine = true
  let wide = false
  let foreign = false

  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    let folded: string | null = null
    let one = unit < 0x80 ? plain[unit]! : 0
    if (one === 0) {
      if (unit < 0x80) {
        if (unit <= 0x20) {
          const line = unit >= 0x0a && unit <= 0x0d
          if (line || unit === 0x20 || unit === 0x09) {
            if (gap < 0) gap = i
            if (line) gapHasLine = true
          }
          continue
        }
        // A quote mark at the start of a line; what else is left is emphasis and DEL.
        if (unit !== 0x3e || (gapHasLine && (gap >= 0 || length === 0))) continue
        one = unit
      } else folded = foldCodePoint(text.codePointAt(i)!)
    } else if (gap < 0 && length < units.length) {
      // Within a word, where most of a text is.
      gapHasLine = false
      units[length] = one
      origin[length++] = i
      continue
    }
    const count = folded === null ? 1 : folded.length
    for (let k = 0; k < count; k++) {
      if (folded !== null) {
        one = folded.charCodeAt(k)
        if (one === 0x20 || one === 0x0a) {
          if (gap < 0) gap = i
          if (one === 0x0a) gapHasLine = true
          continue
        }
        if (one > 0xff) wide = true
        if (isForeign(one)) foreign = true
      }
      if (length + 2 >= units.length) {
        units = grow(units, new Uint16Array(units.length * 2))
        origin = grow(origin, new Uint32Array(origin.length * 2))
      }
      if (gap >= 0) {
        if (length > 0) {
          units[length] = gapHasLine ? 0x0a : 0x20
          origin[length++] = gap
        }
        gap = -1
      }
      gapHasLine = false
      units[length] = one
      origin[length++] = i
    }
    if (folded !== null && text.codePointAt(i)! > 0xffff) i++
  }
  if (foreign) foldConfusables(units, length, (index) => text.codePointAt(origin[index]!)!)
  return { text: textOf(units, length, wide), origin: origin.slice(0, length) }
}

/** The text of the first `length` units; `wide` where one is above U+00FF. */
function textOf(units: Uint16Array, length: number, wide: boolean): string {
  if (wide) return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
  const bytes = length <= sharedRoom ? sharedBytes : Buffer.allocUnsafe(length)
  for (let i = 0; i < length; i++) bytes[i] = units[i]!
  return bytes.toString('latin1', 0, length)
}

function grow<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
