/** The common letters that look like Latin ones (a compact part of Unicode TR39's confusables). */

/** Pairs of a look-alike and its Latin letter, in lower case, told apart only by a word's company. */
const scripts =
  // Cyrillic
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ѵv ӏl ґr вb кk мm нh тt гr зe пn ьb ёe ' +
  // Greek
  'αa βb γy εe ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj ' +
  // Armenian
  'օo ոn սu հh զq ցg աw ' +
  // Cherokee, upper case (its lower case is rare)
  'Ꭰd Ꭱr Ꭲt Ꭵi Ꭺa Ꭻj Ꭼe Ꮃw Ꮇm Ꮋh Ꮐg Ꮓz Ꮟb Ꮤw Ꮥs Ꮩv Ꮪs Ꮮl Ꮯc Ꮲp Ꮶk Ꮷd'

/** Letters whose look-alikes are exact enough to read a whole word of them as Latin. */
const exact = new Set([...'аеорсухіјѕһԁԛԝѵӏοανϲϳօսհ'])

const byUnit = new Map<number, { latin: number; exact: boolean }>()
for (const pair of scripts.split(' ')) {
  const [odd, latin] = [...pair]
  if (odd === undefined || latin === undefined || latin > 'z') continue
  byUnit.set(odd.charCodeAt(0), { latin: latin.charCodeAt(0), exact: exact.has(odd) })
}

const isLetter = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x370 && unit <= 0x58f) || (unit >= 0x13a0 && unit <= 0x13ff)

/**
 * Replaces look-alikes by Latin letters, in place, in the lower-case UTF-16 units `units[0..length)`.
 * Only in words that mix them with Latin letters, or consist of exact look-alikes: real Russian and
 * Greek words stay as they are.
 */
export function foldConfusables(units: Uint16Array, length: number): void {
  for (let start = 0; start < length; start++) {
    if (!isLetter(units[start]!)) continue
    let end = start
    let latin = false
    let allExact = true
    let foreign = false
    for (; end < length && isLetter(units[end]!); end++) {
      const unit = units[end]!
      if (unit < 0x80) latin = true
      else {
        foreign = true
        if (byUnit.get(unit)?.exact !== true) allExact = false
      }
    }
    if (foreign && (latin || allExact))
      for (let i = start; i < end; i++) units[i] = byUnit.get(units[i]!)?.latin ?? units[i]!
    start = end
  }
}

/** Latin skeleton of a host name or name: two strings with one skeleton look alike to a reader. */
export function skeleton(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  let out = ''
  for (const char of lower) {
    const found = char.length === 1 ? byUnit.get(char.charCodeAt(0)) : undefined
    out += found === undefined ? char : String.fromCharCode(found.latin)
  }
  return out
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replace(/[01|3 5]/g, (digit) => ({ '0': 'o', '1': 'l', '|': 'l', '3': 'e', '5': 's', ' ': '' })[digit]!)
    .replaceAll('i', 'l')
}
