/** Contract of the text of attachments: documents, text files and archives in pieces, and who may read them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { agentScopes } from '../../shared/domain/scopes.ts'
import { createTestApi, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { lockPdf, writeDocx, writePdf } from '../support/documents.ts'
import { readHere } from '../support/read-here.ts'
import { writeZip } from '../support/zip-writer.ts'

const zip = (files: Record<string, Buffer>) =>
  writeZip(Object.entries(files).map(([name, content]) => ({ name, content })))

const long = Array.from({ length: 300 }, (_, n) => `Line ${n} of a long file.\n`).join('')
const files: Record<string, Buffer> = {
  'offer.pdf': writePdf(['Twelve chairs', 'Delivery in May']),
  'letter.docx': writeDocx(['Dear Ada,', 'see you\u200b soon.']),
  'table.csv': Buffer.from('item,price\nbolt,3\n'),
  'russian.csv': Buffer.from('cff0e8e2e5f2', 'hex'),
  'page.html': Buffer.from('<p>Shown</p><script>alert(1)</script>'),
  'invite.ics': Buffer.from('BEGIN:VCALENDAR\nSUMMARY:Lunch\nEND:VCALENDAR\n'),
  'both.zip': zip({ 'a.txt': Buffer.from('first'), 'b.pdf': writePdf(['second']) }),
  'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff, 0xd8, 1, 2, 3, 4]),
  'damaged.pdf': Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0])]),
  'long.txt': Buffer.from(long),
  'empty.txt': Buffer.alloc(0),
  'locked.pdf': lockPdf(writePdf(['Secret'])),
  'locked.docx': Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_016),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]),
  'locked.zip': writeZip([{ name: 'a.txt', content: Buffer.from('first'), encrypted: true }]),
  'scan.pdf': writePdf(['']),
  'scans.zip': zip({ 'scan.pdf': writePdf(['']) }),
  'empty.docx': writeDocx([]),
  'damaged.zip': zip({ 'a.txt': Buffer.from('first') }).subarray(0, 40),
  'partly.zip': zip({ 'a.txt': Buffer.from('first'), 'b.pdf': lockPdf(writePdf(['Secret'])) }),
}

let api: TestApi
let account: TestAccount
let inboxId: string
let served: Buffer | null = null
let servedCharset: string | null = null
beforeAll(async () => {
  api = await createTestApi(
    {},
    {
      parser: {
        attachment: async () => (served === null ? null : { content: served, charset: servedCharset }),
        sanitizeHtml: async (html) => html,
        readForAgent: readHere,
      },
    },
  )
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.liveKey, { slug: 'files' })).body.id)
})
afterAll(() => api.close())

async function plant(
  filename: string,
  more: { scanStatus?: string; status?: string; verdict?: string } = {},
) {
  served = files[filename] ?? null
  const { scanStatus = 'clean', ...message } = more
  const attachments = [{ filename, contentType: 'application/octet-stream', scanStatus }]
  const { attachmentIds } = await plantMessage(api.database, account.tenantId, inboxId, {
    ...message,
    attachments,
  })
  return attachmentIds[0]!
}
const textOf = (id: string, query = '', key = account.liveKey) =>
  api.call('GET', `/attachments/${id}/text${query}`, key)

test.each([
  ['locked.pdf', 'encrypted'],
  ['locked.docx', 'encrypted'],
  ['locked.zip', 'encrypted'],
  ['scan.pdf', 'no_text'],
  ['scans.zip', 'no_text'],
  ['empty.docx', 'no_text'],
  ['image.png', 'not_text'],
  ['damaged.pdf', 'damaged'],
  ['damaged.zip', 'damaged'],
])('of %s nothing is read: %s', async (filename, unread) => {
  const { body } = await textOf(await plant(filename))
  expect(body).toMatchObject({ format: null, unread, text: '', total_chars: 0, complete: false })
})

test('an archive with a file that can not be read is not complete', async () => {
  const { body } = await textOf(await plant('partly.zip'))
  expect(body).toMatchObject({
    format: 'archive',
    unread: null,
    text: '--- partly.zip/a.txt ---\nfirst',
    complete: false,
  })
})

test.each([
  ['offer.pdf', 'pdf', 'Twelve chairs\n\nDelivery in May'],
  ['letter.docx', 'docx', 'Dear Ada,\nsee you soon.'],
  ['table.csv', 'text', 'item,price\nbolt,3\n'],
  ['invite.ics', 'text', 'BEGIN:VCALENDAR\nSUMMARY:Lunch\nEND:VCALENDAR\n'],
  ['both.zip', 'archive', '--- both.zip/a.txt ---\nfirst\n\n--- both.zip/b.pdf ---\nsecond'],
  ['empty.txt', 'text', ''],
])('%s is read as %s', async (filename, format, text) => {
  const id = await plant(filename)
  const { status, body } = await textOf(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    attachment_id: id,
    filename,
    format,
    text,
    truncated: false,
    next_offset: null,
    total_chars: text.length,
    complete: true,
    unread: null,
  })
})

test('a text is read in the charset that its part names', async () => {
  const id = await plant('russian.csv')
  expect((await textOf(id)).body.text).not.toBe('Привет')
  servedCharset = 'windows-1251'
  const { body } = await textOf(id)
  servedCharset = null
  expect(body).toMatchObject({ format: 'text', text: 'Привет', complete: true })
})

test('of a page, what it shows stands there', async () => {
  const { body } = await textOf(await plant('page.html'))
  expect(body).toMatchObject({ format: 'text' })
  expect(String(body.text)).toContain('Shown')
  expect(String(body.text)).not.toContain('<p>')
})

test('a long text comes in pieces, which are all of it', async () => {
  const id = await plant('long.txt')
  let whole = ''
  let offset: unknown = 0
  while (offset !== null) {
    const { body } = await textOf(id, `?max_chars=1000&offset=${offset}`)
    expect(String(body.text).length).toBeLessThanOrEqual(1_000)
    expect(body.total_chars).toBe(long.length)
    whole += String(body.text)
    offset = body.next_offset
  }
  expect(whole).toBe(long)
})

test('one that goes on beyond what is read is not complete', async () => {
  files['huge.txt'] = Buffer.from('word '.repeat(limits.attachmentTextBytes / 5 + 1))
  expect((await textOf(await plant('huge.txt'))).body).toMatchObject({ truncated: true, complete: false })
})

test('what is infected, pending, withheld or gone is not read', async () => {
  const code = async (id: string, key?: string) => {
    const { status, body } = await textOf(id, '', key)
    return [status, body.error?.code]
  }
  expect(await code(await plant('table.csv', { scanStatus: 'infected' }))).toEqual([
    403,
    'attachment_infected',
  ])
  expect(await code(await plant('table.csv', { scanStatus: 'pending' }))).toEqual([
    409,
    'attachment_unavailable',
  ])
  expect(await code('att_01ka2b3c4d5e6f7g8h9j0kmnpq')).toEqual([404, 'not_found'])
  const withheld = await plant('table.csv', { status: 'withheld', verdict: 'withheld' })
  const issued = await api.call('POST', '/api_keys', account.liveKey, { name: 'k', scopes: agentScopes })
  expect(await code(withheld, String(issued.body.key))).toEqual([409, 'message_withheld'])
  expect(await code(withheld)).toEqual([200, undefined])
  const gone = await plant('table.csv')
  served = null
  expect(await code(gone)).toEqual([404, 'not_found'])
})
