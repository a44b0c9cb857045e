/** A text with its digits, spaces and dashes in plain ASCII: what patterns for numbers and addresses read. */

/** Plain text and the way back: unit `i` of `text` came from unit `origin[i]`; null where nothing moved. */
export interface PlainForm {
  text: string
  origin: Uint32Array | null
}

const unusual = /[^\u0000-\u007f]/
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
  0x180e,
  0xfeff,
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x2069),
])

/** `text` in plain form. One pass; the very text where it is ASCII. */
export function plainForm(text: string): PlainForm {
  if (!unusual.test(text)) return { text, origin: null }
  const pieces: string[] = []
  let from = 0
  let removed = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xa0) continue
    const gone = shapeless.has(unit)
    const plain = gone ? '' : likenesses.get(unit)
    if (plain === undefined) continue
    pieces.push(text.slice(from, i), plain)
    if (gone) removed++
    from = i + 1
  }
  if (from === 0) return { text, origin: null }
  pieces.push(text.slice(from))
  const plain = pieces.join('')
  return { text: plain, origin: removed === 0 ? null : originsOf(text, plain.length) }
}

function originsOf(text: string, length: number): Uint32Array {
  const origin = new Uint32Array(length)
  let at = 0
  for (let i = 0; i < text.length; i++) if (!shapeless.has(text.charCodeAt(i))) origin[at++] = i
  return origin
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
