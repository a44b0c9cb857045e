/** Text that is written over the items of a list, read as if it stood in one line. */

/** Items with few words from which lines are a list that a sentence may be drawn apart over. */
const enoughItems = 4
/** Characters of an item up to which it has few words: longer ones break hardly a phrase. */
const shortItem = 60
/** Characters of an item in which its end is looked for. */
const longest = 200
/** Lines in a row that are no such items, and end no list: what is said goes on in one, or one is long. */
const mostBetween = 1
/** Characters before and behind the lists that are read with them: of most letters, all. */
const around = 3_000

const chinese = '[一二三四五六七八九十百]{1,3}'
const counter = `(?:\\p{N}{1,3}(?:\\.\\p{N}{1,2}){0,3}|[ivxlc]{1,5}|\\p{L}|${chinese})`
const words =
  '(?:step|item|point|part|line|no|nr|schritt|punkt|teil|zeile|paso|punto|parte|etape|étape|passo|ponto|stap|krok|шаг|пункт|步骤|第)'
const marks = [
  // `1.`, `(2)`, `c)`, `iv.`, `**1.**`, `1.2.`; no figure such as 1.5, and no time.
  `[*_]{0,3}[([（【]?${counter}\\s?[.)\\]）】、．。>*_]{1,4}(?!\\p{N})`,
  `[*_]{0,3}${counter}\\s?[:：,/|–—-][*_]{0,3}(?=\\s)`,
  // `1 word`, a digit on a key, a number in a circle.
  '\\p{Nd}{1,3}(?=\\s{1,4}\\p{L})|\\p{Nd}\\ufe0f?\\u20e3|[\\u2460-\\u24ff\\u2776-\\u2793]',
  `[#§№]\\s?\\p{N}{1,3}[.:)]?(?=\\s)|${words}\\.?\\s?#?(?:\\p{N}{1,3}|${chinese})[步点條条项]?\\s?[.:：)、,–—-]{0,2}`,
  '\\[[ xX✓✔]?\\]',
  // Signs: a line that begins with one, and a dash or a star right in front of a word.
  `[^\\p{L}\\p{N}\\s"'“”„«»‘’(@$€£¥#<>|]{1,6}(?=\\s|\\p{L}\\p{M}?[\\p{L}\\s])`,
]
/** The mark of an item, as people and programs write it. */
const mark = new RegExp(marks.join('|'), 'iuy')
/** Marks that may stand behind each other: `- [ ] 1.` */
const mostMarks = 3
/** What may begin a mark: most lines begin with a word, and end here. */
const maybe = new RegExp(`[^\\p{L}\\s]|\\p{L}\\s?\\P{L}|[ivxlc]{2,5}\\P{L}|${chinese}|${words}`, 'iuy')

/** Items that end or go on in the middle of a sentence, from which a list is torn out of sentences; and their share. */
const enoughOpen = 3
const openShare = 0.2
/** Words that hardly an item of an honest list ends with: what follows belongs to them. */
const open =
  /(?:^|\s)(?:an?|the|all|and|or|but|of|to|in|on|at|by|for|from|with|into|about|my|your|our|his|her|their|its|this|that|these|those|which|who|is|are|was|were|be|been|has|have|had|will|would|can|could|should|must|may|not|i|you|we|they|if|as|any|der|die|das|den|dem|des|eine?[mnrs]?|und|oder|zu[mr]?|im|am|auf|mit|von|vom|für|bei|an|aus|nach|über|ich|du|wir|sie|ihre?[mnrs]?|meine?[mnrs]?|unsere?[mnrs]?|ist|sind|wird|werden|hat|haben|nicht|dass|alle|el|la|los|las|una?|y|o|de|del|al|en|con|por|para|su|sus|mi|tu|que|es|son|no|todas|todos|le|les|une|des|et|ou|du|au|aux|dans|sur|avec|pour|par|votre|vos|notre|nos|mon|il|lo|gli|i|uno|e|di|da|della?|nel|con|per|che|os|as|um|uma|do|na|com|seu|sua|het|een|en|van|met|voor|naar|uw|mijn|dat|w|z|na|do|dla|twoje|i)$|[的和在与把将请我您你是及以为并或]$/iu
/** The end of a part of a sentence, behind which the item goes on. */
const within = /\p{L}[.!?,;:]\s\p{L}|[。！？，；：]\p{L}/u

/** Alphabets that put no space between words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}、，。「」『』]/u

/** A line that says something: its stretch without white space at its ends, and where it goes on behind a mark. */
interface Line {
  start: number
  end: number
  /** Equal to `start` where no mark is in front. */
  said: number
}

/** A text across its lists; `[start, end)` is the part that has them, with what is around them. */
export interface AcrossItems {
  /** As long as the text it is of: each letter stands where it stood. */
  text: string
  start: number
  end: number
  /** Whether sentences stand in them, torn: not what each item of a list says by itself. */
  torn: boolean
}

/**
 * `text` with blanks in the place of the marks of its lists, and of the ends of their lines; null where no list has items
 * short enough. Line by line, in one pass.
 */
export function acrossItems(text: string): AcrossItems | null {
  const lists: Line[][] = []
  let before: Line | null = null
  let list: Line[] = []
  let short = 0
  let between = 0
  const close = (): void => {
    // The line behind the last item may be the end of what it says.
    if (short >= enoughItems) lists.push(list.slice(0, list.length - Math.max(0, between - 1)))
    list = []
    short = between = 0
  }
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf('\n', at)
    const end = stop < 0 ? text.length : stop
    const line = lineOf(text, at, end)
    at = end + 1
    if (line === null) continue
    const isItem = line.said > line.start && line.end - line.said <= shortItem
    if (isItem) {
      if (list.length === 0 && before !== null) list.push(before)
      between = 0
      short++
    } else if (list.length > 0) between++
    if (isItem || list.length > 0) list.push(line)
    if (between > mostBetween) close()
    before = line
  }
  close()
  const first = lists[0]?.[0]
  if (first === undefined) return null
  return {
    text: joined(text, lists),
    start: Math.max(0, first.start - around),
    end: Math.min(text.length, lists.at(-1)!.at(-1)!.end + around),
    torn: lists.some((list) => isTorn(text, list)),
  }
}

function lineOf(text: string, from: number, to: number): Line | null {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  if (start === end) return null
  let said = start
  let at = inset(text, start, end)
  maybe.lastIndex = at
  if (!maybe.test(text)) return { start, end, said }
  for (let count = 0; count < mostMarks; count++) {
    mark.lastIndex = at
    if (!mark.test(text)) break
    at = inset(text, mark.lastIndex, end)
    if (at >= end) return { start, end, said: start }
    said = at
  }
  return { start, end, said }
}

/** White space, marks of quoted lines and invisible characters that stand in front of what is looked at. */
const mostInset = 24

function inset(text: string, from: number, end: number): number {
  let at = from
  while (at < Math.min(end, from + mostInset) && isInset(text.charCodeAt(at))) at++
  return at
}

const isInset = (unit: number): boolean =>
  isBlank(unit) || unit === 0x3e || unit === 0x7c || (unit >= 0x200b && unit <= 0x200f) || unit === 0xfeff

function isTorn(text: string, list: readonly Line[]): boolean {
  const items = list.filter(({ start, said }) => said > start)
  const left = items.filter(({ said, end }) => {
    const item = text.slice(said, Math.min(end, said + longest))
    return open.test(item) || within.test(item)
  }).length
  return left >= enoughOpen && left >= openShare * items.length
}

const isBlank = (unit: number): boolean => unit <= 0x20 || unit === 0xa0

/** What folding drops, and what it takes for a space. */
const nothing = '\u0001'
const space = ' '

function joined(text: string, lists: readonly Line[][]): string {
  const pieces: string[] = []
  let at = 0
  const blank = (from: number, to: number, by: string): void => {
    if (to <= from) return
    pieces.push(text.slice(at, from), by.repeat(to - from))
    at = to
  }
  for (const list of lists)
    for (const [index, { start, said }] of list.entries()) {
      const last = list[index - 1]
      if (last === undefined) blank(start, said, space)
      else {
        const together = unspaced.test(text.charAt(last.end - 1)) && unspaced.test(text.charAt(said))
        blank(last.end, said, together ? nothing : space)
      }
    }
  return pieces.join('') + text.slice(at)
}
