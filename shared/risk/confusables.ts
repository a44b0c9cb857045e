/** Letters that look like Latin ones: the table of Unicode's TR39, and what its prototypes leave out. */
import { readFileSync } from 'node:fs'

/** Look-alikes that TR39 has only in upper case, or not for Latin, in lower case: told apart by a word's company. */
const more =
  // Cyrillic
  'ӏl ґr вb кk мm нh тt гr зe пn ьb ёe ԛq ԝw ѵv ' +
  // Greek
  'βb γy εe ηn κk τt ωw ϲc ϳj ' +
  // Armenian
  'ոn հh զq ցg աw ' +
  // Cherokee, upper case (its lower case is rare)
  'Ꭰd Ꭱr Ꭲt Ꭵi Ꭺa Ꭻj Ꭼe Ꮃw Ꮇm Ꮋh Ꮐg Ꮓz Ꮟb Ꮤw Ꮥs Ꮩv Ꮪs Ꮮl Ꮯc Ꮲp Ꮶk Ꮷd'

/** Letters whose look-alikes are exact enough to read a whole word of them as Latin. */
const exactLetters = 'аеорсухіјѕһԁԛԝѵӏοανϲϳօսհ'

/** Letters of scripts in which whole words stay as they are, unless Latin letters stand among them. */
const alphabets =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Georgian}\p{Script=Lisu}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}\p{Script=Tifinagh}\p{Script=Vai}\p{Script=Canadian_Aboriginal}\p{Script=Runic}\p{Script=Bamum}]/u

/** The models of all characters beyond ASCII, by code point, as the table has them. */
function readTable(): Map<number, string> {
  const table = new Map<number, string>()
  const text = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8')
  for (const line of text.split('\n')) {
    const [model, characters] = line.split(';')
    if (model === undefined || characters === undefined || line.startsWith('#')) continue
    const looks = String.fromCodePoint(...model.split(' ').map((code) => Number.parseInt(code, 16)))
    for (const range of characters.split(' ')) {
      const [first, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
      for (let code = first!; code <= last!; code++) if (code > 0x7f) table.set(code, looks)
    }
  }
  return table
}

const models = readTable()

/** The Latin letter that the table has for a very character, in lower case: `n` for a Greek capital Nu, which lower case hides. */
export function letterOf(code: number): string | undefined {
  const own = code < 0x80 ? undefined : models.get(code)?.toLowerCase()
  return own !== undefined && /^[a-z]$/.test(own) ? own : undefined
}

/** What a character looks like in lower-case Latin letters and digits; undefined where it looks like none. */
export function latinOf(character: string): string | undefined {
  const own = models.get(character.codePointAt(0)!)?.toLowerCase()
  if (own !== undefined && /^[a-z0-9]{1,3}$/.test(own)) return own
  const upper = character.toUpperCase()
  if (upper === character || [...upper].length !== 1) return undefined
  const large = models.get(upper.codePointAt(0)!)?.toLowerCase()
  return large !== undefined && /^[a-z0-9]{1,3}$/.test(large) ? large : undefined
}

/** By UTF-16 unit: 0 no letter of these, 1 Latin, 2 an exact look-alike, 3 a look-alike, 4 another letter. */
const kinds = new Uint8Array(0x10000)
/** By UTF-16 unit: the Latin letter of a look-alike. */
const latin = new Uint16Array(0x10000)

for (let unit = 0x61; unit <= 0x7a; unit++) kinds[unit] = 1
for (let unit = 0x80; unit < 0xd800; unit++) {
  const character = String.fromCharCode(unit)
  if (!/[\p{L}\p{N}]/u.test(character)) continue
  const found = latinOf(character)
  if (alphabets.test(character) && /\p{L}/u.test(character)) kinds[unit] = 4
  // Digits and letters of other writing count where Latin letters stand beside them, and look like one.
  else if (found?.length !== 1 || !/[a-z]/.test(found)) continue
  if (found?.length === 1) {
    kinds[unit] = 3
    latin[unit] = found.charCodeAt(0)
  }
}
for (const pair of more.split(' ')) {
  kinds[pair.charCodeAt(0)] = 3
  latin[pair.charCodeAt(0)] = pair.charCodeAt(1)
}
for (const letter of exactLetters) kinds[letter.charCodeAt(0)] = 2

/** Whether a unit is a letter of a script that has look-alikes of Latin letters. */
export const isForeign = (unit: number): boolean => kinds[unit]! > 1

/**
 * Replaces look-alikes by Latin letters, in place, in the lower-case UTF-16 units `units[0..length)`.
 * Only in words that mix them with Latin letters, or consist of exact look-alikes: real Russian and
 * Greek words stay as they are. `writtenAt` tells the code point that a unit was written as.
 */
export function foldConfusables(
  units: Uint16Array,
  length: number,
  writtenAt: (index: number) => number = () => 0,
): void {
  for (let start = 0; start < length; start++) {
    if (kinds[units[start]!] === 0) continue
    let end = start
    let hasLatin = false
    let allExact = true
    let foreign = false
    for (; end < length && kinds[units[end]!] !== 0; end++) {
      const kind = kinds[units[end]!]!
      if (kind === 1) hasLatin = true
      else {
        foreign = true
        if (kind !== 2) allExact = false
      }
    }
    if (foreign && (hasLatin || allExact))
      for (let i = start; i < end; i++) {
        if (kinds[units[i]!] === 1) continue
        const letter = letterIn(units[i]!, writtenAt(i))
        if (letter !== 0) units[i] = letter
      }
    start = end
  }
}

/** The Latin letter for a unit that was written as `written`: capitals look like other letters than small ones. */
function letterIn(unit: number, written: number): number {
  const own = written === unit ? undefined : letterOf(written)
  // A capital I looks like a small L, and is meant for neither more than the other.
  return own === undefined || own === 'l' ? latin[unit]! : own.charCodeAt(0)
}

/** Latin skeleton of a host name or name: two strings with one skeleton look alike to a reader. */
export function skeleton(text: string): string {
  // Before anything is decomposed: the table has single characters, and tells capitals from small letters.
  const alike = text.replace(/[^\u0000-\u007f]/gu, (char) => letterOf(char.codePointAt(0)!) ?? char)
  const lower = alike.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  let out = ''
  for (const char of lower) {
    if (char < '\u0080') out += char
    else {
      const unit = char.charCodeAt(0)
      const letter = char.length === 1 ? latin[unit]! : 0
      out +=
        letter !== 0
          ? String.fromCharCode(letter)
          : (latinOf(char) ?? models.get(char.codePointAt(0)!) ?? char)
    }
  }
  return out
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replace(/[01|3 5]/g, (digit) => ({ '0': 'o', '1': 'l', '|': 'l', '3': 'e', '5': 's', ' ': '' })[digit]!)
    .replaceAll('i', 'l')
}
