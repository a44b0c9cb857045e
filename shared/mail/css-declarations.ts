/** Declarations of style attributes and rules, and what several of them come to. */
import { declared } from './css-properties.ts'
import { endOfComment, endOfString, nextOf, unescaped } from './css-scan.ts'

/** By property; lowercase, and only of properties that are read. */
export interface Declarations {
  readonly normal: ReadonlyMap<string, string>
  /** Those with `!important`. */
  readonly important: ReadonlyMap<string, string>
}

/** The declarations that hold for an element. */
export type Computed = ReadonlyMap<string, string>

export const sizeOf = ({ normal, important }: Declarations): number => normal.size + important.size

/** Custom properties that one style may have. */
const maxCustom = 50

/** Parses a style attribute or what stands in a rule; linear in its length. */
export function parseDeclarations(css: string): Declarations {
  if (css.length > knownLength) return readDeclarations(css)
  const before = known.get(css)
  if (before !== undefined) return before
  // Styles come from hostile mail: the memo must not grow with them.
  if (known.size >= knownCount) known.clear()
  const declarations = readDeclarations(css)
  known.set(css, declarations)
  return declarations
}

/** Style attributes read before: a mail repeats a few of them in every cell. */
const known = new Map<string, Declarations>()
const knownLength = 500
const knownCount = 1_000

function readDeclarations(css: string): Declarations {
  const normal = new Map<string, string>()
  const important = new Map<string, string>()
  let customLeft = maxCustom
  for (const text of declarationsIn(css)) {
    const colon = text.indexOf(':')
    if (colon < 0) continue
    const name = unescaped(text.slice(0, colon)).trim().toLowerCase()
    const value = unescaped(text.slice(colon + 1))
      .trim()
      .toLowerCase()
    const bare = value.replace(/\s{0,10}!\s{0,10}important$/, '')
    for (const [property, part] of declared(name, bare)) {
      if (property.startsWith('--') && customLeft-- <= 0) continue
      const list = bare === value ? normal : important
      list.set(property, part)
    }
  }
  return { normal, important }
}

const signs = /["'\\/();]/g

/** The texts between semicolons, without comments; not cut within strings and brackets. */
function* declarationsIn(css: string): Generator<string> {
  if (!/["'\\/(]/.test(css)) {
    yield* css.split(';')
    return
  }
  let text = ''
  let from = 0
  let depth = 0
  for (let at = nextOf(signs, css, 0); at < css.length; at = nextOf(signs, css, at + 1)) {
    const char = css.charAt(at)
    if (char === '\\') at++
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === '/' && css.charAt(at + 1) === '*') {
      text += `${css.slice(from, at)} `
      from = endOfComment(css, at)
      at = from - 1
    } else if (char === ';' && depth === 0) {
      yield text + css.slice(from, at)
      text = ''
      from = at + 1
    }
  }
  yield text + css.slice(from)
}

/** What rules of style sheets, weakest first, and a style attribute come to (CSS Cascading Level 4, §6.1). */
export function cascade(rules: readonly Declarations[], attribute: Declarations | null): Computed {
  const list = attribute === null ? rules : [...rules, attribute]
  if (list.length === 1 && list[0]!.important.size === 0) return list[0]!.normal
  const computed = new Map<string, string>()
  for (const { normal } of list) for (const [property, value] of normal) computed.set(property, value)
  for (const { important } of list) for (const [property, value] of important) computed.set(property, value)
  return computed
}
