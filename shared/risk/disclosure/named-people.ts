/** The people that a text names in full, and the stretch of its line that is about each. */
import { isCommonWord } from '../pii/common-words.ts'
import { isGermanNoun } from '../pii/german-nouns.ts'
import { isGivenName } from '../pii/given-names.ts'

const title =
  '(?:Herrn?|Frau|Mrs?\\.?|Ms\\.?|Dr\\.?|Prof\\.?|Mme|Mlle|Monsieur|Madame|M\\.|Sra?\\.?|Señora?|Don|Doña|D\\.ª|Senhora?|Signora?|Sig\\.?)'
const particle =
  '(?:van der|van den|van|von der|von|zu|de la|de los|de|del|della|da|dos|das|do|di|bin|al|el|la|le)'
const part = "\\p{Lu}[\\p{L}’'-]{1,20}"
/** Two names, or a title and one; a middle name or initial between them. */
const named = new RegExp(
  `(?<![\\p{L}\\p{N}@._/-])(?:(${title}) )?(?!${title} )(\\p{Lu}(?:\\.|[\\p{L}’'-]{1,20}))(?: (?:${particle} )?(?:\\p{Lu}\\.|${part})){0,2}(?: (?:${particle} )?${part})(?![\\p{L}@_/])|(?<![\\p{L}\\p{N}@._/-])${title} (${part})(?![\\p{L}@_/])`,
  'gu',
)
/** Kinds of street, firms and houses: no people. */
const noPerson =
  /(?<!\p{L})(?:street|st|road|rd|row|lane|ln|drive|dr|avenue|ave|av|court|ct|close|place|square|mews|terrace|quay|city|county|hotel|clinic|bank|school|practice|pharmacy|gmbh|ag|kg|ug|ltd|limited|llc|inc|corp|plc|sarl|sas|sa|s\.?l|lda|club|verein|team|department|support|service|order|invoice|rua|calle|rue|strada|praça|plaza)\.?$/iu
/** Where a row or an item of a list begins. */
const itemStart = /(?:^|[\n;|•:(,"“„«!?.]|[-*]|\d[.)]|(?<!\p{L})(?:and|und|et|y|e|en|i))[ \t*_]{0,4}$/u
/** Family names, too: places where they stand within an address. */
const placeToo = /(?:park|hill|way|green|wood|field|beach|lake|grove)$/iu
const mostNames = 200
/** Characters of a line that are about whoever is named in it. */
const reach = 240

/** Somebody who is named. */
export interface NamedPerson {
  name: string
  /** The last of the names, in lower case. */
  surname: string
  /** From behind the name to the next one, or the end of the line. */
  start: number
  end: number
}

/** Those that `text` names, each time they are. Linear: a stretch of bounded length is read around each. */
export function namedPeople(text: string): NamedPerson[] {
  const found: Place[] = []
  for (const match of text.matchAll(named)) {
    if (found.length >= mostNames) break
    const { 0: name, index } = match
    if (!isPerson(text, index, match)) continue
    found.push({ name, at: index, start: index + name.length })
  }
  return withStretches(text, found)
}

/** Two capitalised words side by side that no sentence begins with: a name, whatever it is. */
const pair =
  /(?<![\p{L}\p{N}@._/-])(\p{Lu}\p{Ll}[\p{L}’'-]{1,20}) (?:(?:van|von|de|da|del|di|der|den|la|le|bin|el|al) ){0,2}(\p{Lu}\p{Ll}[\p{L}’'-]{1,20})(?![\p{L}@_/])/gu

/** Those that `text` may name: any two names side by side that are no ordinary words, streets or firms. */
export function pairedNames(text: string): NamedPerson[] {
  const found: Place[] = []
  let next = 0
  while (found.length < mostNames) {
    pair.lastIndex = next
    const match = pair.exec(text)
    if (match === null) break
    const { 0: name, 1: first, 2: last, index } = match
    // A sentence may begin with an ordinary word, and go on with a name.
    const ordinary = isCommonWord(first!) || isGermanNoun(first!)
    next = index + (ordinary ? first!.length : name.length)
    if (
      ordinary ||
      isCommonWord(last!) ||
      isGermanNoun(last!) ||
      noPerson.test(name) ||
      isHouse(text, index, name)
    )
      continue
    found.push({ name, at: index, start: index + name.length })
  }
  return withStretches(text, found)
}

interface Place {
  name: string
  at: number
  start: number
}

const withStretches = (text: string, found: readonly Place[]): NamedPerson[] =>
  found.map(({ name, start }, index) => {
    const line = text.indexOf('\n', start)
    const stop = Math.min(
      line === -1 ? text.length : line,
      found[index + 1]?.at ?? text.length,
      start + reach,
    )
    return { name, surname: name.split(' ').at(-1)!.toLowerCase(), start, end: Math.max(start, stop) }
  })

/** `22 Lake Dr`, and `Rua das Acácias 55`: a house. */
const isHouse = (text: string, at: number, name: string): boolean =>
  /\d ?$/.test(text.slice(Math.max(0, at - 24), at)) ||
  /^ \d{1,5}[a-z]?(?![\p{L}\d])/u.test(text.slice(at + name.length, at + name.length + 8))

function isPerson(text: string, at: number, [name, ofTitle, first, alone]: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, at - 24), at)
  if (isHouse(text, at, name!) || noPerson.test(name!)) return false
  if (ofTitle !== undefined || alone !== undefined) return !isCommonWord(alone ?? name!.split(' ').at(-1)!)
  const words = name!.split(' ')
  if (words.some((word) => isCommonWord(word))) return false
  if (placeToo.test(name!) && /, ?$/.test(before)) return false
  return isGivenName(first!) || (itemStart.test(before) && words.length < 4 && !words.some(isGermanNoun))
}
