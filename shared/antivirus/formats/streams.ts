/** Whether a packed stream is whole, as far as its own marks tell: xz (its specification 1.2), bzip2. */
import { crc32 } from 'node:zlib'
import { crcInSteps, type Steps, stepBytes } from '../../lib/in-steps.ts'
import { atLeast, type Closed, DamagedArchiveError, mustFit } from './damaged.ts'

/** Words of padding that are looked at in a step. */
const paddingWords = stepBytes / 4

/** The header of the first stream, and footer and index of the last. @throws DamagedArchiveError */
export function* checkXz(bytes: Buffer): Steps<Closed> {
  let end = bytes.length
  // Padding.
  for (let steps = 1; end >= 4 && bytes.readUInt32LE(end - 4) === 0; steps++, end -= 4)
    if (steps % paddingWords === 0) yield bytes.length - end
  if (end < 32) throw new DamagedArchiveError('it ends too soon')
  mustFit(crc32(bytes.subarray(6, 8)) === bytes.readUInt32LE(8), 'the header')
  if (bytes.toString('latin1', end - 2, end) !== 'YZ') throw new DamagedArchiveError('its end is missing')
  mustFit(crc32(bytes.subarray(end - 8, end - 2)) === bytes.readUInt32LE(end - 12), 'the footer')
  const index = end - 12 - (bytes.readUInt32LE(end - 8) + 1) * 4
  if (index < 12 || bytes[index] !== 0) throw new DamagedArchiveError('its index is missing')
  mustFit((yield* crcInSteps(bytes, index, end - 16)) === bytes.readUInt32LE(end - 16), 'the index')
  return null
}

const block = 0x314159265359n
const streamEnd = 0x177245385090n

/** Its first block, and the mark of its end, which is followed by a checksum and up to seven bits. @throws DamagedArchiveError */
export function* checkBzip2(bytes: Buffer): Steps<Closed> {
  atLeast(bytes, 14)
  yield 14
  const first = BigInt(`0x${bytes.toString('hex', 4, 10)}`)
  if (first !== block && first !== streamEnd) throw new DamagedArchiveError('its first block is missing')
  const tail = BigInt(`0x${bytes.subarray(-11).toString('hex')}`)
  for (let padding = 0n; padding < 8n; padding++)
    if (((tail >> (32n + padding)) & 0xffffffffffffn) === streamEnd) return null
  throw new DamagedArchiveError('its end is missing')
}
