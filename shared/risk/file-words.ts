/** The words of a file name, which are joined by other signs than spaces. */

/** Words, and where each unit of them stands in the name. */
export interface FileWords {
  text: string
  /** `text[i]` is, or stands before, `name[origin[i]]`. */
  origin: Uint32Array
}

/** A name with spaces between its words: in place of `_` and `+`, and where a small letter is followed by a capital. */
export function fileWords(name: string): FileWords {
  const units: string[] = []
  const origin = new Uint32Array(name.length * 2)
  const put = (unit: string, from: number): void => {
    origin[units.length] = from
    units.push(unit)
  }
  const spaced = /[_+]/.test(name)
  const joined = !/[\s_+]/.test(name)
  for (let i = 0; i < name.length; i++) {
    const unit = name.charAt(i)
    if (joined && i > 0 && /\p{Ll}\p{Lu}/u.test(name.slice(i - 1, i + 1))) put(' ', i)
    put(spaced && (unit === '_' || unit === '+') ? ' ' : unit, i)
  }
  return { text: units.join(''), origin: origin.subarray(0, units.length) }
}
