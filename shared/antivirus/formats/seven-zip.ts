/** Whether a 7z archive is whole: its headers and their checksums (7zFormat.txt of the LZMA SDK). */
import { crc32 } from 'node:zlib'
import { crcInSteps, holdsOneOf, type Steps } from '../../lib/in-steps.ts'
import { atLeast, type Closed, DamagedArchiveError, mustFit } from './damaged.ts'

const startBytes = 32
const aes = Buffer.from('06f10701', 'hex')

/** @throws DamagedArchiveError */
export function* checkSevenZip(bytes: Buffer): Steps<Closed> {
  atLeast(bytes, startBytes)
  mustFit(crc32(bytes.subarray(12, startBytes)) === bytes.readUInt32LE(8), 'the start header')
  const start = startBytes + Number(bytes.readBigUInt64LE(12))
  const size = Number(bytes.readBigUInt64LE(20))
  if (size === 0) return null
  atLeast(bytes, start + size)
  const header = bytes.subarray(start, start + size)
  mustFit((yield* crcInSteps(bytes, start, start + size)) === bytes.readUInt32LE(28), 'the header')
  // 1: the header itself; 23: one that is packed as files are.
  if (header[0] !== 1 && header[0] !== 23) throw new DamagedArchiveError('the header is none')
  return (yield* holdsOneOf(bytes.subarray(0, start + size), [aes], start)) ? 'encrypted' : null
}
