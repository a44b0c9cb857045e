/** Selectors of style sheets (`td > p.c`, `p + p[x]`, `:nth-child(2)`), read from their text. */
import { unescaped } from './css-scan.ts'

/** What an element has to be to another for a step: inside of it, its child, right behind it, or behind it. */
export type Combinator = ' ' | '>' | '+' | '~'

/** A state or a place: its name, and what stands in its parentheses. */
export interface Pseudo {
  name: string
  text: string
  /** Of `:is`, `:not` and `:where`; empty for others. */
  selectors: readonly Selector[]
}

/** One step of a selector: everything that an element has to have. */
export interface Compound {
  name: string | null
  id: string | null
  classes: string[]
  attributes: { name: string; operator: string; value: string | null }[]
  pseudos: Pseudo[]
  /** What it is to the element of the step before it. */
  combinator: Combinator
  /** Whether it and all steps before it are only inside of each other. */
  plain: boolean
}

/** Outermost step first. */
export type Selector = readonly Compound[]

const maxSteps = 8
const longest = 400
/** Selectors in the parentheses of others. */
const deepest = 3

const ident = '(?:[\\w-]|[^\\x00-\\x7f]|\\\\[^\\n]){1,100}'
const simple = new RegExp(`(\\*)|([#.]?)(${ident})`, 'y')
const attribute =
  /\[\s{0,9}([\w:-]{1,50})\s{0,9}(?:([~|^$*]?)=\s{0,9}(?:"([^"]{0,200})"|'([^']{0,200})'|([^\s"'\]]{0,200}))\s{0,9}(?:[iIsS]\s{0,9})?)?\]/y
const pseudo = /(::?)([a-zA-Z-]{1,50})(\()?/y
const between = /\s{0,99}([>+~])\s{0,99}|\s{1,99}/y

/** The selectors of a list, trimmed; not cut within parentheses and brackets. */
export function selectorsIn(list: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < list.length; at++) {
    const char = list.charAt(at)
    if (char === '\\') at++
    else if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (char === ',' && depth <= 0) {
      found.push(list.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...found, list.slice(from).trim()]
}

/** Reads one selector; null for what is none that is known. */
export function readSelector(text: string, depth = 0): Selector | null {
  if (text === '' || text.length > longest) return null
  const steps: Compound[] = []
  let combinator: Combinator = ' '
  for (let at = 0; at < text.length; ) {
    const step: Compound = {
      ...{ name: null, id: null, classes: [], attributes: [], pseudos: [], combinator },
      plain: combinator === ' ' && (steps.at(-1)?.plain ?? true),
    }
    const end = readCompound(text, at, step, depth)
    if (end === at || end < 0 || steps.length === maxSteps) return null
    steps.push(step)
    if (end === text.length) return steps
    const gap = matchAt(between, text, end)
    if (gap === null) return null
    combinator = (gap[1] ?? ' ') as Combinator
    at = end + gap[0].length
  }
  return null
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Reads into `step` from `at` on; answers where it ends, or -1 for what is unknown. */
function readCompound(text: string, from: number, step: Compound, depth: number): number {
  for (let at = from; at < text.length; ) {
    const char = text.charAt(at)
    if (/[\s>+~]/.test(char)) return at
    if (char === '[') {
      const found = matchAt(attribute, text, at)
      if (found === null) return -1
      const [whole, name, operator, double, single, bare] = found
      step.attributes.push({
        name: name!.toLowerCase(),
        operator: operator ?? '',
        value: double ?? single ?? bare ?? null,
      })
      at += whole.length
    } else if (char === ':') {
      const end = readPseudo(text, at, step, depth)
      if (end < 0) return -1
      at = end
    } else {
      const found = matchAt(simple, text, at)
      if (found === null) return -1
      const [whole, , sign, name] = found
      const plain = unescaped(name ?? '').toLowerCase()
      if (sign === '#') step.id = plain
      else if (sign === '.') step.classes.push(plain)
      else if (at !== from) return -1
      else step.name = name === undefined ? null : plain
      at += whole.length
    }
  }
  return text.length
}

const lists = new Set(['not', 'is', 'where', 'matches', '-webkit-any', '-moz-any'])

function readPseudo(text: string, at: number, step: Compound, depth: number): number {
  const found = matchAt(pseudo, text, at)
  if (found === null) return -1
  const [whole, colons, name, opens] = found
  const start = at + whole.length
  const end = opens === undefined ? start : endOfParentheses(text, start)
  if (end < 0) return -1
  const inside = opens === undefined ? '' : text.slice(start, end - 1).trim()
  const lower = name!.toLowerCase()
  let selectors: Selector[] = []
  if (colons === ':' && lists.has(lower)) {
    if (depth === deepest) return -1
    const read = selectorsIn(inside).map((one) => readSelector(one, depth + 1))
    selectors = read.filter((one) => one !== null)
    if (selectors.length < read.length) return -1
  }
  step.pseudos.push({ name: colons === '::' ? `:${lower}` : lower, text: inside.toLowerCase(), selectors })
  return end
}

function endOfParentheses(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if (text.charAt(at) === '(') depth++
    else if (text.charAt(at) === ')' && --depth === 0) return at + 1
  }
  return -1
}

/** How much a selector counts against others (Selectors Level 4, §17): ids, then classes, then names. */
export function specificityOf(selector: Selector): number {
  return selector.reduce((sum, { name, id, classes, attributes, pseudos }) => {
    const states = pseudos.reduce((all, one) => all + weightOf(one), 0)
    return (
      sum +
      (id === null ? 0 : 10_000) +
      100 * (classes.length + attributes.length) +
      (name === null ? 0 : 1) +
      states
    )
  }, 0)
}

function weightOf({ name, selectors }: Pseudo): number {
  if (name === 'where') return 0
  return selectors.length > 0 ? Math.max(...selectors.map(specificityOf)) : 100
}
