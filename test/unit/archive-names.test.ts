/** What files in archives are called, by those who open them. */
import { describe, expect, it } from 'vitest'
import { inspectArchive } from '../../shared/antivirus/archive.ts'
import { readMembers } from '../../shared/antivirus/read-members.ts'
import { readAttachmentTexts } from '../../shared/judge/attachment-texts.ts'
import { gnuName, paxHeader, type TarredFile, writeTar } from '../support/tar-writer.ts'
import { unicodePath, writeZip, type ZipFile } from '../support/zip-writer.ts'

async function namesIn(archive: Uint8Array): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of readMembers(archive, 100, { bytes: 100_000 })) names.push(name)
  return names
}

describe('a name in a tar', () => {
  const long = `${'folder/'.repeat(20)}invoice of märz.pdf.html`
  const file = (name = long): TarredFile => ({ name: name.slice(0, 99), content: Buffer.from('text') })

  it('that is longer than a header holds is read, of GNU, of pax and of POSIX', async () => {
    const ways = [
      [gnuName(long), file()],
      [paxHeader({ mtime: '1.5', path: long, comment: 'of\nnobody' }), file()],
      [paxHeader({ path: 'first' }), file('first'), paxHeader({ path: long }, 'X'), file()],
      [{ ...file('invoice of märz.pdf.html'), prefix: 'a'.repeat(100) }],
    ]
    const expected = [[long], [long], ['first', long], [`${'a'.repeat(100)}/invoice of märz.pdf.html`]]
    for (const [index, way] of ways.entries()) {
      const tar = writeTar([...way, file('next')])
      expect(await namesIn(tar)).toEqual([...expected[index]!, 'next'])
      expect(await inspectArchive(tar)).toBeNull()
    }
  })

  it('is that by which its text is judged, and the entry that says it is no text of its own', async () => {
    const content = writeTar([gnuName(long), file(), paxHeader({ path: `${long}.txt` }), file()])
    const { texts } = await readAttachmentTexts([{ filename: 'a.tar', contentType: '', content }])
    expect(texts).toEqual([
      { filename: `a.tar/${long}`, text: 'text' },
      { filename: `a.tar/${long}.txt`, text: 'text' },
    ])
  })

  it('ends at a NUL, as it does for who writes the file', async () => {
    expect(await namesIn(writeTar([gnuName('a.html\0.txt'), file()]))).toEqual(['a.html'])
  })

  it('that programs would read in two ways is none', async () => {
    const broken: [string, TarredFile[]][] = [
      ['an entry has two names', [gnuName('a.exe'), paxHeader({ path: 'a.txt' }), file()]],
      ['an entry has two names', [gnuName('a.exe'), gnuName('a.txt'), file()]],
      ['an entry has two sizes', [paxHeader({ size: '512' }), file()]],
      ['all its entries have one name or size', [paxHeader({ path: 'a.txt' }, 'g'), file()]],
      ['a record of a tar is damaged', [{ ...paxHeader({}), content: Buffer.from('99 path=a\n') }, file()]],
      ['a record of a tar is damaged', [{ ...paxHeader({}), content: Buffer.from('x path=a\n') }, file()]],
      ['a record of a tar is damaged', [{ ...paxHeader({}), content: Buffer.from('7 path=a\n') }, file()]],
      ['a name is too long', [gnuName('a'.repeat(1_100_000)), file()]],
    ]
    for (const [reason, files] of broken)
      expect(await inspectArchive(writeTar(files))).toBe(`damaged archive: ${reason}`)
    for (const files of [
      [paxHeader({ size: '4', path: 'a' }), file()],
      [paxHeader({ comment: 'a commit' }, 'g'), file()],
    ])
      expect(await inspectArchive(writeTar(files))).toBeNull()
  })
})

describe('a name in a zip', () => {
  const file = (name: string | Uint8Array, more: Partial<ZipFile> = {}): ZipFile => ({
    name: '',
    rawName: Buffer.from(name as string),
    content: Buffer.from('text'),
    ...more,
  })
  /** `März £.txt` as MS-DOS writes it. */
  const dos = Buffer.from('4d84727a209c2e747874', 'hex')

  it('without the flag of UTF-8 is CP437, as programs for Windows write it', async () => {
    expect(await namesIn(writeZip([file(dos), file(Buffer.from('80\x9f\xff', 'latin1'))]))).toEqual([
      'März £.txt',
      '80ƒ\u00a0',
    ])
  })

  it('is UTF-8 by its flag, and where it is that, as programs for Macs write it', async () => {
    expect(await namesIn(writeZip([file('März.txt'), file('März 2.txt', { flags: 0x800 })]))).toEqual([
      'März.txt',
      'März 2.txt',
    ])
    expect(await namesIn(writeZip([file(dos, { flags: 0x800 })]))).toEqual(['M\ufffdrz \ufffd.txt'])
  })

  it('is that of the field for Unicode, unless that is of another name, or there is its flag', async () => {
    const lossy = Buffer.from('_____.txt')
    const extra = Buffer.concat([Buffer.from([1, 0xcd, 1, 0, 9]), unicodePath(lossy, 'отчёт.txt')])
    const names = (...files: ZipFile[]) => namesIn(writeZip(files, { zip64: true }))
    expect(await names(file(lossy, { extra }))).toEqual(['отчёт.txt'])
    expect(await names(file('other.txt', { extra }), file(lossy, { extra, flags: 0x800 }))).toEqual([
      'other.txt',
      '_____.txt',
    ])
    for (const bytes of [extra.subarray(0, 12), extra.subarray(0, 7)])
      expect(await names(file(lossy, { extra: bytes }), file('b'))).not.toContain('отчёт.txt')
  })

  it('that has another ending in Unicode is none', async () => {
    const raw = Buffer.from('report.html')
    for (const given of ['report.txt', 'report', 'report.html.txt']) {
      const zip = writeZip([file(raw, { extra: unicodePath(raw, given) })])
      expect(await inspectArchive(zip)).toBe('damaged archive: an entry has two names')
    }
    expect(await inspectArchive(writeZip([file(raw, { extra: unicodePath(raw, 'отчёт.HTML') })]))).toBeNull()
  })
})
