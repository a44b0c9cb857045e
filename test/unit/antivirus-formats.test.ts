/** Whether archives are whole is told in time that grows with their length, whatever lengths and offsets they claim. */
import { crc32, deflateRawSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inspectArchive } from '../../shared/antivirus/archive.ts'
import { checkCabinet } from '../../shared/antivirus/formats/cabinet.ts'
import { DamagedArchiveError } from '../../shared/antivirus/formats/damaged.ts'
import { isEncryptedOffice, isEncryptedPdf } from '../../shared/antivirus/formats/documents.ts'
import { checkArj, checkIso, checkLzh } from '../../shared/antivirus/formats/old-archives.ts'
import { checkRar } from '../../shared/antivirus/formats/rar.ts'
import { checkSevenZip } from '../../shared/antivirus/formats/seven-zip.ts'
import { checkBzip2, checkXz } from '../../shared/antivirus/formats/streams.ts'
import { limits } from '../../shared/domain/limits.ts'
import { type Steps, stepBytes } from '../../shared/lib/in-steps.ts'
import {
  writeArj,
  writeCabinet,
  writeIso,
  writeLzh,
  writeRar4,
  writeRar5,
  writeSevenZip,
  writeXz,
} from '../support/archive-writer.ts'
import { writeTar } from '../support/tar-writer.ts'
import { writeZip } from '../support/zip-writer.ts'

afterEach(() => void vi.restoreAllMocks())

type AnyCheck = (bytes: Buffer) => Steps<string | boolean | null>

/** What `check` says; reads of numbers beyond one a byte are too many, and end a check that would never end. */
function outcomeOf(check: AnyCheck, bytes: Buffer): unknown {
  const most = bytes.length + 200
  let reads = 0
  const prototype = Buffer.prototype
  for (const name of [
    'readUInt16LE',
    'readUInt32LE',
    'readInt32LE',
    'readBigUInt64LE',
    'subarray',
  ] as const) {
    const read = prototype[name] as (...args: unknown[]) => unknown
    vi.spyOn(prototype, name as 'readUInt16LE').mockImplementation(function (
      this: Buffer,
      ...args: unknown[]
    ) {
      if (++reads > most) throw new Error(`more than ${most} reads`)
      return read.apply(this, args) as number
    })
  }
  try {
    const steps = check(bytes)
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
    }
  } catch (error) {
    if (error instanceof DamagedArchiveError) return 'damaged'
    throw error
  } finally {
    vi.restoreAllMocks()
  }
}

const content = Buffer.from('content '.repeat(20))
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_000)])
const samples: [string, AnyCheck, Buffer][] = [
  ['7z', checkSevenZip, writeSevenZip(content)],
  ['RAR 4', checkRar, writeRar4(content)],
  ['RAR 5', checkRar, writeRar5(content)],
  ['cabinet', checkCabinet, writeCabinet(content)],
  ['ARJ', checkArj, writeArj(content)],
  ['LZH', checkLzh, writeLzh(content)],
  ['ISO 9660', checkIso, writeIso()],
  ['xz', checkXz, writeXz()],
  ['bzip2', checkBzip2, Buffer.from('425a683917724538509000000000', 'hex')],
  ['PDF', isEncryptedPdf, Buffer.from(`%PDF-1.7\n${'/Encrypt /E#6e'.repeat(20)}`)],
  ['OLE', isEncryptedOffice, ole],
]

describe('a check of a format', () => {
  it.each(samples)('%s: ends, whatever four bytes in a row claim', (_, check, sample) => {
    expect(outcomeOf(check, sample)).not.toBe('damaged')
    const step = Math.max(1, Math.floor(sample.length / 400))
    for (let at = 0; at + 4 <= sample.length; at += at < 64 ? 1 : step)
      for (const byte of [0x00, 0x01, 0x7f, 0x80, 0xff])
        outcomeOf(check, Buffer.from(sample).fill(byte, at, at + 4))
  })

  it.each(samples)('%s: ends in bytes of one kind behind its beginning', (_, check, sample) => {
    for (const byte of [0x00, 0x01, 0x60, 0x80, 0xff])
      for (const kept of [8, 12, 16, 24, 32])
        expect(() =>
          outcomeOf(check, Buffer.concat([sample.subarray(0, kept), Buffer.alloc(2_000, byte)])),
        ).not.toThrow()
  })
})

const lzhHeader = (level: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.write('\x04\x00-lh5-', 'latin1')
  bytes[20] = level
  return bytes
}

describe('LZH', () => {
  it.each([0, 1, 2, 3])('a header of level %i that is shorter than any is damage', (level) => {
    const bytes = lzhHeader(level, 40)
    if (level < 2) bytes[1] = bytes.subarray(2, 6).reduce((sum, byte) => (sum + byte) & 0xff, 0)
    expect(outcomeOf(checkLzh, bytes)).toBe('damaged')
  })

  it('a whole header of level 3 is none', () => {
    const bytes = lzhHeader(3, 32)
    bytes.writeUInt32LE(32, 24)
    expect(outcomeOf(checkLzh, bytes)).toBeNull()
  })
})

/** A cabinet of as many folders as there are places, each of `blocks` empty blocks. */
function cabinet(folders: number[], blocks: number): Buffer {
  const table = 36 + folders.length * 8
  const bytes = Buffer.alloc(table + folders.length * blocks * 8)
  bytes.write('MSCF', 'latin1')
  bytes.writeUInt32LE(bytes.length, 8)
  bytes.writeUInt16LE(folders.length, 26)
  bytes.writeUInt16LE(1, 28)
  folders.forEach((place, i) => {
    bytes.writeUInt32LE(table + place * blocks * 8, 36 + i * 8)
    bytes.writeUInt16LE(blocks, 36 + i * 8 + 4)
  })
  return bytes
}

describe('a cabinet', () => {
  it('may have folders one behind the other', () => {
    expect(outcomeOf(checkCabinet, cabinet([0, 1, 2], 20))).toBeNull()
  })

  it.each([
    ['share their data', Array<number>(500).fill(0)],
    ['go backwards', [2, 1, 0]],
    ['overlap in part', [0, 0.5, 1]],
  ])('whose folders %s is damaged, and nothing is looked at twice', (_, folders) => {
    expect(outcomeOf(checkCabinet, cabinet(folders, 20))).toBe('damaged')
  })
})

it('an extra area of a RAR 5 header begins within that header', () => {
  const vint = (value: number) => [(value & 0x7f) | 0x80, value >> 7]
  const block = (fields: number[]) => {
    const sized = Buffer.from([fields.length, ...fields])
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32(sized))
    return Buffer.concat([sum, sized])
  }
  const header = (extra: number) => block([2, 1, ...vint(extra), 0, 0, 0, 0, 0, 0])
  const size = header(0).length
  // Records that end where the next header does.
  const records = Buffer.from([...Array<number[]>(20).fill([1, 2]).flat(), 1 + size, 2])
  const archive = (extra: number) =>
    Buffer.concat([
      Buffer.from('526172211a070100', 'hex'),
      block([1, 2, records.length]),
      records,
      header(extra),
      block([5, 0, 0]),
    ])
  expect(outcomeOf(checkRar, archive(0))).toBeNull()
  expect(outcomeOf(checkRar, archive(records.length + size))).toBe('damaged')
})

it('entries of a zip that share their bytes are damage: none is unpacked once for each', async () => {
  const zip = writeZip([{ name: 'a', content: deflateRawSync(Buffer.alloc(50_000)), method: 0 }])
  const end = zip.length - 22
  const directory = zip.subarray(zip.readUInt32LE(end + 16), end)
  const last = Buffer.from(zip.subarray(end))
  last.writeUInt16LE(30, 8)
  last.writeUInt16LE(30, 10)
  last.writeUInt32LE(directory.length * 30, 12)
  const shared = Buffer.concat([zip.subarray(0, end), ...Array<Buffer>(29).fill(directory), last])
  expect(await inspectArchive(zip)).toBeNull()
  expect(await inspectArchive(Buffer.concat([Buffer.alloc(0), shared]))).toMatch(/^damaged archive/)
})

describe('an archive of many parts', () => {
  const named = (type: number, size: number) => {
    const block = Buffer.alloc(size)
    block[2] = type
    block.writeUInt16LE(size, 5)
    block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff, 0)
    return block
  }
  const rar = (blocks: number) =>
    Buffer.concat([
      Buffer.from('526172211a0700', 'hex'),
      named(0x73, 13),
      Buffer.alloc(blocks * 7, named(0x75, 7)),
      named(0x7b, 7),
    ])

  it('is read no further than its limit, in an archive too, and few bytes can not be millions', async () => {
    const reason = `archive of more than ${limits.archiveParts} parts`
    expect(await inspectArchive(rar(limits.archiveParts - 2))).toBeNull()
    expect(await inspectArchive(rar(limits.archiveParts - 1))).toBe(reason)
    const many = rar(5_000_000)
    expect(await inspectArchive(many)).toBe(reason)
    const packed = writeZip([{ name: 'a.rar', content: many }])
    expect(packed.length).toBeLessThan(200_000)
    expect(await inspectArchive(packed)).toBe(reason)
    // Those within one are counted together.
    const two = ['a.rar', 'b.rar'].map((name) => ({ name, content: rar(limits.archiveParts / 2) }))
    expect(await inspectArchive(writeZip(two))).toBe(reason)
  })

  const check = (kind: AnyCheck, bytes: Buffer) => {
    const steps = kind(bytes)
    let count = 0
    while (count <= 1_000 && steps.next().done !== true) count++
    return count
  }

  it('each kind counts them', () => {
    const lzh = Buffer.alloc(22)
    lzh[0] = 20
    lzh.write('-lh0-', 2, 'latin1')
    lzh[1] = lzh.subarray(2, 22).reduce((sum, byte) => (sum + byte) & 0xff, 0)
    expect(check(checkLzh, Buffer.alloc(22 * 2_000, lzh))).toBe(1_001)
    const header = Buffer.alloc(30)
    const arj = Buffer.alloc(40)
    arj.writeUInt16LE(0xea60, 0)
    arj.writeUInt16LE(30, 2)
    header.copy(arj, 4)
    arj.writeUInt32LE(crc32(header), 34)
    expect(check(checkArj, Buffer.alloc(40 * 2_000, arj))).toBe(1_001)
    const body = Buffer.from([2, 0x7f, 0])
    const rar5 = Buffer.concat([Buffer.alloc(4), body])
    rar5.writeUInt32LE(crc32(body), 0)
    const marker = Buffer.from('526172211a070100', 'hex')
    expect(check(checkRar, Buffer.concat([marker, Buffer.alloc(7 * 2_000, rar5)]))).toBe(1_001)
    const cabinet = Buffer.alloc(36 + 8 + 8 * 2_000)
    cabinet.write('MSCF', 0, 'latin1')
    cabinet.writeUInt32LE(cabinet.length, 8)
    cabinet.writeUInt16LE(1, 26)
    cabinet.writeUInt16LE(1, 28)
    cabinet.writeUInt32LE(44, 36)
    cabinet.writeUInt16LE(2_000, 40)
    expect(check(checkCabinet, cabinet)).toBe(1_001)
  })
})

describe('a large file', () => {
  const megabyte = 1024 * 1024
  /** A cabinet of blocks of 32 KB of zeros, with their checksums. */
  const cabinetOf = (blocks: number) => {
    const sized = Buffer.from([0, 0x80, 0, 0x80])
    const block = Buffer.concat([sized, sized, Buffer.alloc(0x8000)])
    const bytes = Buffer.alloc(44 + blocks * block.length)
    bytes.fill(block, 44)
    bytes.write('MSCF', 'latin1')
    bytes.writeUInt32LE(bytes.length, 8)
    bytes.writeUInt16LE(1, 26)
    bytes.writeUInt16LE(1, 28)
    bytes.writeUInt32LE(44, 36)
    bytes.writeUInt16LE(blocks, 40)
    return bytes
  }
  const zeros = Buffer.alloc(8 * megabyte)
  const sevenZip = writeSevenZip(Buffer.alloc(100))
  /** Whose header says that it has all that follows. */
  const longHeader = () => {
    const header = Buffer.concat([Buffer.from([1]), zeros])
    const bytes = Buffer.concat([sevenZip.subarray(0, 32), header])
    bytes.writeBigUInt64LE(0n, 12)
    bytes.writeBigUInt64LE(BigInt(header.length), 20)
    bytes.writeUInt32LE(crc32(header), 28)
    bytes.writeUInt32LE(crc32(bytes.subarray(12, 32)), 8)
    return bytes
  }
  const large: [string, AnyCheck, Buffer][] = [
    ['cabinet', checkCabinet, cabinetOf(300)],
    ['RAR 4', checkRar, writeRar4(zeros)],
    ['RAR 5', checkRar, writeRar5(zeros)],
    ['7z', checkSevenZip, longHeader()],
    ['padding of xz', checkXz, Buffer.concat([writeXz(), zeros])],
    ['PDF', isEncryptedPdf, Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(8 * megabyte, '/Encryp')])],
    ['OLE', isEncryptedOffice, Buffer.concat([ole, zeros])],
  ]

  it.each(large)('%s: is looked at in steps, to its end', (_, check, bytes) => {
    const steps = check(bytes)
    let most = 0
    let seen = 0
    let at = 0
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      most = Math.max(most, step.value - at)
      seen = Math.max(seen, step.value)
      at = step.value
    }
    expect(most).toBeLessThanOrEqual(stepBytes + 65_536)
    expect(seen).toBeGreaterThan(bytes.length - stepBytes - 65_536)
  })

  it('a name that says a PDF is encrypted is found where two steps meet', () => {
    const name = '/#45ncrypt 12 0 R'
    for (let before = 0; before <= name.length; before++) {
      const pdf = Buffer.alloc(stepBytes + 1_000, ' ')
      pdf.write('%PDF-1.7')
      pdf.write(name, stepBytes - before)
      expect(outcomeOf(isEncryptedPdf, pdf)).toBe(true)
    }
  })

  it.each([
    ['one cabinet', cabinetOf(300)],
    [
      'a tar of cabinets',
      writeTar(Array.from({ length: 150 }, (_, i) => ({ name: `${i}.cab`, content: cabinetOf(2) }))),
    ],
  ])('%s: others have their turn on the event loop meanwhile', async (_, bytes) => {
    let turns = 0
    let counting = true
    const count = () => {
      turns++
      if (counting) setImmediate(count)
    }
    setImmediate(count)
    expect(await inspectArchive(bytes)).toBeNull()
    counting = false
    expect(turns).toBeGreaterThanOrEqual(Math.floor(bytes.length / (3 * megabyte)))
  })
})
