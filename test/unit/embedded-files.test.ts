/** How much is decoded of what stands encoded in texts, and what an archive of such texts is said to be. */
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import type { Scanner } from '../../shared/antivirus/scanner.ts'
import { limits } from '../../shared/domain/limits.ts'
import { embeddedFiles } from '../../shared/lib/embedded-files.ts'
import { signedContent } from '../../shared/lib/signed-content.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { scanHere, scannedFile } from '../support/scanned-file.ts'
import { inSingleBytes } from '../support/signed-file.ts'
import { writeTar } from '../support/tar-writer.ts'
import { threadMs } from '../support/thread-time.ts'
import { writeTnefOfTexts } from '../support/tnef-writer.ts'

const bounds = { files: 1_000, depth: 5, bytes: limits.embeddedBytes }
const card = (lines: number, name = '') =>
  Buffer.from(`BEGIN:VCARD\r\nX${name}:1\r\n${'A;ENCODING=QUOTED-PRINTABLE:=\r\n'.repeat(lines)}`)
const clean = { scan: async () => ({ status: 'clean' as const }) } as unknown as Scanner
const parser = new ParserPool({ size: 1 })
afterAll(() => parser.close())

it('a quoted-printable value is decoded once, however many it seems to hold', () => {
  const text = card(20_000)
  const { decodedBytes, more } = embeddedFiles(text, bounds)
  expect(decodedBytes).toBeLessThan(text.length * 6)
  expect(more).toBe(false)
})

it('what stands within a quoted-printable value is found too, for who knows no soft line breaks', () => {
  const photo = Buffer.from('a file that is to be scanned, and is')
  const text = `BEGIN:VCARD\r\nNOTE;ENCODING=QUOTED-PRINTABLE:=\r\nPHOTO;ENCODING=b:${photo.toString('base64')}\r\nA;ENCODING=QUOTED-PRINTABLE:=4D=5A\r\n`
  const files = embeddedFiles(Buffer.from(text), bounds).files.map((file) => Buffer.from(file).toString())
  expect(files).toContain(photo.toString())
  expect(files).toContain('MZ')
})

it('a signed file in millions of pieces is put together in no more time than its size asks for', () => {
  const content = Buffer.alloc(8_000_000, 'Content of a file. ')
  const file = inSingleBytes(content)
  const started = threadMs()
  expect(signedContent(file)?.equals(content)).toBe(true)
  expect(threadMs() - started).toBeLessThan(500)
})

it('a literal of 64 characters is found wherever it stands, and none of 63 is looked for', () => {
  const literal = Buffer.alloc(48, 'content of a file ').toString('base64')
  for (let before = 0; before <= 130; before++) {
    const found = (value: string) =>
      embeddedFiles(Buffer.from(`${'. '.repeat(before)}a = "${value}";\n`.slice(before % 2)), bounds).files
        .length
    expect(found(literal)).toBe(1)
    expect(found(literal.slice(1))).toBe(0)
  }
})

it('what is decoded is no more than was allowed, and what is beyond is told', () => {
  const url = `<a href="data:;base64,${Buffer.alloc(3_000, 'x').toString('base64')}">`
  expect(embeddedFiles(Buffer.from(url), bounds)).toMatchObject({ more: false })
  const { files, more } = embeddedFiles(Buffer.from(url.repeat(3)), { ...bounds, bytes: 4_000 })
  expect(files).toHaveLength(1)
  expect(more).toBe(true)
})

it('of a file of Outlook with half a million texts some are looked at, and that there are more is told', () => {
  const { files, more } = embeddedFiles(writeTnefOfTexts(500_000, 'x'), bounds)
  expect(files).toHaveLength(1)
  expect(more).toBe(true)
})

it('texts in an archive are looked into on a thread, and share what one message may have decoded', async () => {
  const asked: number[] = []
  const content = gzipSync(writeTar([1, 2, 3].map((i) => ({ name: `${i}.vcf`, content: card(5, `${i}`) }))))
  const look = async (text: Uint8Array, most: number) => {
    asked.push(most)
    return { ...(await parser.embeddedFiles(text, most)), decodedBytes: limits.embeddedBytes / 2 }
  }
  const { attachments } = await scanHere(clean, Buffer.alloc(0), [scannedFile(content)], look)
  expect(asked).toEqual([limits.embeddedBytes, limits.embeddedBytes / 2, 0])
  expect(attachments).toEqual([{ status: 'error', reason: 'more stands encoded in a text than is scanned' }])
})
