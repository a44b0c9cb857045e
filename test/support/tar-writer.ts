/** Writes tar archives (POSIX ustar), and what stands in them ahead of a file with a long name. */

export interface TarredFile {
  /** At most 100 bytes. */
  name: string
  content: Uint8Array
  /** Type flag; `0`, a file, by default. */
  type?: string
  /** Folders, at most 155 bytes. */
  prefix?: string
}

/** The entry by which GNU tar names the file behind it. */
export const gnuName = (name: string): TarredFile => ({
  name: '././@LongLink',
  type: 'L',
  content: Buffer.from(`${name}\0`),
})

/** The entry by which pax says `values` of the file behind it (type `x`), or of all (`g`). */
export const paxHeader = (values: Record<string, string>, type = 'x'): TarredFile => ({
  name: 'PaxHeaders/file',
  type,
  content: Buffer.concat(Object.entries(values).map(([keyword, value]) => paxRecord(keyword, value))),
})

function paxRecord(keyword: string, value: string): Buffer {
  const rest = Buffer.from(` ${keyword}=${value}\n`)
  let length = rest.length
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length
  return Buffer.concat([Buffer.from(String(length)), rest])
}

/** A tar of `files`. */
export function writeTar(files: TarredFile[]): Buffer {
  const blocks = files.flatMap(({ name, content, type = '0', prefix = '' }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('00000000000\0', 136)
    header.write('        ', 148)
    header.write(type, 156)
    header.write('ustar\x0000', 257)
    header.write(prefix, 345)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1_024)])
}
