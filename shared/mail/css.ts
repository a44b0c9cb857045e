/** The little CSS that decides whether text in mail can be seen: declarations, simple rules, lengths, colours. */

import { mediaHolds, supportsHolds } from './css-media.ts'

/** Declarations by property, lowercase, without `!important`; shorthand is not taken apart. Only of properties that are read. */
export type Declarations = ReadonlyMap<string, string>

/** All that anybody asks for: what else a style says is not kept, so that no mail makes a style large. */
const properties = new Set(
  'display float list-style list-style-type content-visibility visibility opacity filter overflow overflow-x overflow-y height max-height width max-width transform position left top right bottom clip clip-path text-indent margin-left margin-top margin-right font font-size color background background-color background-image white-space'.split(
    ' ',
  ),
)
const maxDeclarations = 100
const maxRules = 2_000
const maxCss = 200_000

/** Parses a style attribute. The last declaration of a property counts, an important one before others. */
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
  const declarations = new Map<string, string>()
  const important = new Set<string>()
  for (const part of plain(css.slice(0, 5_000)).split(';', maxDeclarations)) {
    const colon = part.indexOf(':')
    if (colon < 0) continue
    const property = part.slice(0, colon).trim().toLowerCase()
    if (!properties.has(property)) continue
    const value = part
      .slice(colon + 1)
      .trim()
      .toLowerCase()
    const bare = value.replace(/\s{0,10}!\s{0,10}important$/, '')
    if (bare === value && important.has(property)) continue
    if (bare !== value) important.add(property)
    declarations.set(property, bare)
  }
  return declarations
}

/** `css` without comments and with escapes resolved (`d\69splay`): both are used to hide. */
function plain(css: string): string {
  const bare = css.includes('/*') ? withoutComments(css) : css
  if (!bare.includes('\\')) return bare
  return bare.replace(
    /\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))/g,
    (_, hex: string | undefined, char: string | undefined) =>
      hex === undefined ? char! : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  )
}

function withoutComments(css: string): string {
  const pieces: string[] = []
  let at = 0
  for (let open = css.indexOf('/*'); open >= 0; open = css.indexOf('/*', at)) {
    pieces.push(css.slice(at, open))
    const close = css.indexOf('*/', open + 2)
    if (close < 0) return pieces.join(' ')
    at = close + 2
  }
  pieces.push(css.slice(at))
  return pieces.join(' ')
}

/** Words that style sheets put in front of or behind elements (`content: "…"`), at most 50. */
export function contentsOf(css: string): string[] {
  if (!css.includes('content')) return []
  const found = plain(css.slice(0, maxCss)).matchAll(
    /[\s;{]content\s{0,9}:\s{0,9}(?:"([^"\n]{2,2000})"|'([^'\n]{2,2000})')/gi,
  )
  return [...found.take(50)].map(([, double, single]) => double ?? single ?? '')
}

/** Rules of style sheets for one tag, class or id each. */
export type StyleRules = Map<string, Declarations>

/** What a style sheet says: rules for one tag, class or id, and those of longer selectors, with their selector. */
export interface StyleSheet {
  simple: StyleRules
  others: { selector: string; declarations: Declarations }[]
}

/** Rules of longer selectors that are kept. */
const maxOthers = 300

/**
 * Adds the rules of a style sheet: keys of simple ones are `p`, `.class`, `#id`, `p.class`. Rules under a
 * condition count where it holds on a desktop.
 */
export function addRules(sheet: StyleSheet, css: string): void {
  addPlainRules(sheet, plain(css.slice(0, maxCss)).replace(/<!--|-->/g, ' '), 0)
}

function addPlainRules(sheet: StyleSheet, css: string, depth: number): void {
  let at = 0
  for (let looked = 0; looked < maxRules; looked++) {
    const open = css.indexOf('{', at)
    if (open < 0) return
    const selector = preludeOf(css.slice(at, open))
    const close = selector.startsWith('@') ? endOfBlock(css, open) : css.indexOf('}', open)
    if (close < 0) return
    if (!selector.startsWith('@')) addRule(sheet, selector, css.slice(open + 1, close))
    else if (depth < 3 && holds(selector)) addPlainRules(sheet, css.slice(open + 1, close), depth + 1)
    at = close + 1
  }
}

/** What stands in front of a block, without statements that end before it (`@import …;`). */
const preludeOf = (text: string): string => text.slice(text.lastIndexOf(';') + 1).trim()

function holds(prelude: string): boolean {
  const [, name, condition = ''] = /^@(media|supports|layer)\b([\s\S]*)$/i.exec(prelude) ?? []
  if (name === undefined) return false
  if (name.toLowerCase() === 'media') return mediaHolds(condition) === true
  return name.toLowerCase() === 'layer' || supportsHolds(condition) === true
}

function addRule({ simple, others }: StyleSheet, selectors: string, body: string): void {
  const declarations = parseDeclarations(body)
  if (declarations.size === 0) return
  for (const selector of new Set(selectors.split(',', 50).map((one) => one.trim()))) {
    const key = selector.toLowerCase()
    if (/^[a-z0-9]{0,20}[.#]?[\w-]{1,100}$/.test(key))
      simple.set(key, new Map([...(simple.get(key) ?? []), ...declarations]))
    else if (others.length < maxOthers && selector.length <= 300) others.push({ selector, declarations })
  }
}

function endOfBlock(sheet: string, open: number): number {
  let depth = 0
  for (let at = open; at < sheet.length; at++) {
    const code = sheet.charCodeAt(at)
    if (code === 0x7b) depth++
    else if (code === 0x7d && --depth === 0) return at
  }
  return -1
}

export interface Colour {
  red: number
  green: number
  blue: number
  /** 0 is transparent, 1 opaque. */
  alpha: number
}

const names: Record<string, string> = {
  black: '000000',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  white: 'ffffff',
  maroon: '800000',
  red: 'ff0000',
  purple: '800080',
  fuchsia: 'ff00ff',
  magenta: 'ff00ff',
  green: '008000',
  lime: '00ff00',
  olive: '808000',
  yellow: 'ffff00',
  navy: '000080',
  blue: '0000ff',
  teal: '008080',
  aqua: '00ffff',
  cyan: '00ffff',
  orange: 'ffa500',
  snow: 'fffafa',
  ivory: 'fffff0',
  ghostwhite: 'f8f8ff',
  whitesmoke: 'f5f5f5',
  floralwhite: 'fffaf0',
  mintcream: 'f5fffa',
  azure: 'f0ffff',
  seashell: 'fff5ee',
  linen: 'faf0e6',
  gainsboro: 'dcdcdc',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  darkgray: 'a9a9a9',
  dimgray: '696969',
}

/** The colour that `value` names; null where it is none that is known. */
export function parseColour(value: string | undefined): Colour | null {
  const text = (value ?? '').trim().toLowerCase()
  if (text === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 }
  const hex = /^#?([0-9a-f]{3,8})$/.exec(names[text] ?? text)?.[1]
  if (hex !== undefined && (text.startsWith('#') || hex.length === 6)) return fromHex(hex)
  const match =
    /^rgba?\(\s{0,9}([\d.]{1,6}%?)[\s,]{1,9}([\d.]{1,6}%?)[\s,]{1,9}([\d.]{1,6}%?)(?:[\s,/]{1,9}([\d.]{1,6}%?))?\s{0,9}\)$/.exec(
      text,
    )
  if (match !== null)
    return {
      red: channel(match[1]!),
      green: channel(match[2]!),
      blue: channel(match[3]!),
      alpha:
        match[4] === undefined
          ? 1
          : match[4].endsWith('%')
            ? Number.parseFloat(match[4]) / 100
            : Number(match[4]),
    }
  return fromHsl(text)
}

const channel = (text: string): number => (text.endsWith('%') ? Number.parseFloat(text) * 2.55 : Number(text))

function fromHex(hex: string): Colour | null {
  const long = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
  if (long.length !== 6 && long.length !== 8) return null
  const at = (index: number) => Number.parseInt(long.slice(index, index + 2), 16)
  return { red: at(0), green: at(2), blue: at(4), alpha: long.length === 8 ? at(6) / 255 : 1 }
}

/** Of HSL only the extremes are told: that is where text disappears on white or black. */
function fromHsl(text: string): Colour | null {
  const lightness = /^hsla?\([^,%]{1,20}[\s,]{1,5}[\d.]{1,6}%[\s,]{1,5}([\d.]{1,6})%/.exec(text)?.[1]
  if (lightness === undefined || (Number(lightness) > 3 && Number(lightness) < 97)) return null
  const grey = Number(lightness) * 2.55
  return { red: grey, green: grey, blue: grey, alpha: 1 }
}

/** Whether text of one colour on the other can't be read: a contrast ratio (WCAG 2) under 1.1. */
export function looksSame(text: Colour, background: Colour): boolean {
  if (distance(text, background) >= 60) return false
  const [one, other] = [luminance(text), luminance(background)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) < 1.1
}

function luminance({ red, green, blue }: Colour): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function distance(one: Colour, other: Colour): number {
  return Math.abs(one.red - other.red) + Math.abs(one.green - other.green) + Math.abs(one.blue - other.blue)
}
