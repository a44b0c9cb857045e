/** Whether a RAR archive is whole: its blocks and their checksums (technote.txt of RAR 4, and of RAR 5). */
import { crc32 } from 'node:zlib'
import { crcInSteps, type Steps } from '../../lib/in-steps.ts'
import { atLeast, type Closed, DamagedArchiveError, mustFit } from './damaged.ts'

const marker4 = 7
const marker5 = 8

/** @throws DamagedArchiveError, also for one volume of several: the others are elsewhere. */
export const checkRar = (bytes: Buffer): Steps<Closed> =>
  bytes[6] === 0 ? checkRar4(bytes) : checkRar5(bytes)

const main = 0x73
const file = 0x74
const service = 0x7a
const end = 0x7b

function* checkRar4(bytes: Buffer): Steps<Closed> {
  let at = marker4
  let blocks = 0
  while (at < bytes.length) {
    yield at
    atLeast(bytes, at + 7)
    const type = bytes[at + 2]!
    const flags = bytes.readUInt16LE(at + 3)
    const size = bytes.readUInt16LE(at + 5)
    if (size < 7) throw new DamagedArchiveError('a block has no length')
    atLeast(bytes, at + size)
    // Old archives have comments within their headers, which the checksum leaves out.
    const commented = (type === main && (flags & 0x02) !== 0) || (type === file && (flags & 0x08) !== 0)
    const sum = crc32(bytes.subarray(at + 2, at + size)) & 0xffff
    if (!commented) mustFit(sum === bytes.readUInt16LE(at), 'a header')
    if (blocks++ === 0 && type !== main) throw new DamagedArchiveError('the main header is missing')
    if (type === main && (flags & 0x80) !== 0) return 'encrypted'
    if (type === end) return null
    at += size
    if (type === file || type === service) {
      if ((flags & 0x04) !== 0) return 'encrypted'
      if ((flags & 0x03) !== 0) throw new DamagedArchiveError('it is one volume of several')
      at = yield* afterFile4(bytes, at - size, size, flags)
    } else if ((flags & 0x8000) !== 0) at += atLeast(bytes, at - size + 11).readUInt32LE(at - size + 7)
    atLeast(bytes, at)
  }
  if (blocks < 2) throw new DamagedArchiveError('it has no file')
  return null
}

function* afterFile4(bytes: Buffer, at: number, size: number, flags: number): Steps<number> {
  if (size < 32) throw new DamagedArchiveError('a file header is too short')
  const high = (flags & 0x100) === 0 || size < 40 ? 0 : bytes.readUInt32LE(at + 32)
  const start = at + size
  const past = start + high * 2 ** 32 + bytes.readUInt32LE(at + 7)
  atLeast(bytes, past)
  const stored = bytes[at + 25] === 0x30 && bytes[at + 2] === file
  if (stored) mustFit((yield* crcInSteps(bytes, start, past)) === bytes.readUInt32LE(at + 16), 'a file')
  return past
}

function* checkRar5(bytes: Buffer): Steps<Closed> {
  let at = marker5
  while (at < bytes.length) {
    yield at
    const reader = new Vints(bytes, at + 4)
    const size = reader.next()
    const bodyEnd = reader.at + size
    atLeast(bytes, bodyEnd)
    mustFit((yield* crcInSteps(bytes, at + 4, bodyEnd)) === bytes.readUInt32LE(at), 'a header')
    const type = reader.next()
    const flags = reader.next()
    const extra = (flags & 1) === 0 ? 0 : reader.next()
    const data = (flags & 2) === 0 ? 0 : reader.next()
    // An extra area that begins in an earlier header would be walked again for each.
    if (extra > bodyEnd - reader.at) throw new DamagedArchiveError('a header contradicts itself')
    if (type === 4) return 'encrypted'
    if (type === 5) return null
    atLeast(bytes, bodyEnd + data)
    if (type === 2 || type === 3) {
      if ((flags & 0x18) !== 0) throw new DamagedArchiveError('it is one volume of several')
      if (yield* isEncrypted5(bytes, bodyEnd - extra, bodyEnd)) return 'encrypted'
      if (type === 2) yield* checkStored5(bytes, bodyEnd, bodyEnd + data, reader)
    }
    at = bodyEnd + data
  }
  throw new DamagedArchiveError('it ends too soon')
}

/** Whether the extra area of a file has a record of encryption. */
function* isEncrypted5(bytes: Buffer, start: number, end: number): Steps<boolean> {
  for (let at = start; at < end; ) {
    yield at
    const reader = new Vints(bytes, at)
    const size = reader.next()
    const next = reader.at + size
    if (size === 0 || next > end) throw new DamagedArchiveError('a header contradicts itself')
    if (reader.next() === 1) return true
    at = next
  }
  return false
}

function* checkStored5(bytes: Buffer, start: number, end: number, reader: Vints): Steps<void> {
  const flags = reader.next()
  reader.next()
  reader.next()
  if ((flags & 2) !== 0) reader.at += 4
  const sum = (flags & 4) === 0 ? null : reader.word()
  const stored = ((reader.next() >> 7) & 7) === 0
  if (stored && sum !== null) mustFit((yield* crcInSteps(bytes, start, end)) === sum, 'a file')
}

/** Numbers of seven bits a byte, the lowest first. */
class Vints {
  at: number
  readonly #bytes: Buffer

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  next(): number {
    let value = 0
    for (let i = 0; i < 7; i++) {
      const byte = atLeast(this.#bytes, this.at + 1)[this.at++]!
      value += (byte & 0x7f) * 2 ** (7 * i)
      if (byte < 0x80) return value
    }
    throw new DamagedArchiveError('a number is too long')
  }

  word(): number {
    this.at += 4
    return atLeast(this.#bytes, this.at).readUInt32LE(this.at - 4)
  }
}
