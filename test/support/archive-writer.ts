/** Writes small archives of many kinds for tests, and whole: with the checksums that readers look at. */
import { crc32 } from 'node:zlib'

const u16 = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
const u64 = (value: number) => Buffer.concat([u32(value), u32(0)])

/** A 7z archive of one file, stored (7zFormat.txt); `aes` names the coder of an encrypted one. */
export function writeSevenZip(content: Uint8Array, { aes = false } = {}): Buffer {
  const name = Buffer.from('a\0', 'utf16le')
  const size = Buffer.from([0x80 | (content.length >> 8), content.length & 0xff])
  const coder = aes ? [0x04, 0x06, 0xf1, 0x07, 0x01] : [0x01, 0x00]
  const header = Buffer.concat([
    Buffer.from([0x01, 0x04, 0x06, 0x00, 0x01, 0x09]),
    size,
    Buffer.from([0x00, 0x07, 0x0b, 0x01, 0x00, 0x01, ...coder, 0x0c]),
    size,
    Buffer.from([0x0a, 0x01]),
    u32(crc32(content)),
    Buffer.from([0x00, 0x00, 0x05, 0x01, 0x11, name.length + 1, 0x00]),
    name,
    Buffer.from([0x00, 0x00]),
  ])
  const start = Buffer.concat([u64(content.length), u64(header.length), u32(crc32(header))])
  return Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), u32(crc32(start)), start, content, header])
}

const block4 = (type: number, flags: number, rest: Uint8Array, data: Uint8Array = Buffer.alloc(0)) => {
  const head = Buffer.concat([Buffer.from([type]), u16(flags), u16(7 + rest.length), rest])
  return Buffer.concat([u16(crc32(head)), head, data])
}

/** A RAR archive of version 4 with one file, stored. */
export function writeRar4(content: Uint8Array, { encrypted = false } = {}): Buffer {
  const rest = Buffer.concat([
    u32(content.length),
    u32(content.length),
    Buffer.from([3]),
    u32(crc32(content)),
    u32(0),
    Buffer.from([20, 0x30]),
    u16(1),
    u32(0x20),
    Buffer.from('a'),
  ])
  return Buffer.concat([
    Buffer.from('526172211a0700', 'hex'),
    block4(0x73, 0, Buffer.alloc(6)),
    block4(0x74, encrypted ? 0x8004 : 0x8000, rest, content),
    block4(0x7b, 0x4000, Buffer.alloc(0)),
  ])
}

const vint = (value: number): Buffer =>
  value < 0x80
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value & 0x7f) | 0x80]), vint(value >> 7)])

const block5 = (fields: Buffer, data: Uint8Array = Buffer.alloc(0)) => {
  const sized = Buffer.concat([vint(fields.length), fields])
  return Buffer.concat([u32(crc32(sized)), sized, data])
}

/** A RAR archive of version 5 with one file, stored. */
export function writeRar5(content: Uint8Array, { encrypted = false, sealed = false } = {}): Buffer {
  const extra = encrypted ? Buffer.from([2, 1, 0]) : Buffer.alloc(0)
  const file = Buffer.concat([
    vint(2),
    vint(encrypted ? 3 : 2),
    ...(encrypted ? [vint(extra.length)] : []),
    vint(content.length),
    vint(4),
    vint(content.length),
    vint(0),
    u32(crc32(content)),
    vint(0),
    vint(1),
    vint(1),
    Buffer.from('a'),
    extra,
  ])
  return Buffer.concat([
    Buffer.from('526172211a070100', 'hex'),
    ...(sealed ? [block5(Buffer.from([4, 0, 0, 0, 15, ...Array<number>(16).fill(7)]))] : []),
    block5(Buffer.from([1, 0, 0])),
    block5(file, content),
    block5(Buffer.from([5, 0, 0])),
  ])
}

/** A cabinet of one file, stored. */
export function writeCabinet(content: Uint8Array): Buffer {
  const bytes = Buffer.from(content)
  let sum = 0
  const add = (part: Buffer) => {
    let at = 0
    for (; at + 4 <= part.length; at += 4) sum ^= part.readInt32LE(at)
    let rest = 0
    for (; at < part.length; at++) rest = (rest << 8) | part[at]!
    sum ^= rest
  }
  const sizes = Buffer.concat([u16(bytes.length), u16(bytes.length)])
  add(bytes)
  add(sizes)
  const data = Buffer.concat([u32(sum), sizes, bytes])
  const file = Buffer.concat([
    u32(bytes.length),
    u32(0),
    u16(0),
    u16(0),
    u16(0),
    u16(0x20),
    Buffer.from('a\0'),
  ])
  const folder = Buffer.concat([u32(36 + 8 + file.length), u16(1), u16(0)])
  const total = 36 + folder.length + file.length + data.length
  const head = [Buffer.from('MSCF'), u32(0), u32(total), u32(0), u32(36 + 8), u32(0)]
  const rest = [Buffer.from([3, 1]), u16(1), u16(1), u16(0), u16(7), u16(0)]
  return Buffer.concat([...head, ...rest, folder, file, data])
}

const arjHeader = (type: number, flags: number, size: number) => {
  const head = Buffer.alloc(34)
  head.set([30, 11, 1, 0, flags, 0, type], 0)
  head.writeUInt32LE(size, 12)
  head.writeUInt32LE(size, 16)
  const named = Buffer.concat([head.subarray(0, 30), Buffer.from('a\0\0')])
  return Buffer.concat([Buffer.from([0x60, 0xea]), u16(named.length), named, u32(crc32(named)), u16(0)])
}

/** An ARJ archive of one file, stored. */
export const writeArj = (content: Uint8Array, { encrypted = false } = {}): Buffer =>
  Buffer.concat([
    arjHeader(2, 0, 0),
    arjHeader(0, encrypted ? 1 : 0, content.length),
    content,
    Buffer.from([0x60, 0xea, 0, 0]),
  ])

/** An LZH archive of one file, stored, with a header of level 0. */
export function writeLzh(content: Uint8Array): Buffer {
  const head = Buffer.concat([
    Buffer.from('-lh0-'),
    u32(content.length),
    u32(content.length),
    u32(0),
    Buffer.from([0x20, 0, 1]),
    Buffer.from('a'),
    u16(0),
  ])
  const sum = head.reduce((total, byte) => (total + byte) & 0xff, 0)
  return Buffer.concat([Buffer.from([head.length, sum]), head, content, Buffer.from([0])])
}

/** An ISO 9660 image without files. */
export function writeIso(): Buffer {
  const bytes = Buffer.alloc(20 * 2_048)
  bytes.write('\x01CD001\x01', 16 * 2_048, 'latin1')
  bytes.writeUInt32LE(20, 16 * 2_048 + 80)
  bytes.writeUInt16LE(2_048, 16 * 2_048 + 128)
  return bytes
}

/** An xz stream without content (its specification 1.2, §2). */
export function writeXz(): Buffer {
  const flags = Buffer.from([0, 0])
  const index = Buffer.from([0, 0, 0, 0])
  const tail = Buffer.concat([u32(1), flags])
  return Buffer.concat([
    Buffer.from('fd377a585a00', 'hex'),
    flags,
    u32(crc32(flags)),
    index,
    u32(crc32(index)),
    u32(crc32(tail)),
    tail,
    Buffer.from('YZ'),
  ])
}

/** A bzip2 stream without content. */
export const writeBzip2 = (): Buffer => Buffer.from('425a683917724538509000000000', 'hex')
