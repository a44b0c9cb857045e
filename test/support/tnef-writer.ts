/** Writes files of Outlook's own format (`winmail.dat`, MS-OXTNEF). */

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value & 0xffff)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

function attribute(level: 1 | 2, id: number, data: Uint8Array): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0)
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)])
}

/** A property with one value of any length; `named`: by a name of its own. */
const property = (type: number, id: number, value: Uint8Array, named = Buffer.alloc(0)) =>
  Buffer.concat([u16(type), u16(id), named, u32(1), u32(value.length), padded(value)])
const properties = (...all: Buffer[]) => Buffer.concat([u32(all.length), ...all])

const wide = (text: string) => Buffer.from(`${text}\0`, 'utf16le')
/** Properties that say nothing here: a number, several numbers, and a text by its name. */
const others = [
  Buffer.concat([u16(3), u16(0x3705), u32(1)]),
  Buffer.concat([u16(0x1003), u16(0x3706), u32(2), u32(1), u32(2)]),
  property(0x1f, 0x8001, wide('x'), Buffer.concat([Buffer.alloc(16), u32(1), u32(10), padded(wide('Note'))])),
]

/** A file with a message whose text is given `count` times over. */
export const writeTnefOfTexts = (count: number, text: string): Buffer => {
  const value = Buffer.concat([u32(text.length), padded(Buffer.from(text))])
  const texts = [u16(0x101e), u16(0x1000), u32(count), ...Array<Buffer>(count).fill(value)]
  return Buffer.concat([u32(0x223e9f78), u16(1), attribute(1, 0x00069003, properties(Buffer.concat(texts)))])
}

export interface TnefFields {
  text?: string
  /** Text among the properties, in UTF-16. */
  wideText?: string
  html?: string
  /** RTF, which is left unpacked (`MELA`), or as packed bytes with their header. */
  rtf?: string | Uint8Array
  /** `within`: the content stands among the properties, as an object. */
  files?: { name: string; content: Uint8Array; within?: boolean }[]
}

export function writeTnef({ text, wideText, html, rtf, files = [] }: TnefFields): Buffer {
  const unpacked = (source: string) =>
    Buffer.concat([
      u32(source.length + 12),
      u32(source.length),
      Buffer.from('MELA'),
      u32(0),
      Buffer.from(source),
    ])
  const texts = [
    ...others,
    ...(wideText === undefined ? [] : [property(0x1f, 0x1000, wide(wideText))]),
    ...(html === undefined ? [] : [property(0x102, 0x1013, Buffer.from(html))]),
    ...(rtf === undefined ? [] : [property(0x102, 0x1009, typeof rtf === 'string' ? unpacked(rtf) : rtf)]),
  ]
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x00010000)),
    ...(text === undefined ? [] : [attribute(1, 0x0002800c, Buffer.from(`${text}\0`))]),
    attribute(1, 0x00069003, properties(...texts)),
    ...files.flatMap(({ name, content, within = false }) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from(`${name.slice(0, 8)}\0`)),
      ...(within ? [] : [attribute(2, 0x0006800f, content)]),
      attribute(
        2,
        0x00069005,
        properties(
          ...others,
          property(0x1f, 0x3707, wide(name)),
          ...(within ? [property(0x0d, 0x3701, Buffer.concat([Buffer.alloc(16, 7), content]))] : []),
        ),
      ),
    ]),
  ])
}
