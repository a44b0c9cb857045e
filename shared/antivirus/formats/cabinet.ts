/** Whether a cabinet is whole: its folders, and the checksum of each block of data (MS-CAB §2). */
import type { Steps } from '../../lib/in-steps.ts'
import { atLeast, type Closed, DamagedArchiveError, mustFit } from './damaged.ts'

const hasPrevious = 1
const hasNext = 2
const hasReserve = 4

/** @throws DamagedArchiveError, also for one of a set: the others are elsewhere. */
export function* checkCabinet(bytes: Buffer): Steps<Closed> {
  atLeast(bytes, 36)
  atLeast(bytes, bytes.readUInt32LE(8))
  const folders = bytes.readUInt16LE(26)
  const flags = bytes.readUInt16LE(30)
  if (folders === 0 || bytes.readUInt16LE(28) === 0) throw new DamagedArchiveError('it has no file')
  if ((flags & (hasPrevious | hasNext)) !== 0) throw new DamagedArchiveError('it is one of a set')
  const reserves = (flags & hasReserve) === 0 ? null : atLeast(bytes, 40)
  const folderReserve = reserves?.[38] ?? 0
  const dataReserve = reserves?.[39] ?? 0
  let at = 36 + (reserves === null ? 0 : 4 + reserves.readUInt16LE(36))
  // The blocks of one folder stand behind those of the one before it: each byte is looked at once.
  let free = at + folders * (8 + folderReserve)
  for (let i = 0; i < folders; i++) {
    yield at
    atLeast(bytes, at + 8)
    const start = bytes.readUInt32LE(at)
    const blocks = bytes.readUInt16LE(at + 4)
    if (blocks > 0) {
      if (start < free) throw new DamagedArchiveError('its folders overlap')
      free = yield* checkBlocks(bytes, { start, blocks, reserve: dataReserve })
    }
    at += 8 + folderReserve
  }
  return null
}

/** Where they end. */
function* checkBlocks(
  bytes: Buffer,
  { start, blocks, reserve }: { start: number; blocks: number; reserve: number },
): Steps<number> {
  let at = start
  for (let i = 0; i < blocks; i++) {
    yield at
    atLeast(bytes, at + 8 + reserve)
    const sum = bytes.readUInt32LE(at)
    const data = at + 8 + reserve
    const next = data + bytes.readUInt16LE(at + 4)
    atLeast(bytes, next)
    // Zero: none was made.
    if (sum !== 0) mustFit(checksum(bytes, at + 4, data, checksum(bytes, data, next, 0)) === sum, 'a block')
    at = next
  }
  return at
}

/** MS-CAB §3.1: the words together by exclusive or; the bytes that are left over stand the other way round. */
function checksum(bytes: Buffer, start: number, end: number, seed: number): number {
  let sum = seed
  let at = start
  for (; at + 4 <= end; at += 4) sum ^= bytes.readInt32LE(at)
  let rest = 0
  for (; at < end; at++) rest = (rest << 8) | bytes[at]!
  return (sum ^ rest) >>> 0
}
