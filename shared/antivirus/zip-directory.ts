/** Reads the central directory of a zip archive (APPNOTE.TXT 6.3.10), zip64 included. */
import { DamagedArchiveError } from './formats/damaged.ts'
import { extraField, mustEndAlike, zipName } from './zip-names.ts'

/** An entry of the central directory, with its packed bytes. */
export interface ZipEntry {
  /** With its folders. */
  name: string
  encrypted: boolean
  /** 0 stored, 8 deflate (APPNOTE §4.4.5). */
  method: number
  /** Size it claims to unpack to, in bytes. */
  claimedBytes: number
  packed: Uint8Array
  /** Where its local header begins. */
  offset: number
  /** Where its packed bytes end. */
  end: number
  /** Whether its local header leaves its size to what follows its bytes. */
  isStreamed: boolean
}

const endBytes = 22
const maxCommentBytes = 65_535

/** Where the end-of-central-directory record is; -1 where `content` is no zip. */
function findEnd(content: Buffer): number {
  const lowest = Math.max(0, content.length - endBytes - maxCommentBytes)
  for (let at = content.length - endBytes; at >= lowest; at--)
    if (content[at] === 0x50 && content.readUInt32LE(at) === 0x06054b50) return at
  return -1
}

interface Directory {
  count: number
  start: number
  end: number
  /** Bytes before the archive (a self-extractor's program), by which every offset is shifted. */
  shift: number
}

function findDirectory(content: Buffer): Directory | null {
  const end = findEnd(content)
  if (end < 0) return null
  let count = content.readUInt16LE(end + 10)
  let bytes = content.readUInt32LE(end + 12)
  let offset = content.readUInt32LE(end + 16)
  let directoryEnd = end
  const locator = end - 20
  if (locator >= 0 && content.readUInt32LE(locator) === 0x07064b50) {
    const at = zip64End(content, locator)
    const wide = [32, 40, 48].map((field) => Number(content.readBigUInt64LE(at + field)))
    if (
      !fits(count, 0xffff, wide[0]!) ||
      !fits(bytes, 0xffffffff, wide[1]!) ||
      !fits(offset, 0xffffffff, wide[2]!)
    )
      throw new DamagedArchiveError('it has two directories')
    ;[count, bytes, offset] = wide as [number, number, number]
    directoryEnd = at
  }
  const start = directoryEnd - bytes
  if (start < 0 || offset > start) return null
  return { count, start, end: directoryEnd, shift: start - offset }
}

/** Whether a narrow field says what the wide one does, or leaves it to that: else some programs go by the one, some by the other. */
const fits = (narrow: number, allOnes: number, wide: number): boolean => narrow === allOnes || narrow === wide

/** The zip64 record: where the locator says, or, in an archive with bytes before it, just before the locator. */
function zip64End(content: Buffer, locator: number): number {
  const told = Number(content.readBigUInt64LE(locator + 8))
  for (const at of [told, locator - 56])
    if (at >= 0 && at + 56 <= locator && content.readUInt32LE(at) === 0x06064b50) return at
  throw new DamagedArchiveError('the zip64 directory is missing')
}

/** Where the archive and its directory begin, and where the record at its end ends; null where `content` is not a zip. @throws DamagedArchiveError */
export function zipExtent(content: Uint8Array): { start: number; directory: number; end: number } | null {
  if (countZipEntries(content) === null) return null
  const bytes = asBuffer(content)
  const { shift, start } = findDirectory(bytes)!
  return { start: shift, directory: start, end: findEnd(bytes) + endBytes }
}

/** How many entries the archive claims to have; null where `content` is not a zip. @throws DamagedArchiveError */
export function countZipEntries(content: Uint8Array): number | null {
  const bytes = asBuffer(content)
  const directory = findDirectory(bytes)
  const startsAsZip = bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50
  if (directory === null) {
    if (startsAsZip) throw new DamagedArchiveError('the directory is missing')
    return null
  }
  const { count, start, end } = directory
  const hasDirectory = end - start >= 46 && bytes.readUInt32LE(start) === 0x02014b50
  if (hasDirectory) return count
  if (startsAsZip || count > 0) {
    if (startsAsZip) throw new DamagedArchiveError('the directory is damaged')
    return null
  }
  return bytes.length === endBytes ? 0 : null
}

/**
 * The entries of a zip, of at most `maxEntries`.
 * @throws DamagedArchiveError also when a local header contradicts the directory: two programs would see two archives;
 * and when entries together are longer than the archive.
 */
export function* zipEntries(content: Uint8Array, maxEntries: number): Generator<ZipEntry> {
  const bytes = asBuffer(content)
  const directory = findDirectory(bytes)
  if (directory === null) throw new DamagedArchiveError('the directory is missing')
  let at = directory.start
  let packedBytes = 0
  for (let n = 0; at < directory.end; n++) {
    if (n >= maxEntries) throw new DamagedArchiveError('more entries than the directory claims')
    if (at + 46 > directory.end || bytes.readUInt32LE(at) !== 0x02014b50)
      throw new DamagedArchiveError('the directory is damaged')
    const nameBytes = bytes.readUInt16LE(at + 28)
    const extraBytes = bytes.readUInt16LE(at + 30)
    const next = at + 46 + nameBytes + extraBytes + bytes.readUInt16LE(at + 32)
    if (next > directory.end) throw new DamagedArchiveError('the directory ends too soon')
    const extra = bytes.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)
    const sizes = entrySizes(bytes, at, extra)
    const rawName = bytes.subarray(at + 46, at + 46 + nameBytes)
    const name = zipName(rawName, bytes.readUInt16LE(at + 8), extra)
    const entry = readEntry(bytes, at, { ...sizes, offset: sizes.offset + directory.shift })
    if (!entry.encrypted) mustEndAlike(name, localName(bytes, entry.offset))
    packedBytes += entry.packed.length
    // Entries that share their bytes would have them unpacked once for each.
    if (packedBytes > bytes.length) throw new DamagedArchiveError('entries overlap')
    yield { name, ...entry }
    at = next
  }
}

function localName(bytes: Buffer, offset: number): string {
  const raw = bytes.subarray(offset + 30, offset + 30 + bytes.readUInt16LE(offset + 26))
  return zipName(raw, bytes.readUInt16LE(offset + 6), bytes.subarray(0, 0))
}

interface Sizes {
  claimedBytes: number
  packedBytes: number
  offset: number
}

/** Sizes and offset; each that is all ones is in the zip64 field instead, in this order (APPNOTE §4.5.3). */
function entrySizes(bytes: Buffer, at: number, extra: Buffer): Sizes {
  const wide = extraField(extra, 1) ?? extra.subarray(0, 0)
  let used = 0
  const value = (position: number): number => {
    const narrow = bytes.readUInt32LE(position)
    if (narrow !== 0xffffffff) return narrow
    if (wide.length < used + 8) throw new DamagedArchiveError('a zip64 size is missing')
    used += 8
    return Number(wide.readBigUInt64LE(used - 8))
  }
  return { claimedBytes: value(at + 24), packedBytes: value(at + 20), offset: value(at + 42) }
}

function readEntry(
  bytes: Buffer,
  at: number,
  { claimedBytes, packedBytes, offset }: Sizes,
): Omit<ZipEntry, 'name'> {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50)
    throw new DamagedArchiveError('an entry is missing')
  const method = bytes.readUInt16LE(at + 10)
  if (bytes.readUInt16LE(offset + 8) !== method) throw new DamagedArchiveError(contradiction)
  const nameEnd = offset + 30 + bytes.readUInt16LE(offset + 26)
  const start = nameEnd + bytes.readUInt16LE(offset + 28)
  const end = start + packedBytes
  if (end > bytes.length) throw new DamagedArchiveError('an entry ends too soon')
  const localFlags = bytes.readUInt16LE(offset + 6)
  const encrypted = ((bytes.readUInt16LE(at + 8) | localFlags) & 1) === 1
  const isStreamed = (localFlags & 8) !== 0
  const told = localPackedBytes(bytes, offset, bytes.subarray(nameEnd, start))
  // The headers of what is encrypted may be masked.
  if (!encrypted && told !== packedBytes && !(isStreamed && told === 0))
    throw new DamagedArchiveError(contradiction)
  return {
    encrypted,
    method,
    claimedBytes,
    packed: bytes.subarray(start, end),
    offset,
    end,
    isStreamed,
  }
}

const contradiction = 'an entry contradicts the directory'

/** Length of the packed bytes by the local header at `offset` (APPNOTE §4.5.3: with both sizes where they are wide). */
function localPackedBytes(bytes: Buffer, offset: number, extra: Buffer): number {
  const narrow = bytes.readUInt32LE(offset + 18)
  const wide = narrow === 0xffffffff ? extraField(extra, 1) : null
  return wide === null || wide.length < 16 ? narrow : Number(wide.readBigUInt64LE(8))
}

function asBuffer(content: Uint8Array): Buffer {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}
