/** What words a text must have for a pattern to match at all, read off the pattern itself. */

const minLength = 2

/**
 * Groups of words of which each holds one that occurs in every match of `source`, a pattern of lower-case text in
 * the language of rule.ts, or a plain one without `~`. Optional and too short parts give none, so that a text without
 * the words of some group can't match. A word that can only stand at the start of a word has a space in front, one
 * that can only stand at the end of one a space behind.
 */
export function requiredWords(source: string): string[][] {
  const alternatives = splitAlternatives(source)
  if (alternatives.length === 1) return groupsOf(source, false, false)
  const best = bestOfEach(alternatives, false, false)
  return best === null ? [] : [best]
}

/** `atStart`, `atEnd`: whether what stands before is known to end a word, and what stands behind to begin none. */
function groupsOf(source: string, atStart: boolean, atEnd: boolean): string[][] {
  const groups: string[][] = []
  let literal = ''
  let starts = atStart
  const flush = (ends = false): void => {
    if (literal.length >= minLength) {
      const before = starts && /^[a-z\d]/.test(literal) ? ' ' : ''
      const behind = ends && /[a-z\d]$/.test(literal) ? ' ' : ''
      groups.push([`${before}${literal}${behind}`])
    }
    if (literal !== '') starts = false
    literal = ''
  }
  for (let i = 0; i < source.length; ) {
    if (isPlain(source.charCodeAt(i)) && !isQuantifier(source, i + 1)) {
      literal += source.charAt(i++)
      continue
    }
    const atom = atomAt(source, i)
    const { end, optional } = quantifierAt(source, i + atom.length)
    const once = end === i + atom.length
    if (once && atom.length === 1 && !/[ ^$.~]/.test(atom)) literal += atom
    else if (once && /^\\[^a-z\d]$/i.test(atom)) literal += atom.charAt(1)
    else {
      flush(endsWord(atom, optional))
      const inner = /^\(\?:([\s\S]*)\)$/.exec(atom)?.[1]
      const alternatives = inner === undefined ? [] : splitAlternatives(inner)
      const closed = end === source.length ? atEnd : endsWordAt(source, end)
      // Of what is repeated, the first may not be the last.
      const best =
        alternatives.length === 0 || optional
          ? null
          : bestOfEach(alternatives, once && starts, once && closed)
      if (best !== null) groups.push(best)
      if (atom === '\\b' || (atom === ' ' && !optional)) starts = true
      else if (optional && alternatives.length > 0)
        starts &&= alternatives.every((item) => item.endsWith(' '))
      else if (!atom.startsWith('~') && !atom.startsWith('(?!')) starts = false
    }
    i = end
  }
  flush(atEnd)
  return groups
}

/** Whether it is a letter or digit of ASCII, or beyond it: no sign of a pattern. */
const isPlain = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127

const isQuantifier = (source: string, i: number): boolean =>
  i < source.length && '?*+{'.includes(source.charAt(i))

/** Whether a word is over where this atom stands. */
const endsWord = (atom: string, optional: boolean): boolean => atom === '\\b' || (atom === ' ' && !optional)

function endsWordAt(source: string, at: number): boolean {
  if (source.charAt(at) === ' ') return !quantifierAt(source, at + 1).optional
  return source.startsWith('\\b', at)
}

/** One group for an alternation: of each alternative its most telling words; null where one has none. */
function bestOfEach(alternatives: string[], atStart: boolean, atEnd: boolean): string[] | null {
  const words: string[] = []
  for (const alternative of alternatives) {
    const groups = groupsOf(alternative, atStart, atEnd)
    if (groups.length === 0) return null
    let best = groups[0]!
    for (const group of groups) if (shortestOf(group) > shortestOf(best)) best = group
    words.push(...best)
  }
  return [...new Set(words)]
}

const shortestOf = (group: string[]): number =>
  group.reduce((shortest, { length }) => Math.min(shortest, length), Number.POSITIVE_INFINITY)

/** What stands behind a backslash where more than one character may follow. */
const longEscapes = 'pPuUxXkKcC'

/** The group, class, escape, gap or character that starts at `i`. */
function atomAt(source: string, i: number): string {
  const char = source.charAt(i)
  if (char === '\\' && !longEscapes.includes(source.charAt(i + 1))) return source.slice(i, i + 2)
  if (char === '\\')
    return /^\\(?:[pPu]\{[^}]{1,30}\}|u[\da-f]{4}|x[\da-f]{2}|k<[^>]{1,30}>|c?[\s\S])/i.exec(
      source.slice(i, i + 40),
    )![0]
  if (char === '~') return source.slice(i, i + 2)
  if (char === '(') return source.slice(i, groupEnd(source, i))
  return char === '[' ? source.slice(i, nestedClassEnd(source, i)) : char
}

const [backslash, open, close, openClass, closeClass] = [...'\\()[]'].map((sign) => sign.charCodeAt(0))

/** Behind the group that starts at `start`. */
function groupEnd(source: string, start: number): number {
  let depth = 0
  for (let k = start; k < source.length; k++) {
    const code = source.charCodeAt(k)
    if (code === backslash) k++
    else if (code === openClass) k = classEnd(source, k)
    else if (code === open) depth++
    else if (code === close && --depth === 0) return k + 1
  }
  return source.length
}

/** Behind the class that starts at `start`, whatever classes are in it. */
function nestedClassEnd(source: string, start: number): number {
  let depth = 0
  for (let k = start; k < source.length; k++) {
    const code = source.charCodeAt(k)
    if (code === backslash) k++
    else if (code === openClass) depth++
    else if (code === closeClass && --depth === 0) return k + 1
  }
  return source.length
}

/** Where the class ends that starts at `start`. */
function classEnd(source: string, start: number): number {
  let k = start + 1
  for (let code: number; k < source.length; k += code === backslash ? 2 : 1) {
    code = source.charCodeAt(k)
    if (code === closeClass) break
  }
  return k
}

function quantifierAt(source: string, i: number): { end: number; optional: boolean } {
  if (!isQuantifier(source, i)) return { end: i, optional: false }
  const found = /^(?:[?*+]|\{(\d+),?\d*\})\??/.exec(source.slice(i, i + 12))
  if (found === null) return { end: i, optional: false }
  return { end: i + found[0].length, optional: /^[?*]/.test(found[0]) || found[1] === '0' }
}

/** The alternatives of a pattern, without those within its groups. */
export function splitAlternatives(source: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let i = 0; i < source.length; ) {
    // Most of a pattern is no sign, and all patterns are read at each start.
    if (isPlain(source.charCodeAt(i))) i++
    else {
      const atom = atomAt(source, i)
      if (atom === '|') {
        parts.push(source.slice(start, i))
        start = i + 1
      }
      i += atom.length
    }
  }
  return [...parts, source.slice(start)]
}
