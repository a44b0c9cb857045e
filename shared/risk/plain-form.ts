/** A text with its digits, spaces and dashes in plain ASCII: what patterns for numbers and addresses read. */

/** Plain text and the way back: unit `i` of `text` came from unit `origin[i]`; null where nothing moved. */
export interface PlainForm {
  text: string
  origin: Uint32Array | null
}

/** Where a stretch of plain text stands in `text`, which it was made of. */
export function stretchIn(
  text: string,
  { origin }: PlainForm,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  if (origin === null) return { start, end }
  const last = origin[end - 1]!
  return { start: origin[start]!, end: last + (text.codePointAt(last)! > 0xffff ? 2 : 1) }
}

const unusual = /[^\t-\r -~]/
/** Spaces, dashes, full stops and signs that look like those of ASCII, one unit each. */
const likenesses = new Map<number, string>()
const liken = (plain: string, ...codes: number[]): void => {
  for (const code of codes) likenesses.set(code, plain)
}
liken(' ', 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, ...range(0x2000, 0x200a))
liken('-', ...range(0x2010, 0x2015), 0x2212, 0xfe58, 0xfe63, 0xff0d)
liken('.', 0x2024, 0xff0e, 0x3002, 0xff61)
liken('@', 0xff20, 0xfe6b)
liken(':', 0xff1a)
liken('/', 0x2044, 0x2215, 0xff0f)
liken('+', 0xff0b)
liken('_', 0xff3f)
liken('=', 0xff1d)
liken('(', 0xff08)
liken(')', 0xff09)
liken("'", 0x2018, 0x2019, 0x02bc)
for (const first of [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10])
  for (let digit = 0; digit < 10; digit++) likenesses.set(first + digit, String(digit))
for (let letter = 0; letter < 26; letter++) {
  likenesses.set(0xff21 + letter, String.fromCharCode(0x41 + letter))
  likenesses.set(0xff41 + letter, String.fromCharCode(0x61 + letter))
}

/** Characters of no width: they split a number for a filter and not for a reader. */
const shapeless = new Set([
  0xad,
  0x34f,
  0x61c,
  // What encloses a digit as a key of a telephone is drawn around it.
  0x20e3,
  0xfeff,
  ...range(0x180b, 0x180f),
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  ...range(0xfe00, 0xfe0f),
  ...range(0xfff9, 0xfffb),
])

/** `text` in plain form. One pass; the very text where it is ASCII. */
export function plainForm(text: string): PlainForm {
  if (!unusual.test(text)) return { text, origin: null }
  const pieces: string[] = []
  let from = 0
  let removed = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xa0 && !isControl(unit)) continue
    const plain = plainAt(text, i, unit)
    if (plain === undefined) continue
    pieces.push(text.slice(from, i), plain)
    const units = unitsAt(unit)
    removed += units - plain.length
    i += units - 1
    from = i + 1
  }
  if (from === 0) return { text, origin: null }
  pieces.push(text.slice(from))
  const plain = pieces.join('')
  return { text: plain, origin: removed === 0 ? null : originsOf(text, plain.length) }
}

/** What stands for the character at `i`, whose first unit is `unit`; undefined where it stays as it is. */
function plainAt(text: string, i: number, unit: number): string | undefined {
  if (unit === 0xd835) {
    // Letters and digits of mathematics: each alphabet is one of ASCII in another type.
    const plain = text.slice(i, i + 2).normalize('NFKC')
    return /^[!-~]$/.test(plain) ? plain : undefined
  }
  if (isOfTags(unit)) return (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00 ? '' : undefined
  return isControl(unit) || shapeless.has(unit) ? '' : likenesses.get(unit)
}

/** Tags, and the variation selectors beside them: U+E0000 to U+E0FFF, by the first unit. */
const isOfTags = (unit: number): boolean => unit >= 0xdb40 && unit <= 0xdb43
/** Controls but for white space: nobody sees them. */
const isControl = (unit: number): boolean =>
  unit < 0x09 || (unit > 0x0d && unit < 0x20) || (unit >= 0x7f && unit < 0xa0 && unit !== 0x85)
/** Units of a character that something else stands for. */
const unitsAt = (unit: number): number => (unit === 0xd835 || isOfTags(unit) ? 2 : 1)

function originsOf(text: string, length: number): Uint32Array {
  const origin = new Uint32Array(length)
  let at = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const plain = unit < 0xa0 && !isControl(unit) ? undefined : plainAt(text, i, unit)
    if (plain !== '') origin[at++] = i
    if (plain !== undefined) i += unitsAt(unit) - 1
  }
  return origin
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
