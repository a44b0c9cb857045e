/** Lengths of style sheets in pixels. */

/** Pixels of a length; NaN where it is none or relative to something unknown. `em` is the size of 1em. */
export function pixels(value: string | undefined, em = 16): number {
  const match = /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(px|pt|em|rem|ex|ch|%|vw|vh|in|cm|mm|pc)?$/.exec(
    value ?? '',
  )
  if (match === null) return Number.NaN
  const number = Number(match[1])
  switch (match[2]) {
    case undefined:
    case 'px':
      return number
    case 'pt':
      return (number * 4) / 3
    case 'em':
      return number * em
    case '%':
      return (number / 100) * em
    case 'rem':
      return number * 16
    case 'ex':
    case 'ch':
      return (number * em) / 2
    case 'in':
      return number * 96
    case 'cm':
      return number * 38
    case 'mm':
      return number * 3.8
    case 'pc':
      return number * 16
    default:
      return number * 10
  }
}
