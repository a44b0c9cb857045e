/** How an element is shown, as far as it decides whether its text can be seen. */
import { type Colour, type Declarations, looksSame, parseColour, parseDeclarations } from './css.ts'
import { pixels } from './css-length.ts'
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
  /** What is behind the text; null where it is an image or unknown. */
  background: Colour | null
  preformatted: boolean
  /** Shown within a line by its style, whatever element it is. */
  inline: boolean
  /** Lists number their items in the way of their element: no style takes the numbers away, or the items their lines. */
  numbered: boolean
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
  background: white,
  preformatted: false,
  inline: false,
  numbered: true,
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
  }
  if (attributes.size === 0 && sheet.length === 0) return style
  const inline = attributes.get('style')
  const css = merge(inline === undefined ? sheet : [...sheet, parseDeclarations(inline)])
  style.inline = /^(?:inline|contents)(?:\s|!|$)/.test(css.get('display') ?? '')
  if (takesNumbers(name, css)) style.numbered = false
  applyFont(style, name, attributes, css)
  applyColours(style, name, attributes, css)
  if (css.size > 0)
    style.preformatted = css.has('white-space')
      ? /^(?:pre|break-spaces)/.test(css.get('white-space')!)
      : style.preformatted
  if (parent.sealed) return style
  style.reason = sealing(attributes, css)
  style.sealed = style.reason !== null
  if (!style.sealed) style.reason = unsealed(style, css)
  return style
}

const unlike = (value: string | undefined, usual: RegExp): boolean =>
  value !== undefined && !usual.test(value)

/** Numbers that nobody sees would stand between the words of a sentence whose every word is an item. */
function takesNumbers(name: string, css: Declarations): boolean {
  if (unlike(css.get('list-style') ?? css.get('list-style-type'), /^decimal(?:\s|!|$)/)) return true
  if (name !== 'li' && name !== 'ol') return false
  return (
    unlike(css.get('display'), name === 'li' ? /^list-item/ : /^block/) ||
    unlike(css.get('float'), /^none/) ||
    unlike(css.get('position'), /^(?:static|relative)/)
  )
}

function merge(list: readonly Declarations[]): Declarations {
  if (list.length === 1) return list[0]!
  return new Map(list.flatMap((declarations) => [...declarations]))
}

function applyFont(style: ElementStyle, name: string, attributes: Attributes, css: Declarations): void {
  const size =
    css.get('font-size') ??
    /(?:^|\s)(\d[\d.]{0,8}(?:px|pt|em|rem|%)|0)(?:\/|\s|$)/.exec(css.get('font') ?? '')?.[1]
  const sized = namedSizes[size ?? ''] ?? pixels(size, style.fontSize)
  if (!Number.isNaN(sized)) style.fontSize = sized
  else if (name === 'font') style.fontSize = fontSizes[attributes.get('size')?.trim() ?? ''] ?? style.fontSize
}

function applyColours(style: ElementStyle, name: string, attributes: Attributes, css: Declarations): void {
  const colour =
    css.get('color') ??
    (name === 'font' ? attributes.get('color') : name === 'body' ? attributes.get('text') : undefined)
  if (colour !== undefined) style.colour = parseColour(colour) ?? style.colour
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

/** What hides an element with all that is in it. */
function sealing(attributes: Attributes, css: Declarations): string | null {
  if (attributes.has('hidden')) return 'hidden_attribute'
  if (css.size === 0) return null
  if (css.get('display') === 'none') return 'display_none'
  if (css.get('content-visibility') === 'hidden') return 'display_none'
  if (css.has('opacity') && Number.parseFloat(css.get('opacity')!) < 0.1) return 'transparent'
  if (/opacity\(\s{0,5}0(?:\.0\d{0,5})?%?\s{0,5}\)|opacity=0\b/.test(css.get('filter') ?? ''))
    return 'transparent'
  if (hasNoRoom(css)) return 'zero_size'
  if (isOffScreen(css)) return 'off_screen'
  return null
}

function hasNoRoom(css: Declarations): boolean {
  const clipped = /hidden|clip|scroll|auto/.test(
    `${css.get('overflow') ?? ''}${css.get('overflow-y') ?? ''}${css.get('overflow-x') ?? ''}`,
  )
  const small = (property: string): boolean => pixels(css.get(property)) <= 1
  if (clipped && (small('height') || small('max-height') || small('width') || small('max-width'))) return true
  // Preview texts of newsletters; without `overflow` the text would show.
  if (small('max-height') && small('font-size')) return true
  return /^scale(?:3d|x|y)?\(\s{0,5}0(?:\.0\d{0,5})?\s{0,5}[,)]/.test(css.get('transform') ?? '')
}

function isOffScreen(css: Declarations): boolean {
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
  return /translate[xy3d]{0,2}\(\s{0,5}-\d{3,9}/.test(css.get('transform') ?? '')
}

/** What hides text, but not what is in an element inside that says otherwise. */
function unsealed(style: ElementStyle, css: Declarations): string | null {
  const visibility = css.get('visibility')
  if (visibility !== undefined) style.invisible = visibility === 'hidden' || visibility === 'collapse'
  if (style.invisible) return 'visibility_hidden'
  if (style.fontSize <= largestUnreadable) return 'zero_size'
  if (style.colour.alpha < 0.1) return 'same_colour'
  if (style.background !== null && looksSame(style.colour, style.background)) return 'same_colour'
  return null
}
