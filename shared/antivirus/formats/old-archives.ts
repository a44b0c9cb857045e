/** Whether an archive of an old kind is whole: ARJ and LZH by their headers, an ISO 9660 image by its length. */
import { crc32 } from 'node:zlib'
import type { Steps } from '../../lib/in-steps.ts'
import { atLeast, type Closed, DamagedArchiveError, mustFit } from './damaged.ts'

/** Each header by its checksum, to the empty one at the end. @throws DamagedArchiveError */
export function* checkArj(bytes: Buffer): Steps<Closed> {
  let at = 0
  for (let headers = 0; ; headers++) {
    yield at
    atLeast(bytes, at + 4)
    if (bytes.readUInt16LE(at) !== 0xea60) throw new DamagedArchiveError('a header is missing')
    const size = bytes.readUInt16LE(at + 2)
    if (size === 0 && headers > 0) return null
    const header = at + 4
    atLeast(bytes, header + size + 6)
    if (size < 30) throw new DamagedArchiveError('a header is too short')
    mustFit(crc32(bytes.subarray(header, header + size)) === bytes.readUInt32LE(header + size), 'a header')
    if ((bytes[header + 4]! & 1) !== 0) return 'encrypted'
    at = header + size + 4
    for (let extended = bytes.readUInt16LE(at); extended !== 0; extended = bytes.readUInt16LE(at)) {
      yield at
      at += 2 + atLeast(bytes, at + 8 + extended).readUInt16LE(at) + 4
    }
    at += 2
    if (headers > 0) at += bytes.readUInt32LE(header + 12)
  }
}

/** Bytes of the smallest header of LZH: of level 0, without a name and a checksum of the file. */
const smallestLzh = 22

/** Each header of level 0 and 1 by its checksum, all by their lengths. @throws DamagedArchiveError */
export function* checkLzh(bytes: Buffer): Steps<Closed> {
  let at = 0
  while (at < bytes.length && bytes[at] !== 0) {
    yield at
    atLeast(bytes, at + smallestLzh)
    if (!isLzh(bytes.subarray(at, at + smallestLzh))) throw new DamagedArchiveError('a header is missing')
    const level = bytes[at + 20]!
    const size = lzhHeaderBytes(bytes, at, level)
    // A header of no length would be read for ever.
    if (size < smallestLzh) throw new DamagedArchiveError('a header is too short')
    const end = at + size
    atLeast(bytes, end)
    if (level < 2) {
      let sum = 0
      for (let i = at + 2; i < end; i++) sum = (sum + bytes[i]!) & 0xff
      mustFit(sum === bytes[at + 1], 'a header')
    }
    at = end + bytes.readUInt32LE(at + 7)
    atLeast(bytes, at)
  }
  return null
}

function lzhHeaderBytes(bytes: Buffer, at: number, level: number): number {
  if (level < 2) return 2 + bytes[at]!
  if (level === 2) return bytes.readUInt16LE(at)
  if (level === 3) return atLeast(bytes, at + 28).readUInt32LE(at + 24)
  throw new DamagedArchiveError('a header is of no known kind')
}

/** Whether bytes begin with the header of a file in an LZH archive. */
export const isLzh = (head: Uint8Array): boolean =>
  head[2] === 0x2d && head[3] === 0x6c && (head[4] === 0x68 || head[4] === 0x7a) && head[6] === 0x2d

const primary = 16 * 2_048

/** Whether bytes are an ISO 9660 image: they begin with 16 sectors of whatever kind. */
export const isIso = (bytes: Buffer): boolean =>
  bytes.length > primary + 2_048 && bytes.toString('latin1', primary + 1, primary + 6) === 'CD001'

/** @throws DamagedArchiveError where the image has fewer blocks than its volume. */
export function* checkIso(bytes: Buffer): Steps<Closed> {
  atLeast(bytes, primary + 130)
  yield primary
  atLeast(bytes, bytes.readUInt32LE(primary + 80) * bytes.readUInt16LE(primary + 128))
  return null
}
