/** Files of a zip that its directory doesn't tell of, and some unpackers show. */
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inspectArchive } from '../../shared/antivirus/archive.ts'
import { zipFault } from '../../shared/antivirus/read-members.ts'
import { writeZip, type ZipFile } from '../support/zip-writer.ts'

const file = (name: string, more: Partial<ZipFile> = {}): ZipFile => ({
  name,
  content: Buffer.from(`text of ${name}`),
  ...more,
})
/** The header and the bytes of a file, as they stand in a zip. */
const hidden = writeZip([file('b.exe', { unlisted: true })]).subarray(0, -22)
const descriptor = (length: number): Buffer => {
  const bytes = Buffer.from('504b0708000000000000000000000000', 'hex')
  bytes.writeUInt32LE(length, 8)
  bytes.writeUInt32LE(length, 12)
  return bytes
}

describe('a zip', () => {
  it('whose files all stand in its directory is whole, however it was written', async () => {
    const nested = writeZip([file('a', { streamed: true }), file('b', { method: 0 })])
    const files = [file('a'), file('b', { streamed: true }), file('c', { method: 0 })]
    const whole = [
      writeZip(files),
      writeZip(files, { zip64: true }),
      writeZip(files, { prefix: Buffer.from('MZ, a program') }),
      writeZip([file('a.zip', { content: nested, method: 0, streamed: true }), ...files]),
      // As builders of apps fill gaps.
      writeZip([file('a'), file('', { content: Buffer.alloc(0), unlisted: true }), file('b')]),
    ]
    for (const zip of whole) {
      expect(await inspectArchive(zip)).toBeNull()
      expect(await zipFault(zip)).toBeNull()
    }
  })

  const unlisted = file('b.exe', { unlisted: true })
  const padded = (packed: Uint8Array) => Buffer.concat([packed, descriptor(packed.length), hidden])
  it.each<[string, Buffer]>([
    ['first', writeZip([unlisted, file('a')])],
    ['between two', writeZip([file('a'), unlisted, file('c')])],
    [
      'between two, behind a program',
      writeZip([file('a'), unlisted, file('c')], { prefix: Buffer.from('MZ') }),
    ],
    ['last', writeZip([file('a', { streamed: true }), unlisted])],
    [
      'far behind one',
      writeZip([
        file('a'),
        file('', { content: Buffer.alloc(2_000_000), method: 0, unlisted: true }),
        unlisted,
      ]),
    ],
    ['behind the end', Buffer.concat([writeZip([file('a')]), hidden])],
    ['in what is packed', writeZip([file('a', { packed: padded(deflateRawSync('text of a')) })])],
    [
      'in a streamed file',
      writeZip([file('a', { packed: padded(deflateRawSync('text of a')), streamed: true })]),
    ],
    [
      'in a stored file',
      writeZip([file('a', { content: padded(Buffer.from('text')), method: 0, streamed: true })]),
    ],
  ])('with a file %s that its directory lacks is damaged', async (_, zip) => {
    expect(await inspectArchive(zip)).toMatch(
      /^damaged archive: (?:its directory lacks a file|the directory is missing)$/,
    )
  })

  it('with a file in a gap is not read to its end', async () => {
    expect(await zipFault(writeZip([file('a'), unlisted, file('c')]))).toBe('damaged')
  })

  it('with a second directory in a gap is damaged', async () => {
    const other = Buffer.alloc(60)
    other.write('PK\x01\x02', 'latin1')
    const zip = writeZip([file('', { content: other, method: 0, unlisted: true }), file('a')])
    const gap = writeZip([file('c'), file('', { content: other, method: 0, unlisted: true }), file('a')])
    expect(await inspectArchive(zip)).toMatch(/^damaged archive/)
    expect(await inspectArchive(gap)).toBe('damaged archive: it has two directories')
  })

  it('is looked through once, however many ends and headers a file in it has', async () => {
    const ends = Buffer.alloc(6_000_000)
    for (let at = 0; at + 12 <= ends.length; at += 12) descriptor(at).copy(ends, at, 0, 12)
    const headers = Buffer.alloc(6_000_000, `PK\x03\x04${'\0'.repeat(28)}`, 'latin1')
    const many = [
      file('a', { content: ends, method: 0, streamed: true }),
      file('', { content: headers, method: 0, unlisted: true }),
      file('b'),
    ]
    const begun = performance.now()
    expect(await inspectArchive(writeZip(many))).toBeNull()
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  it('one of whose files is another by its own header is damaged', async () => {
    expect(await inspectArchive(writeZip([file('a.txt', { localName: 'a.exe' })]))).toBe(
      'damaged archive: an entry has two names',
    )
    expect(await inspectArchive(writeZip([file('a.txt', { localName: 'folder/b.TXT' })]))).toBeNull()
    const content = Buffer.concat([Buffer.from('text'), hidden])
    const short = file('a', { content, method: 0, localPackedBytes: 4 })
    expect(await inspectArchive(writeZip([short]))).toBe(
      'damaged archive: an entry contradicts the directory',
    )
  })
})
