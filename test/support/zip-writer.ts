/** Writes zip archives byte by byte, so that tests can make ones that no zip program would. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  /** Written as UTF-8, without its flag. */
  name: string
  /** Written in place of the name. */
  rawName?: Uint8Array
  /** Bits set in the flags of both headers. */
  flags?: number
  /** Fields added to the directory's header. */
  extra?: Uint8Array
  content: Uint8Array
  /** 0 stored, 8 deflate (the default). */
  method?: number
  encrypted?: boolean
  /** Size written in place of the real one. */
  claimedBytes?: number
  /** Method in the local header, where it is to differ. */
  localMethod?: number
  /** Name, and length of what is packed, in the local header, where they are to differ. */
  localName?: string
  localPackedBytes?: number
  /** Whether its length stands behind its bytes, as in archives that are written to a stream. */
  streamed?: boolean
  /** Whether the directory lacks it. */
  unlisted?: boolean
  /** Already packed content, taken as it is. */
  packed?: Uint8Array
}

/** A zip of `files`; `zip64` writes sizes and offsets in the zip64 fields. */
export function writeZip(files: ZipFile[], { zip64 = false, prefix = Buffer.alloc(0) } = {}): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { name, content, method = 8, encrypted = false, localMethod = method } = file
    const packed = Buffer.from(file.packed ?? (method === 0 ? content : deflateRawSync(content)))
    const unpackedBytes = file.claimedBytes ?? content.length
    const nameBytes = Buffer.from(file.rawName ?? Buffer.from(name))
    const flags = (encrypted ? 1 : 0) | (file.streamed ? 8 : 0) | (file.flags ?? 0)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(localMethod, 8)
    const localName = file.localName === undefined ? nameBytes : Buffer.from(file.localName)
    const sizes = [crc32(content), file.localPackedBytes ?? packed.length, unpackedBytes]
    const behind = Buffer.alloc(file.streamed ? 16 : 0)
    if (file.streamed) behind.writeUInt32LE(0x08074b50, 0)
    for (const [index, size] of sizes.entries()) {
      if (file.streamed) behind.writeUInt32LE(size, 4 + index * 4)
      else head.writeUInt32LE(size, 14 + index * 4)
    }
    head.writeUInt16LE(localName.length, 26)
    local.push(head, localName, packed, behind)
    const wide = zip64 ? zip64Extra([unpackedBytes, packed.length, offset]) : Buffer.alloc(0)
    const extra = Buffer.concat([file.extra ?? Buffer.alloc(0), wide])
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(zip64 ? 0xffffffff : packed.length, 20)
    entry.writeUInt32LE(zip64 ? 0xffffffff : unpackedBytes, 24)
    entry.writeUInt16LE(nameBytes.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(zip64 ? 0xffffffff : offset, 42)
    if (!file.unlisted) central.push(entry, nameBytes, extra)
    offset += head.length + localName.length + packed.length + behind.length
  }
  const directory = Buffer.concat(central)
  return Buffer.concat([
    prefix,
    ...local,
    directory,
    ...ending(files.filter(({ unlisted }) => !unlisted).length, directory.length, offset, zip64),
  ])
}

/** Info-ZIP's field that gives the name `raw` in Unicode (APPNOTE §4.6.9). */
export function unicodePath(raw: Uint8Array, name: string): Buffer {
  const utf8 = Buffer.from(name)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + utf8.length, 2)
  field[4] = 1
  field.writeUInt32LE(crc32(raw), 5)
  return Buffer.concat([field, utf8])
}

function zip64Extra(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, index) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  })
  return extra
}

function ending(count: number, bytes: number, offset: number, zip64: boolean): Buffer[] {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(zip64 ? 0xffff : count, 8)
  end.writeUInt16LE(zip64 ? 0xffff : count, 10)
  end.writeUInt32LE(zip64 ? 0xffffffff : bytes, 12)
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16)
  if (!zip64) return [end]
  const wide = Buffer.alloc(56)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(bytes), 40)
  wide.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return [wide, locator, end]
}
