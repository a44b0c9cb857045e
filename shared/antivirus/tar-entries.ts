/** Reads the entries of a tar archive (POSIX.1-1988 ustar, pax, GNU). */
import { DamagedArchiveError } from './formats/damaged.ts'
import { TarNames } from './tar-names.ts'

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
  /** With its folders; of one that only says something of another, as its header has it. */
  name: string
  content: Uint8Array
  /** Whether it is a name or attributes of the entries behind it, which no program shows as a file. */
  isExtension: boolean
}

/**
 * The entries, in order, by the names that GNU's and pax's extensions give them.
 * @throws DamagedArchiveError when one ends too soon, or has two names.
 */
export function* tarEntries(content: Uint8Array): Generator<TarEntry> {
  const names = new TarNames()
  let at = 0
  while (at + block <= content.length && content[at] !== 0) {
    const header = content.subarray(at, at + block)
    if (!isTar(header)) throw new DamagedArchiveError('a tar header is damaged')
    const size = octal(header, 124, 12)
    const start = at + block
    if (size === null || start + size > content.length)
      throw new DamagedArchiveError('an entry ends too soon')
    const entry = content.subarray(start, start + size)
    const isExtension = names.take(String.fromCharCode(header[156]!), entry)
    const own = nameOf(header)
    yield { name: isExtension ? own : names.nameFor(own, size), content: entry, isExtension }
    at = start + Math.ceil(size / block) * block
  }
}

/** The name in a header, behind the prefix that POSIX has for its folders; GNU has other things there. */
function nameOf(header: Uint8Array): string {
  const name = text(header, 0, 100)
  const prefix = text(header, 257, 6) === 'ustar' ? text(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Text of a field of `length` bytes, up to its first NUL. */
const text = (header: Uint8Array, at: number, length: number): string =>
  Buffer.from(header.subarray(at, at + length))
    .toString('utf8')
    .replace(/\0.*$/s, '')

/** A number field: octal digits ended by space or NUL, or base 256 with the top bit set (GNU); null when neither. */
function octal(content: Uint8Array, at: number, length: number): number | null {
  if (content[at]! & 0x80) {
    let value = content[at]! & 0x7f
    for (let i = 1; i < length; i++) value = value * 256 + content[at + i]!
    return value
  }
  const digits = Buffer.from(content.buffer, content.byteOffset + at, length)
    .toString('latin1')
    .replace(/[\0 ]/g, ' ')
    .trim()
  return /^[0-7]{0,12}$/.test(digits) ? Number.parseInt(digits || '0', 8) : null
}
