/** What archives are let through to the scanner's verdict, and which are called unscannable. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectArchive } from '../../shared/antivirus/archive.ts'
import { limits } from '../../shared/domain/limits.ts'
import { writeSevenZip } from '../support/archive-writer.ts'
import { writeTar } from '../support/tar-writer.ts'
import { writeZip, type ZipFile } from '../support/zip-writer.ts'

const file = (name: string, content: string | Uint8Array = name): ZipFile => ({
  name,
  content: Buffer.from(content),
})
const small = { depth: 3, files: 5, bytes: 100_000 }

describe('inspectArchive', () => {
  it('has nothing to say of what is no archive', async () => {
    for (const content of ['', 'P', 'PK', 'hello', '%PDF-1.7 …', '\x1f', 'x'.repeat(70_000)])
      expect(await inspectArchive(Buffer.from(content))).toBeNull()
  })

  it('lets an ordinary zip, zip64, tar, gzip and tar.gz through', async () => {
    const files = [file('a.txt'), file('b.txt', 'x'.repeat(1_000)), { ...file('c.bin'), method: 0 }]
    const tar = writeTar(files)
    const archives = [
      writeZip(files),
      writeZip(files, { zip64: true }),
      writeZip([]),
      tar,
      gzipSync('x'),
      gzipSync(tar),
    ]
    for (const archive of archives) expect(await inspectArchive(archive)).toBeNull()
  })

  it('looks into a zip that has a program before it, as self-extractors do', async () => {
    const options = { prefix: Buffer.from(`MZ${'\0'.repeat(500)}`) }
    expect(await inspectArchive(writeZip([file('a')], options))).toBeNull()
    expect(await inspectArchive(writeZip([{ ...file('a'), encrypted: true }], options))).toBe(
      'encrypted archive',
    )
  })

  it('looks into a zip that stands before another, and knows of no two directories', async () => {
    const [plain, encrypted] = [writeZip([file('a')]), writeZip([{ ...file('b'), encrypted: true }])]
    expect(await inspectArchive(Buffer.concat([plain, plain]))).toBeNull()
    expect(await inspectArchive(Buffer.concat([encrypted, plain]))).toBe('encrypted archive')
    // The last record as of the first archive; the wide one, which comes before it, of the second.
    const wide = writeZip([file('c')], { zip64: true, prefix: Buffer.from(plain) })
    plain.copy(wide, wide.length - 22, plain.length - 22)
    expect(await inspectArchive(wide)).toBe('damaged archive: it has two directories')
  })

  it('looks into a zip that another archive stands before, and lets a whole one through', async () => {
    const whole = writeZip([file('a')])
    const encrypted = writeZip([{ ...file('a'), encrypted: true }])
    const sevenZip = writeSevenZip(Buffer.from('b'))
    // Its end in what pads a file of the tar.
    const behind = writeZip([{ ...file('a'), encrypted: true }], { prefix: Buffer.from('text') })
    const padded = writeTar([file('b', behind.subarray(0, -22))])
    behind.copy(padded, 512 + behind.length - 22, behind.length - 22)
    expect(await inspectArchive(padded)).toBe('encrypted archive')
    for (const before of [writeTar([file('b')]), sevenZip, writeTar([file('in.zip', whole)])]) {
      expect(await inspectArchive(before)).toBeNull()
      expect(await inspectArchive(Buffer.concat([before, whole]))).toBeNull()
      expect(await inspectArchive(Buffer.concat([before, encrypted]))).toBe('encrypted archive')
    }
  })

  it('counts a zip at the end of a tar once', async () => {
    const tar = writeTar([file('in.zip', writeZip([file('a', Buffer.alloc(60_000))]))])
    expect(await inspectArchive(tar, small)).toBeNull()
    const two = Buffer.concat([tar, writeZip([file('a', Buffer.alloc(60_000))])])
    expect(await inspectArchive(two, small)).toMatch(/unpacks to more than/)
  })

  it('calls an encrypted zip unscannable, in a zip or a tar.gz too', async () => {
    const encrypted = writeZip([file('a'), { ...file('secret.doc'), encrypted: true }])
    const nested = [
      encrypted,
      writeZip([file('in.zip', encrypted)]),
      gzipSync(writeTar([file('in.zip', encrypted)])),
    ]
    for (const archive of nested) expect(await inspectArchive(archive)).toBe('encrypted archive')
  })

  it('calls an encrypted Office document unscannable, and no other OLE document', async () => {
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)])
    expect(await inspectArchive(ole)).toBeNull()
    expect(await inspectArchive(Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]))).toBe(
      'encrypted document',
    )
  })

  it('calls a zip of 256 MB of zeros a bomb', async () => {
    const bomb = writeZip([file('zeros', Buffer.alloc(256 * 1024 * 1024))])
    expect(bomb.length).toBeLessThan(300_000)
    expect(await inspectArchive(bomb)).toBe('archive that unpacks to more than 100 MiB')
  })

  it('counts what a zip really unpacks to, whatever it claims', async () => {
    const liar = { ...file('zeros', Buffer.alloc(200_000)), claimedBytes: 10 }
    expect(await inspectArchive(writeZip([liar]), small)).toMatch(/unpacks to more than/)
  })

  it('counts bytes over all files and levels of an archive together', async () => {
    const half = Buffer.alloc(60_000)
    expect(await inspectArchive(writeZip([file('a', half)]), small)).toBeNull()
    expect(await inspectArchive(writeZip([file('a', half), file('b', half)]), small)).toMatch(
      /unpacks to more than/,
    )
    const inner = writeZip([file('a', half)])
    expect(await inspectArchive(writeZip([file('1.zip', inner), file('2.zip', inner)]), small)).toMatch(
      /unpacks to more/,
    )
    expect(await inspectArchive(gzipSync(Buffer.alloc(100_001)), small)).toMatch(/unpacks to more than/)
    expect(await inspectArchive(writeTar([file('a', half), file('b', half)]), small)).toMatch(
      /unpacks to more than/,
    )
  })

  it('refuses more files than the limit, by claim and by count', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => file(String(index), 'x'))
    expect(await inspectArchive(writeZip(many))).toBe(`archive of more than ${limits.archiveFiles} files`)
    expect(await inspectArchive(writeTar(many.slice(0, 6)), small)).toBe('archive of more than 5 files')
    expect(await inspectArchive(writeZip(many.slice(0, 5)), small)).toBeNull()
  })

  it('refuses archives nested deeper than the limit, and no shallower ones', async () => {
    let nested = writeZip([file('a')])
    for (let depth = 1; depth < limits.archiveDepth; depth++) nested = writeZip([file('in.zip', nested)])
    expect(await inspectArchive(nested)).toBeNull()
    expect(await inspectArchive(writeZip([file('in.zip', nested)]))).toMatch(/nested more than 5 deep/)
  })

  it('calls packing that no scanner here opens unscannable', async () => {
    expect(await inspectArchive(writeZip([{ ...file('a'), method: 14, packed: Buffer.from('x') }]))).toMatch(
      /method 14/,
    )
    expect(await inspectArchive(Buffer.from('28b52ffd00', 'hex'))).toMatch(/can not be scanned/)
  })

  it('calls a zip that two programs would read in two ways damaged', async () => {
    expect(await inspectArchive(writeZip([{ ...file('a'), localMethod: 0 }]))).toMatch(/contradicts/)
  })

  it('calls a zip damaged that has more files than it claims, none of them included', async () => {
    const zip = writeZip([{ ...file('a'), encrypted: true }, file('b')])
    const end = zip.length - 22
    for (const claimed of [0, 1]) {
      const liar = Buffer.from(zip)
      liar.writeUInt16LE(claimed, end + 8)
      liar.writeUInt16LE(claimed, end + 10)
      expect(await inspectArchive(liar)).toMatch(/damaged archive: more entries/)
    }
  })

  it('calls a truncated archive damaged', async () => {
    const zip = writeZip([file('a', 'x'.repeat(500))])
    expect(await inspectArchive(zip.subarray(0, zip.length - 30))).toMatch(/damaged archive/)
    const gzip = gzipSync('x'.repeat(500))
    expect(await inspectArchive(gzip.subarray(0, gzip.length - 12))).toMatch(/damaged archive/)
    const tar = writeTar([file('a', 'x'.repeat(5_000))])
    expect(await inspectArchive(tar.subarray(0, 2_000))).toMatch(/damaged archive/)
  })

  it('never throws for any bytes, nor for a zip with any byte changed', async () => {
    const zip = writeZip([file('a', 'x'.repeat(100)), file('b', writeZip([file('c')]))], { zip64: true })
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Buffer.from(zip)
        changed[at] = byte
        const reason = await inspectArchive(changed)
        expect(reason === null || reason.length > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('504b0304', '504b0506', '1f8b', ''),
        fc.uint8Array({ maxLength: 600 }),
        async (magic, bytes) => {
          const reason = await inspectArchive(Buffer.concat([Buffer.from(magic, 'hex'), bytes]))
          expect(reason === null || reason.length > 0).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
