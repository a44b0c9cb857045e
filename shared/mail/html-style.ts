/** How an element is shown, as far as it decides whether its text can be seen. */
import { type Colour, looksSame, parseColour } from './css-colour.ts'
import { type Computed, cascade, type Declarations, parseDeclarations } from './css-declarations.ts'
import { pixels } from './css-length.ts'
import { type Variables, variablesIn, withVariables } from './css-variables.ts'
import type { Attributes } from './html-events.ts'

export interface ElementStyle {
  /** Why text here can't be seen; null where it can. */
  reason: string | null
  /** Hidden whatever the elements inside say: `display: none` and the like, unlike colour or size. */
  sealed: boolean
  /** `visibility: hidden`, which an element inside can undo. */
  invisible: boolean
  /** Pixels. */
  fontSize: number
  colour: Colour
  /** The colour of the letters where it is not that of the text (`-webkit-text-fill-color`); null where it is. */
  fill: Colour | null
  /** From 0, nothing is seen, to 1; with that of the elements around. */
  opacity: number
  /** What is behind the text; null where it is an image or unknown. */
  background: Colour | null
  preformatted: boolean
  /** Shown within a line by its style, whatever element it is. */
  inline: boolean
  /** Shown on lines of its own by its style, whatever element it is. */
  block: boolean
  /** Struck through, by itself or by what is around it. */
  struck: boolean
  /** Lists number their items in the way of their element: no style takes the numbers away, or the items their lines. */
  numbered: boolean
  /** Why a person may not see text here that counts as shown; null where he does. */
  aside: string | null
  /** The order of the letters, and whether it is forced on them. */
  rightToLeft: boolean
  forced: boolean
  variables: Variables
}

const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 }
const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 }

/** Where a mail begins: black on white. */
export const rootStyle: ElementStyle = {
  reason: null,
  sealed: false,
  invisible: false,
  fontSize: 16,
  colour: black,
  fill: null,
  opacity: 1,
  background: white,
  preformatted: false,
  inline: false,
  block: false,
  struck: false,
  numbered: true,
  aside: null,
  rightToLeft: false,
  forced: false,
  variables: new Map(),
}

const strikes = new Set(['s', 'del', 'strike'])
const blockLike =
  /^(?:(?:-webkit-|-moz-|-ms-)?(?:block|flex|flexbox|box|grid|table)|list-item|flow-root|table-row|table-caption)$/

function isStruck(name: string, css: Computed): boolean {
  const line = css.get('text-decoration-line') ?? css.get('text-decoration')
  return line === undefined ? strikes.has(name) : line.includes('line-through')
}

/** Pixels of a font that nobody can read. */
const largestUnreadable = 2.5
const fontSizes: Record<string, number> = { '1': 10, '2': 13, '3': 16, '4': 18, '5': 24, '6': 32, '7': 48 }
const namedSizes: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  smaller: 13,
  larger: 19,
}

/** The style of an element inside one of style `parent`; `sheet` are the rules of style sheets for it, weakest first. */
export function styleOf(
  parent: ElementStyle,
  name: string,
  attributes: Attributes,
  sheet: readonly Declarations[],
): ElementStyle {
  const style: ElementStyle = {
    ...parent,
    preformatted: name === 'pre' || name === 'textarea' || (parent.preformatted && name !== 'table'),
    inline: false,
    block: false,
    struck: parent.struck || strikes.has(name),
  }
  if (attributes.size === 0 && sheet.length === 0 && name !== 'dialog') return style
  const inline = attributes.get('style')
  const declared = cascade(sheet, inline === undefined ? null : parseDeclarations(inline))
  if (declared.size > 0) style.variables = variablesIn(parent.variables, declared)
  const css = withVariables(declared, style.variables)
  const display = css.get('display')
  style.block = display !== undefined && blockLike.test(display)
  style.struck = parent.struck || isStruck(name, css)
  style.inline = display === 'inline' || display === 'contents'
  if (takesNumbers(name, css)) style.numbered = false
  applyFont(style, name, attributes, css)
  applyColours(style, name, attributes, css)
  applyDirection(style, name, attributes, css)
  if (css.size > 0) {
    style.preformatted = css.has('white-space')
      ? /^(?:pre|break-spaces)/.test(css.get('white-space')!)
      : style.preformatted
    style.opacity *= shareOf(css.get('opacity'))
  }
  if (parent.sealed) return style
  style.reason = sealing(style, name, attributes, css)
  style.sealed = style.reason !== null
  if (!style.sealed) style.reason = unsealed(style, css)
  return style
}

const unlike = (value: string | undefined, usual: RegExp): boolean =>
  value !== undefined && !usual.test(value)

/** Numbers that nobody sees would stand between the words of a sentence whose every word is an item. */
function takesNumbers(name: string, css: Computed): boolean {
  if (unlike(css.get('list-style') ?? css.get('list-style-type'), /^decimal(?:\s|!|$)/)) return true
  if (name !== 'li' && name !== 'ol') return false
  return (
    unlike(css.get('display'), name === 'li' ? /^list-item/ : /^block/) ||
    unlike(css.get('float'), /^none/) ||
    unlike(css.get('position'), /^(?:static|relative)/)
  )
}

/** Whether such declarations hide an element. */
export function hides(declarations: Declarations): boolean {
  return styleOf(rootStyle, 'p', new Map(), [declarations]).reason !== null
}

function applyFont(style: ElementStyle, name: string, attributes: Attributes, css: Computed): void {
  const size = css.get('font-size')
  const sized = namedSizes[size ?? ''] ?? pixels(size, style.fontSize)
  if (!Number.isNaN(sized)) style.fontSize = sized
  else if (name === 'font') style.fontSize = fontSizes[attributes.get('size')?.trim() ?? ''] ?? style.fontSize
}

function applyColours(style: ElementStyle, name: string, attributes: Attributes, css: Computed): void {
  const colour =
    css.get('color') ??
    (name === 'font' ? attributes.get('color') : name === 'body' ? attributes.get('text') : undefined)
  if (colour !== undefined) style.colour = parseColour(colour) ?? style.colour
  const fill = css.get('text-fill-color')
  // Letters of no colour through which a background is seen are read.
  if (fill !== undefined && css.get('background-clip') !== 'text') style.fill = parseColour(fill)
  const image = css.get('background-image') ?? ''
  const shorthand = css.get('background') ?? ''
  const behind = css.get('background-color') ?? (shorthand === '' ? attributes.get('bgcolor') : shorthand)
  if (/url\(|gradient/.test(image + shorthand) || attributes.has('background')) style.background = null
  else if (behind !== undefined && behind !== '') style.background = backgroundOf(behind, style.background)
}

function backgroundOf(value: string, parent: Colour | null): Colour | null {
  const colour = parseColour(value) ?? parseColour(value.split(/\s+/, 1)[0])
  if (colour === null) return /^(?:none|inherit|initial|unset|0)/.test(value) ? parent : null
  return colour.alpha < 0.5 ? parent : colour
}

function applyDirection(style: ElementStyle, name: string, attributes: Attributes, css: Computed): void {
  const direction = css.get('direction') ?? attributes.get('dir')?.trim().toLowerCase()
  if (direction === 'rtl' || direction === 'ltr') style.rightToLeft = direction === 'rtl'
  const order = css.get('unicode-bidi')
  if (order !== undefined) style.forced = order.includes('override')
  else if (name === 'bdo') style.forced = true
}

/** A share of one: `.5`, `50%`. */
function shareOf(value: string | undefined): number {
  const number = pixels(value, 1)
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 0), 1)
}

/** What hides an element with all that is in it. */
function sealing(style: ElementStyle, name: string, attributes: Attributes, css: Computed): string | null {
  const display = css.get('display')
  if (display === 'none') return 'display_none'
  // Any other way to display an element shows it in spite of these.
  if (display === undefined) {
    if (attributes.has('hidden') || attributes.has('popover')) return 'hidden_attribute'
    if (name === 'dialog' && !attributes.has('open')) return 'display_none'
  }
  if (css.size === 0) return null
  if (css.get('content-visibility') === 'hidden') return 'display_none'
  if (style.opacity < 0.1) return 'transparent'
  if (/opacity\(\s{0,5}0(?:\.0\d{0,5})?%?\s{0,5}\)|opacity=0\b/.test(css.get('filter') ?? ''))
    return 'transparent'
  if (hasNoRoom(css)) return 'zero_size'
  if (isOffScreen(css)) return 'off_screen'
  return null
}

function hasNoRoom(css: Computed): boolean {
  const clipped = /hidden|clip|scroll|auto/.test(
    `${css.get('overflow') ?? ''}${css.get('overflow-y') ?? ''}${css.get('overflow-x') ?? ''}`,
  )
  const small = (property: string): boolean => pixels(css.get(property)) <= 1
  if (clipped && (small('height') || small('max-height') || small('width') || small('max-width'))) return true
  // Preview texts of newsletters; without `overflow` the text would show.
  if (small('max-height') && small('font-size')) return true
  if (/^0(?:\.0{0,5})?%?(?:\s|$)/.test(css.get('scale') ?? '')) return true
  return /^scale(?:3d|x|y)?\(\s{0,5}0(?:\.0\d{0,5})?\s{0,5}[,)]/.test(css.get('transform') ?? '')
}

function isOffScreen(css: Computed): boolean {
  const far = (property: string): boolean => Math.abs(pixels(css.get(property))) >= 900
  const back = (property: string): boolean => pixels(css.get(property)) <= -300
  if (/^(?:absolute|fixed|relative)$/.test(css.get('position') ?? '')) {
    if (back('left') || back('top') || back('right') || back('bottom') || far('left') || far('top'))
      return true
    if (
      /^rect\(\s{0,5}[01](?:px)?[\s,]{1,5}[01](?:px)?[\s,]{1,5}[01](?:px)?[\s,]{1,5}[01](?:px)?\s{0,5}\)/.test(
        css.get('clip') ?? '',
      )
    )
      return true
  }
  if (back('text-indent') || back('margin-left') || back('margin-top') || back('margin-right')) return true
  if (
    /inset\(\s{0,5}(?:100|[5-9]\d)%|circle\(\s{0,5}0|polygon\(\s{0,5}0[^,]{0,10},\s{0,5}0[^,]{0,10},\s{0,5}0[^,]{0,10}\)/.test(
      css.get('clip-path') ?? '',
    )
  )
    return true
  if (/^-\d{3,9}/.test(css.get('translate') ?? '')) return true
  return /translate[xy3d]{0,2}\(\s{0,5}-\d{3,9}/.test(css.get('transform') ?? '')
}

/** What hides text, but not what is in an element inside that says otherwise. */
function unsealed(style: ElementStyle, css: Computed): string | null {
  const visibility = css.get('visibility')
  if (visibility !== undefined && /^(?:visible|hidden|collapse|initial)$/.test(visibility))
    style.invisible = visibility === 'hidden' || visibility === 'collapse'
  if (style.invisible) return 'visibility_hidden'
  if (style.fontSize <= largestUnreadable) return 'zero_size'
  const colour = style.fill ?? style.colour
  if (colour.alpha < 0.1) return 'same_colour'
  if (style.background !== null && looksSame(colour, style.background)) return 'same_colour'
  return null
}
