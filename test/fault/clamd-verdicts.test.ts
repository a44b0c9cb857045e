/** The real clamd: what it finds, wherever it is hidden, and what it can't look into. */
import { gzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { eicar } from '../support/eicar.ts'
import { scanHere, scannedFile } from '../support/scanned-file.ts'
import { writeTar } from '../support/tar-writer.ts'
import { writeZip } from '../support/zip-writer.ts'

const url = inject('clamdUrl')
if (url === null) throw new Error('clamd is not installed: these tests need it (Debian: clamav-daemon)')
// What clamd says is looked at here, and not how soon.
const scanner = createScanner(url, { baseDeadlineMs: 240_000 })

const infected = { status: 'infected', signatures: ['Eicar-Test-Signature.UNOFFICIAL'] }
const clean = { status: 'clean' }
const text = Buffer.from('Just words.\r\n')

/** A message with `content` as its only attachment. */
function mailWith(content: Uint8Array, encoding: 'base64' | '7bit' = 'base64'): Buffer {
  const body =
    encoding === 'base64'
      ? Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')
      : Buffer.from(content).toString('latin1')
  return Buffer.from(
    [
      'From: a@sender.example',
      'To: b@inbox.example',
      'Subject: a file',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="edge"',
      '',
      '--edge',
      'Content-Type: text/plain',
      '',
      'See the file.',
      '--edge',
      'Content-Type: application/octet-stream',
      `Content-Transfer-Encoding: ${encoding}`,
      'Content-Disposition: attachment; filename="file.bin"',
      '',
      body,
      '--edge--',
      '',
    ].join('\r\n'),
    'latin1',
  )
}

const zipped = (name: string, content: Uint8Array) => writeZip([{ name, content }])

describe('the real clamd', () => {
  it('answers that it is there', async () => {
    expect(await scanner.ping()).toBe(true)
  })

  it('calls ordinary content clean, an empty attachment too', async () => {
    const outcome = await scanHere(
      scanner,
      mailWith(text),
      [text, Buffer.alloc(0), zipped('a.txt', text)].map((content) => scannedFile(content)),
    )
    expect(outcome).toEqual({ raw: clean, attachments: [clean, clean, clean] })
  })

  it('finds the test virus as a message, an attachment, and in the raw message around it', async () => {
    expect(await scanner.scan(eicar)).toEqual(infected)
    expect(await scanHere(scanner, mailWith(eicar), [scannedFile(eicar)])).toEqual({
      raw: infected,
      attachments: [infected],
    })
    expect((await scanHere(scanner, mailWith(eicar, '7bit'), [])).raw).toEqual(infected)
  })

  it('finds it in a zip, a stored zip, a nested zip, a tar, a tar.gz', async () => {
    const tar = writeTar([{ name: 'eicar.com', content: eicar }])
    const archives = [
      zipped('eicar.com', eicar),
      writeZip([{ name: 'eicar.com', content: eicar, method: 0 }]),
      zipped('in.zip', zipped('in.zip', zipped('eicar.com', eicar))),
      tar,
      gzipSync(tar),
    ]
    const outcome = await scanHere(
      scanner,
      text,
      archives.map((content) => scannedFile(content)),
    )
    expect(outcome.attachments).toEqual(archives.map(() => infected))
  })

  it('tells which of several attachments is infected', async () => {
    const outcome = await scanHere(
      scanner,
      text,
      [text, eicar, text].map((content) => scannedFile(content)),
    )
    expect(outcome).toEqual({ raw: clean, attachments: [clean, infected, clean] })
  })

  it('calls a zip bomb, and a zip of 20,000 files, unscannable', async () => {
    const bomb = zipped('zeros', Buffer.alloc(256 * 1024 * 1024))
    const crowd = writeZip(
      Array.from({ length: 20_000 }, (_, i) => ({ name: `${i}`, content: Buffer.from('x') })),
    )
    const { attachments } = await scanHere(
      scanner,
      text,
      [bomb, crowd].map((content) => scannedFile(content)),
    )
    expect(attachments.map(({ status }) => status)).toEqual(['error', 'error'])
  })

  it('calls an encrypted zip unscannable in the raw message and as an attachment', async () => {
    const encrypted = writeZip([{ name: 'a.txt', content: Buffer.alloc(500, 'secret'), encrypted: true }])
    const outcome = await scanHere(scanner, mailWith(encrypted), [scannedFile(encrypted)])
    expect(outcome.raw).toEqual({ status: 'error', reason: 'encrypted' })
    expect(outcome.attachments).toMatchObject([{ status: 'error' }])
  })

  it('lets the virus win over the encryption of a file beside it', async () => {
    const both = writeZip([
      { name: 'secret', content: Buffer.alloc(500, 'secret'), encrypted: true },
      { name: 'eicar.com', content: eicar },
    ])
    expect(await scanHere(scanner, mailWith(both), [scannedFile(both)])).toEqual({
      raw: infected,
      attachments: [infected],
    })
  })

  it('finds it at the end of a message of 25 MiB', async () => {
    const large = Buffer.alloc(25 * 1024 * 1024, 'words and words\r\n')
    expect(await scanner.scan(large)).toEqual(clean)
    eicar.copy(large, large.length - eicar.length)
    expect(await scanner.scan(large)).toEqual(infected)
  })

  it('gives each of many scans at once its own verdict', async () => {
    const contents = Array.from({ length: 100 }, (_, i) => (i % 7 === 0 ? eicar : text))
    const verdicts = await Promise.all(contents.map((content) => scanner.scan(content)))
    expect(verdicts).toEqual(contents.map((content) => (content === eicar ? infected : clean)))
  })
})
