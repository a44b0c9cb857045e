/** What compiling a regular expression costs, counted on its text: repetitions are written out before any size is looked at. */

/** A group that is being read. */
interface Group {
  /** Steps of what is complete in it. */
  steps: number
  /** Steps of its last item, which a repetition may follow. */
  last: number
}

/** Steps that reading a class of Unicode (`\p{L}`) takes, however often it is repeated. */
const classSteps = 60
/** Steps that a group has beside what is in it. */
const groupSteps = 2

const repetition = /^\{(\d{1,7})(,?)(\d{0,7})\}/
/** An escape with braces of its own, or with one character. */
const escaped = /^\\(?:[pPx]\{[^}]*\}|[pP][\s\S]|[\s\S])/u

/**
 * At least the steps of the program that RE2 makes of `pattern`, and of the work that it does for it; for a pattern that
 * isn't RE2's, some number. Linear in its characters.
 */
export function regexCost(pattern: string): number {
  const groups: Group[] = [{ steps: 0, last: 0 }]
  let read = pattern.length
  const group = () => groups.at(-1)!
  const item = (steps: number) => {
    group().steps += group().last
    group().last = steps
  }
  const close = () => {
    const { steps, last } = groups.pop()!
    item(steps + last + groupSteps)
  }
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at]!
    let length = 1
    if (char === '\\') {
      const end = pattern.startsWith('\\Q', at) ? literalEnd(pattern, at) : at
      if (end > at) {
        for (let index = at + 2; index < end; index++) item(1)
        length = end - at
      } else {
        length = escaped.exec(pattern.slice(at, at + 80))?.[0].length ?? 1
        if (/^\\p/i.test(pattern.slice(at, at + 2))) read += classSteps
        item(1)
      }
    } else if (char === '[') {
      const { end, steps } = readClass(pattern, at)
      length = end - at
      read += steps
      item(1)
    } else if (char === '(') groups.push({ steps: 0, last: 0 })
    else if (char === ')') {
      if (groups.length > 1) close()
    } else if (char === '{') {
      const found = repetition.exec(pattern.slice(at, at + 20))
      if (found === null) item(1)
      else {
        length = found[0].length
        const [, from, comma, to] = found
        const copies = comma === '' || to === '' ? Number(from) + 1 : Math.max(Number(from), Number(to))
        // What may be there or not is one step more, a copy.
        group().last = (group().last + 1) * Math.max(1, copies)
      }
    } else if (char === '*' || char === '+' || char === '?') group().last += 1
    else item(1)
    at += length
  }
  while (groups.length > 1) close()
  return read + group().steps + group().last
}

/** Where what `\Q` quotes ends: after the text, before `\E`, which is read as an escape. */
function literalEnd(pattern: string, at: number): number {
  const end = pattern.indexOf('\\E', at + 2)
  return end < 0 ? pattern.length : end
}

/** Code points between which letters have two cases: of a range within them, each is looked at. */
const cased = { first: 0x41, last: 0x1e943 }
/** Of them that are looked at in the time of one step. */
const casedInStep = 20

/**
 * Where a class ends that begins at `at`, and the steps of reading it; a bracket that comes first in it is one of its
 * characters.
 */
function readClass(pattern: string, at: number): { end: number; steps: number } {
  let index = at + 1
  let steps = 0
  if (pattern[index] === '^') index++
  for (let first = true; index < pattern.length && (first || pattern[index] !== ']'); first = false) {
    const named = pattern.startsWith('[:', index) ? pattern.indexOf(':]', index + 2) : -1
    if (named >= 0) {
      index = named + 2
      steps += classSteps
      continue
    }
    if (/^\\p/i.test(pattern.slice(index, index + 2))) steps += classSteps
    const from = readCharacter(pattern, index)
    index = from.end
    if (pattern[index] !== '-' || index + 1 >= pattern.length || pattern[index + 1] === ']') continue
    const to = readCharacter(pattern, index + 1)
    index = to.end
    steps += rangeSteps(from.point ?? cased.first + 1, to.point ?? octalMax)
  }
  return { end: Math.min(index + 1, pattern.length), steps }
}

function rangeSteps(from: number, to: number): number {
  if (from <= cased.first && to >= cased.last) return 0
  const looked = Math.min(to, cased.last) - Math.max(from, cased.first) + 1
  return Math.ceil(Math.max(0, looked) / casedInStep)
}

/** The highest character that an escape without an `x` can name. */
const octalMax = 0o777

/** A character of a class, which an escape may stand for; its code point is null where only RE2 knows it. */
function readCharacter(pattern: string, at: number): { end: number; point: number | null } {
  if (pattern[at] !== '\\') {
    const point = pattern.codePointAt(at) ?? 0
    return { end: at + (point > 0xffff ? 2 : 1), point }
  }
  const [found, braced, plain] =
    /^\\(?:x\{([^}]*)\}|x([0-9a-f]{2})|p\{[^}]*\}|[0-7]{1,3}|[\s\S])/iu.exec(pattern.slice(at, at + 80)) ?? []
  const digits = braced ?? plain
  return { end: at + (found?.length ?? 1), point: digits === undefined ? null : Number.parseInt(digits, 16) }
}
