/** Colours of style sheets, and whether text of one can be read on another. */

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

/** The other names of CSS Color Level 4, §6.1: what they look like is not told, but they are colours. */
const otherNames = new Set(
  'aliceblue antiquewhite aquamarine beige bisque blanchedalmond blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson darkblue darkcyan darkgoldenrod darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgrey dodgerblue firebrick forestgreen gainsboro gold goldenrod greenyellow honeydew hotpink indianred indigo khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgreen lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow limegreen mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mistyrose moccasin navajowhite oldlace olivedrab orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue rebeccapurple rosybrown royalblue saddlebrown salmon sandybrown seagreen sienna skyblue slateblue slategray slategrey springgreen steelblue tan thistle tomato turquoise violet wheat yellowgreen currentcolor windowtext canvastext linktext buttontext'.split(
    ' ',
  ),
)

/** Whether `value` is a colour, known or not: a browser skips what is none. */
export const isColour = (value: string): boolean =>
  parseColour(value) !== null ||
  otherNames.has(value) ||
  /^#[0-9a-f]{3,8}$|^[a-z-]{2,20}\(.{0,200}\)$/.test(value)

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
