/** Reads the entries of a tar archive (POSIX.1-1988 ustar, pax, GNU). */
import { DamagedArchiveError } from './formats/damaged.ts'

const block = 512

/** Whether `content` begins with a tar header: its checksum is right. */
export function isTar(content: Uint8Array): boolean {
  if (content.length < block || content[0] === 0) return false
  const stored = octal(content, 148, 8)
  let sum = 0
  for (let i = 0; i < block; i++) sum += i >= 148 && i < 156 ? 0x20 : content[i]!
  return stored === sum
}

/** An entry of a tar archive. */
export interface TarEntry {
  /** As its header has it, at most 100 characters. */
  name: string
  content: Uint8Array
}

/** The entries, in order. @throws DamagedArchiveError when one ends too soon. */
export function* tarEntries(content: Uint8Array): Generator<TarEntry> {
  let at = 0
  while (at + block <= content.length && content[at] !== 0) {
    const header = content.subarray(at, at + block)
    if (!isTar(header)) throw new DamagedArchiveError('a tar header is damaged')
    const size = octal(header, 124, 12)
    const start = at + block
    if (size === null || start + size > content.length)
      throw new DamagedArchiveError('an entry ends too soon')
    const name = Buffer.from(header.subarray(0, 100)).toString('utf8').replace(/\0.*$/s, '')
    yield { name, content: content.subarray(start, start + size) }
    at = start + Math.ceil(size / block) * block
  }
}

/** A number field: octal digits ended by space or NUL, or base 256 with the top bit set (GNU); null when neither. */
function octal(content: Uint8Array, at: number, length: number): number | null {
  if (content[at]! & 0x80) {
    let value = content[at]! & 0x7f
    for (let i = 1; i < length; i++) value = value * 256 + content[at + i]!
    return value
  }
  const text = Buffer.from(content.buffer, content.byteOffset + at, length)
    .toString('latin1')
    .replace(/[\0 ]/g, ' ')
    .trim()
  return /^[0-7]{0,12}$/.test(text) ? Number.parseInt(text || '0', 8) : null
}
