/** Names of files in archives, messages and files of Outlook: a program there is found like a bare one. */
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { readAttachmentTexts } from '../../shared/judge/attachment-texts.ts'
import { textsOf } from '../../shared/judge/texts.ts'
import { judgedFiles } from '../../shared/mail/judged-files.ts'
import { readMail } from '../../shared/mail/parse.ts'
import { attachmentSignals } from '../../shared/risk/scam/attachments.ts'
import { attachments } from '../../shared/risk/scorers/attachments.ts'
import { mailText } from '../support/mail-text.ts'
import { attachment, riskMessage } from '../support/risk-message.ts'
import { signedFileOf } from '../support/signed-file.ts'
import { writeTar } from '../support/tar-writer.ts'
import { writeTnef } from '../support/tnef-writer.ts'
import { writeZip } from '../support/zip-writer.ts'

/** A program's first bytes, which are no text. */
const content = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')
const zipOf = (name: string, held: Uint8Array = content): Buffer => writeZip([{ name, content: held }])

/** What is found in a message with `file`, and where. */
async function foundIn(filename: string, file: Uint8Array | string): Promise<string[][]> {
  const raw = Buffer.from(mailText({ attachments: [{ filename, content: file }] }), 'latin1')
  const { mail, files } = await readMail(raw)
  const message = riskMessage({}, { ...(await textsOf(judgedFiles(files, mail), mail)) })
  const found = await attachments.score(
    { ...message, mail },
    { signal: new AbortController().signal, llm: null },
  )
  return found.map(({ result, evidence }) => [result, evidence![0]!.where, evidence![0]!.text!])
}

const program = 'invoice.pdf.exe'
const gzipWithName = (name: string): Buffer => {
  const packed = gzipSync(content)
  const head = Buffer.from(packed.subarray(0, 10))
  head[3] = 8
  return Buffer.concat([head, Buffer.from(`${name}\0`), packed.subarray(10)])
}
const encrypted = writeZip([{ name: program, content, encrypted: true }])
const inner = mailText({ attachments: [{ filename: program, content }] })

it.each<[string, string, Uint8Array | string, string]>([
  ['a zip', 'a.zip', zipOf(program), `a.zip/${program}`],
  ['a folder of a zip', 'a.zip', zipOf(`new/${program}`), `a.zip/new/${program}`],
  ['a zip that is called a picture', 'a.png', zipOf(program), `a.png/${program}`],
  ['a locked zip, whose names can be read', 'a.zip', encrypted, `a.zip/${program}`],
  ['a zip in a zip', 'a.zip', zipOf('b.zip', zipOf(program)), `a.zip/b.zip/${program}`],
  ['a tar', 'a.tar', writeTar([{ name: program, content }]), `a.tar/${program}`],
  ['a packed tar', 'a.tar.gz', gzipSync(writeTar([{ name: program, content }])), `a.tar/${program}`],
  ['a gzip that is called after it', `${program}.gz`, gzipSync(content), `${program}.gz/${program}`],
  ['a gzip whose header names it', 'a.gz', gzipWithName(program), `a.gz/${program}`],
  ['a message', 'a.eml', inner, `a.eml/${program}`],
  [
    'a file of Outlook',
    'winmail.dat',
    writeTnef({ files: [{ name: program, content }] }),
    `winmail.dat/${program}`,
  ],
  ['a signed file', `${program}.p7m`, signedFileOf(content), `${program}.p7m/${program}`],
])('a program in %s is found, and where it stands', async (_, filename, file, where) => {
  expect(await foundIn(filename, file)).toEqual(
    ['double_ending', 'program'].map((result) => [result, `attachment:${where}`, program]),
  )
})

it.each([
  ['report.docm', ['macro_document']],
  ['invoice\u202efdp.exe', ['turned_name', 'program']],
  ['a.exe. ', ['program']],
  // Books and saved pages are full of them: what they do is looked at.
  ['index.html', []],
  ['report.pdf', []],
  ['setup.exe/read.me', []],
  // Some programs end a name at a NUL, and others leave it out.
  ['invoice.exe\0.txt', ['program']],
  ['invoice.exe\0/', ['program']],
  ['invoice.txt\0.exe', ['double_ending', 'program']],
  [`invoice.exe${' '.repeat(300)}`, ['program']],
  [`invoice.exe${'. '.repeat(300)}`, ['program']],
  [`invoice.exe${' '.repeat(300)}\0.txt`, ['program']],
])('of files in an archive, %j is %j', async (name, results) => {
  expect((await foundIn('a.zip', zipOf(name))).map(([result]) => result)).toEqual(results)
})

it('what a message or a file of Outlook itself says is no file of another name', async () => {
  expect(
    await foundIn('winmail.dat', writeTnef({ rtf: Buffer.from('x'), html: '<p>x</p>', text: 'x' })),
  ).toEqual([])
  expect(await foundIn('a.eml', mailText({ subject: '=?utf-8?q?inner?=' }))).toEqual([])
})

it('a long name keeps its ending, and that of what holds it', async () => {
  const [first] = await foundIn('a.zip', zipOf(`${'long '.repeat(200)}.exe`))
  expect(first![1]!.length).toBeLessThan(2 * limits.filenameCharacters)
  expect(first![1]).toMatch(/^attachment:a\.zip\/long .*….*long \.exe$/)
})

it('as many names are looked at as a limit says, and what is beyond is said', async () => {
  const full = writeZip(
    Array.from({ length: limits.archiveFiles }, (_, i) => ({
      name: `${i}`,
      content: Buffer.alloc(0),
      method: 0,
    })),
  )
  const files = Array.from({ length: limits.heldNames / limits.archiveFiles }, (_, i) => ({
    filename: `${i}.zip`,
    contentType: '',
    content: full,
  }))
  const within = await readAttachmentTexts(files)
  expect([within.heldNames.length, within.cut]).toEqual([limits.heldNames, []])
  const beyond = await readAttachmentTexts([
    ...files,
    { filename: 'x.zip', contentType: '', content: zipOf('a') },
  ])
  expect([beyond.heldNames.length, beyond.cut]).toEqual([limits.heldNames, ['x.zip']])
})

const nulNamed = `filename*=utf-8''invoice.exe%00.txt`
const withName = (parameter: string): string =>
  mailText({ attachments: [{ filename: 'x', content }] })
    .replace('; name="x"', '')
    .replace('filename="x"', parameter)

it.each([
  ['a NUL and another ending', nulNamed],
  ['more dots than a name may have characters', `filename="invoice.exe${'.'.repeat(300)}"`],
])('a bare program whose name has %s behind it is found', async (_, parameter) => {
  const { mail } = await readMail(Buffer.from(withName(parameter), 'latin1'))
  const found = attachmentSignals(riskMessage({ attachments: mail.attachments }))
  expect(found.map(({ name }) => name)).toEqual(['program'])
})

it('a name with a NUL is judged of what is attached to an attached message, too', async () => {
  const found = await foundIn('a.eml', withName(nulNamed))
  expect(found.map(([result]) => result)).toEqual(['program'])
})

it('each attachment that is read has its name judged', () => {
  const names = Array.from({ length: limits.mimeParts }, (_, i) => `${i}.txt`).with(-1, 'invoice.exe')
  const found = attachmentSignals(riskMessage({ attachments: names.map(attachment) }))
  expect(found.map(({ name }) => name)).toEqual(['program'])
})

const cutOf = async (file: Uint8Array): Promise<string[]> =>
  (await readAttachmentTexts([{ filename: 'a.zip', contentType: '', content: file }])).cut

it.each([
  ['zip', writeZip],
  ['tar', writeTar],
])('a %s with more files than are looked at is said to be cut', async (_, write) => {
  const files = Array.from({ length: limits.archiveFiles + 1 }, (_, i) => ({
    name: `${i}`,
    content: Buffer.alloc(0),
    method: 0,
  }))
  expect(await cutOf(write(files.slice(1)))).toEqual([])
  expect(await cutOf(write([...files.slice(1), { ...files[0]!, name: 'folder/' }]))).toEqual([])
  expect(await cutOf(write(files))).toEqual(['a.zip'])
})

it('an archive whose names end in damage is said to be cut', async () => {
  const tar = writeTar([
    { name: 'a', content },
    { name: 'b', content },
  ])
  tar[1_024] = 1
  expect(await cutOf(tar)).toEqual(['a.zip'])
  const zip = writeZip([
    { name: 'a', content },
    { name: 'b', content, localMethod: 0 },
  ])
  expect(await cutOf(zip)).toEqual(['a.zip'])
  const whole = zipOf('a')
  expect(await cutOf(whole)).toEqual([])
  expect(await cutOf(whole.subarray(0, -22))).toEqual(['a.zip'])
})
