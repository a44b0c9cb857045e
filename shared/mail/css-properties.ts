/** The properties that decide whether and how text is seen: their other names, their parts, what they can be. */
import { isColour } from './css-colour.ts'
import { pixels } from './css-length.ts'

const lengths = new Set(
  'height max-height width max-width left top right bottom text-indent margin-left margin-top margin-right margin-bottom font-size'.split(
    ' ',
  ),
)
const colours = new Set(['color', 'background-color', 'text-fill-color'])
const others = new Set(
  'display float list-style list-style-type content-visibility visibility opacity filter overflow overflow-x overflow-y transform scale translate position clip clip-path background background-image background-clip white-space direction unicode-bidi text-decoration text-decoration-line'.split(
    ' ',
  ),
)

/** Names by which browsers know a property, too, in writing from left to right. */
const aliases: Record<string, string> = {
  'margin-inline-start': 'margin-left',
  'margin-inline-end': 'margin-right',
  'margin-block-start': 'margin-top',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'block-size': 'height',
  'max-block-size': 'max-height',
  'inline-size': 'width',
  'max-inline-size': 'max-width',
}
const sides: Record<string, readonly string[]> = {
  margin: ['margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
  inset: ['top', 'right', 'bottom', 'left'],
}

const wide = /^(?:inherit|initial|unset|revert|revert-layer)$/
const lengthWord =
  /^(?:auto|none|(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|(?:min|max|fit)-content)$/
const keywords: Record<string, RegExp> = {
  display:
    /^(?:none|contents|(?:(?:-webkit-|-moz-|-ms-)?(?:inline-)?(?:block|box|flex|flexbox|grid|table)|inline|flow-root|flow|run-in|list-item|ruby|ruby-text|math|table-(?:row|cell|column|caption|row-group|header-group|footer-group|column-group)|block|\s){1,5})$/,
  visibility: /^(?:visible|hidden|collapse)$/,
  opacity: /^[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})%?$/,
  position: /^(?:static|relative|absolute|fixed|sticky|-webkit-sticky)$/,
  'content-visibility': /^(?:visible|hidden|auto)$/,
}

/** A custom property (`--x`), whose name and value are bounded. */
const custom = /^--[\w-]{1,50}$/
const longestCustom = 200

/** What a declaration says of properties that are read; nothing where a browser skips it. Lowercase. */
export function declared(
  name: string,
  value: string,
): readonly (readonly [property: string, value: string])[] {
  if (name.startsWith('--')) return custom.test(name) && value.length <= longestCustom ? [[name, value]] : []
  const bare = name.replace(
    /^-webkit-(?=transform$|filter$|clip-path$|text-fill-color$|background-clip$)/,
    '',
  )
  const property = aliases[bare] ?? bare
  const parts = sides[property]
  if (parts !== undefined) return ofSides(parts, value)
  if (property === 'font') {
    const size = /(?:^|\s)(\d[\d.]{0,8}(?:px|pt|em|rem|%)|0)(?:\/|\s|$)/.exec(value)?.[1]
    return size === undefined ? [] : [['font-size', size]]
  }
  return isValue(property, value) ? [[property, value]] : []
}

function ofSides(names: readonly string[], text: string): [string, string][] {
  const [top, right = top, bottom = top, left = right] = text.includes('(')
    ? (text.match(/[^\s(]{1,50}(?:\([^()]{0,100}\))?/g) ?? [])
    : text.split(/\s+/, 5)
  return [top!, right!, bottom!, left!].flatMap((value, index): [string, string][] =>
    isValue(names[index]!, value ?? '') ? [[names[index]!, value]] : [],
  )
}

function isValue(property: string, value: string): boolean {
  if (value === '') return false
  const known = lengths.has(property) || colours.has(property) || others.has(property)
  if (!known || wide.test(value) || value.includes('var(')) return known
  if (lengths.has(property))
    return lengthWord.test(value) || value.includes('(') || !Number.isNaN(pixels(value))
  if (colours.has(property)) return isColour(value)
  const word = keywords[property]
  return word === undefined || word.test(value) || value.includes('calc(')
}
