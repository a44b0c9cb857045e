/** Draws a QR code of version 3-L (byte mode, mask 0), enough for a short address: ISO/IEC 18004. */

const size = 29
const dataCodewords = 55
const checkCodewords = 15

/** Rows of modules, true for dark; `text` has at most 53 bytes of ASCII. */
export function qrMatrix(text: string): boolean[][] {
  const bits = bitsOf(text)
  const dark = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null))
  const set = (row: number, column: number, value: boolean): void => {
    if (row >= 0 && column >= 0 && row < size && column < size) dark[row]![column] = value
  }
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    for (let r = -1; r < 8; r++)
      for (let c = -1; c < 8; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3))
        set(top + r, left + c, ring !== 2 && ring < 4)
      }
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (let r = -2; r < 3; r++)
    for (let c = -2; c < 3; c++) set(22 + r, 22 + c, Math.max(Math.abs(r), Math.abs(c)) !== 1)
  // Level L with mask 0, as its fifteen bits with their check bits.
  const format = 0b111011111000100
  for (let i = 0; i < 15; i++) {
    const on = ((format >> (14 - i)) & 1) === 1
    if (i < 6) set(8, i, on)
    else if (i === 6) set(8, 7, on)
    else if (i === 7) set(8, 8, on)
    else if (i === 8) set(7, 8, on)
    else set(14 - i, 8, on)
    if (i < 7) set(size - 1 - i, 8, on)
    else set(8, size - 15 + i, on)
  }
  set(size - 8, 8, true)
  let next = 0
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    const upward = ((right + 1) & 2) === 0
    for (let i = 0; i < size; i++) {
      const row = upward ? size - 1 - i : i
      for (const column of [right, right - 1]) {
        if (dark[row]![column] !== null) continue
        const bit = bits[next++] ?? false
        dark[row]![column] = (row + column) % 2 === 0 ? !bit : bit
      }
    }
  }
  return dark.map((row) => row.map((module) => module === true))
}

function bitsOf(text: string): boolean[] {
  const bits: boolean[] = []
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) bits.push(((value >> i) & 1) === 1)
  }
  put(0b0100, 4)
  put(text.length, 8)
  for (const character of text) put(character.charCodeAt(0), 8)
  put(0, Math.min(4, dataCodewords * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(false)
  for (let pad = 0xec; bits.length < dataCodewords * 8; pad = pad === 0xec ? 0x11 : 0xec) put(pad, 8)
  const data = Array.from({ length: dataCodewords }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0),
  )
  for (const codeword of checkOf(data)) put(codeword, 8)
  return bits
}

/** Reed–Solomon check codewords over GF(256) with the polynomial 0x11d. */
function checkOf(data: readonly number[]): number[] {
  let generator = [1]
  let root = 1
  for (let i = 0; i < checkCodewords; i++) {
    const longer = new Array<number>(generator.length + 1).fill(0)
    generator.forEach((factor, at) => {
      longer[at]! ^= factor
      longer[at + 1]! ^= times(factor, root)
    })
    generator = longer
    root = times(root, 2)
  }
  const rest = [...data, ...new Array<number>(checkCodewords).fill(0)]
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!
    generator.forEach((own, at) => {
      rest[i + at]! ^= times(own, factor)
    })
  }
  return rest.slice(data.length)
}

function times(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> i) & 1) * a
  }
  return product
}
