/** Whether conditions of style sheets hold where a person reads mail on a desktop: `@media`, `@supports`, `media="…"`. */
import { allOf, anyOf, type Holds, opposite } from './css-holds.ts'
import { pixels } from './css-length.ts'

/** Widths and heights of windows between which anything may be the reader's, in pixels. */
const widths = [1_000, 1_920] as const
const heights = [500, 1_200] as const

const longest = 1_000
const deepest = 8

/** Whether a media query list (Media Queries Level 4) holds. */
export function mediaHolds(queries: string): Holds {
  return queries.trim() === '' ? true : conditionHolds(queries, mediaFeature, mediaType)
}

/** Whether the condition of an `@supports` holds (CSS Conditional Rules Level 3, §6). */
export function supportsHolds(condition: string): Holds {
  return conditionHolds(condition, supported, () => null)
}

type Leaf = (text: string) => Holds

/** Reads `and`, `or`, `not`, commas and parentheses; what they join is for `leaf` (in parentheses) and `word` to say. */
function conditionHolds(text: string, leaf: Leaf, word: Leaf): Holds {
  const plain = text.toLowerCase()
  if (plain.length > longest) return null
  return anyOf(pieces(plain, ',').map((one) => clauseHolds(one, leaf, word, 0)))
}

function clauseHolds(text: string, leaf: Leaf, word: Leaf, depth: number): Holds {
  const tokens = pieces(text, ' ')
  const negated = tokens[0] === 'not'
  let joined: Holds | undefined
  let operator = 'and'
  for (const token of negated ? tokens.slice(1) : tokens) {
    if (token === 'and' || token === 'or') operator = token
    else if (token !== 'only') {
      const value = token.startsWith('(')
        ? groupHolds(token.slice(1, -1).trim(), leaf, word, depth)
        : word(token)
      if (joined === undefined) joined = value
      else joined = operator === 'and' ? allOf([joined, value]) : anyOf([joined, value])
    }
  }
  if (joined === undefined) return null
  return negated ? opposite(joined) : joined
}

function groupHolds(text: string, leaf: Leaf, word: Leaf, depth: number): Holds {
  if (depth === deepest) return null
  return /^(?:\(|not\b)/.test(text) ? clauseHolds(text, leaf, word, depth + 1) : leaf(text)
}

/** `text` cut at `separator` (a space stands for any white space), but not within parentheses. */
function pieces(text: string, separator: ',' | ' '): string[] {
  const found: string[] = []
  let depth = 0
  let piece = ''
  for (const char of text) {
    const cuts = depth === 0 && (separator === ',' ? char === ',' : /\s/.test(char))
    // `and(` is written without its space, too.
    const opens = depth === 0 && separator === ' ' && char === '('
    if (cuts || opens) {
      found.push(piece.trim())
      piece = ''
    }
    if (cuts) continue
    if (char === '(') depth++
    if (char === ')') depth--
    piece += char
  }
  return [...found, piece.trim()].filter((one) => one !== '')
}

/** A screen is what mail is read on; a medium that nobody knows (`@media yahoo`) is none. */
const mediaType = (type: string): Holds => type === 'all' || type === 'screen'

/** What a desktop is like: the value of each feature that holds. */
const desktop: Record<string, string> = {
  orientation: 'landscape',
  'prefers-color-scheme': 'light',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'forced-colors': 'none',
  'inverted-colors': 'none',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  scripting: 'none',
}

function mediaFeature(feature: string): Holds {
  if (/[<>]/.test(feature) || /^(?:width|height)\s{0,9}=/.test(feature)) return rangeHolds(feature)
  const [name = '', value] = feature.split(':').map((part) => part.trim())
  if (value === undefined) return name === 'color' || name === 'width' || name === 'height' ? true : null
  const sized = /^(min|max)-(?:device-)?(width|height)$/.exec(name)
  if (sized !== null) return compares(sized[2]!, sized[1] === 'min' ? '>=' : '<=', value)
  return Object.hasOwn(desktop, name) ? desktop[name] === value : null
}

/** `width >= 600px`, `400px < width <= 700px`. */
function rangeHolds(feature: string): Holds {
  const parts = feature.split(/([<>]=?|=)/).map((part) => part.trim())
  const at = parts.findIndex((part) => part === 'width' || part === 'height')
  if (at < 0 || parts.length > 5) return null
  const turned = (operator: string) => operator.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'))
  const held: Holds[] = []
  if (at >= 2) held.push(compares(parts[at]!, turned(parts[at - 1]!), parts[at - 2]!))
  if (at + 2 < parts.length) held.push(compares(parts[at]!, parts[at + 1]!, parts[at + 2]!))
  return allOf(held)
}

function compares(side: string, operator: string, value: string): Holds {
  const limit = pixels(value)
  if (Number.isNaN(limit)) return null
  const [small, large] = (side === 'width' ? widths : heights).map((size) =>
    operator.startsWith('>') ? size >= limit : operator.startsWith('<') ? size <= limit : size === limit,
  )
  return small === large && operator !== '=' ? small! : null
}

/** Properties that every program with style sheets knows, whatever their value. */
const known =
  /^(?:display|color|opacity|visibility|position|width|height|margin|padding|font-size|background(?:-color)?)$/

function supported(declaration: string): Holds {
  const [name = '', value = ''] = declaration.split(':').map((part) => part.trim())
  return known.test(name) && /^[\w.#%-]{1,50}$/.test(value) ? true : null
}
