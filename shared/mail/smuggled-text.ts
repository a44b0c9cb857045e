/** Decodes text smuggled in invisible characters. */

/** ASCII that Unicode tag characters (U+E0020 to U+E007E) in `run` stand for. */
export function decodeTags(run: string): string {
  let text = ''
  for (const char of run) {
    const code = char.codePointAt(0)!
    if (code >= 0xe0020 && code <= 0xe007e) text += String.fromCharCode(code - 0xe0000)
  }
  return text
}

/** Bytes that variation selectors stand for (VS1 is 0, VS256 is 255), as text; null where they make none. */
export function decodeVariations(run: string): string | null {
  const bytes: number[] = []
  for (const char of run) {
    const code = char.codePointAt(0)!
    if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00)
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16)
  }
  return bytes.length < 2 ? null : readable(Buffer.from(bytes).toString('utf8'))
}

/** Text that two characters of no width stand for as the bits of bytes, a third one perhaps between them; null where none. */
export function decodeBits(marks: string): string | null {
  const kinds = [...new Set(marks)]
  if (kinds.length > 4) return null
  for (const zero of kinds)
    for (const one of kinds) {
      if (one === zero) continue
      const bits = [...marks]
        .filter((mark) => mark === zero || mark === one)
        .map((mark) => (mark === one ? '1' : '0'))
      for (const width of [8, 7, 16]) {
        const text = readable(fromBits(bits.join(''), width))
        if (text !== null) return text
      }
    }
  return null
}

function fromBits(bits: string, width: number): string {
  const codes = bits.match(new RegExp(`[01]{${width}}`, 'g')) ?? []
  return String.fromCharCode(...codes.slice(0, 5_000).map((code) => Number.parseInt(code, 2)))
}

/** `text` where it is likely meant to be read: printable but for one character in ten. */
function readable(text: string): string | null {
  if (text.length < 2) return null
  const printable = text.match(/[\x20-\x7e\n\t\p{L}]/gu)?.length ?? 0
  const ascii = text.match(/[\x20-\x7e]/g)?.length ?? 0
  return printable >= text.length * 0.9 && ascii >= text.length * 0.5 ? text : null
}
