/** Writes tar archives (POSIX ustar) bit by bit: a header, the content, padding. */

const block = 512

/** What a file in an archive is called (at most 100 ASCII characters), its bytes, and when it is from. */
export interface TarFile {
  name: string
  content: Uint8Array
  modified: Date
}

/** The blocks of one file. @throws RangeError for a name that a header has no room for. */
export function tarFile({ name, content, modified }: TarFile): Uint8Array[] {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new RangeError('a name of a file in a tar archive')
  const header = Buffer.alloc(block)
  header.write(name, 0, 'latin1')
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(
    `${Math.floor(modified.getTime() / 1_000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, content, Buffer.alloc((block - (content.length % block)) % block)]
}

/** What ends an archive: two blocks of zeros. */
export const tarEnd: Uint8Array = Buffer.alloc(2 * block)
