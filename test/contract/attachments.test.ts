/** Contract of attachments: metadata, signed links, and what is never handed out. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { readHere } from '../support/read-here.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi(
    { PUBLIC_URL: 'https://mail.example/' },
    {
      parser: {
        attachment: async (raw, index) => ({
          content: Buffer.concat([Buffer.from(`part ${index} of `), raw]),
          charset: null,
        }),
        sanitizeHtml: async (html) => html,
        readForAgent: readHere,
      },
    },
  )
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.liveKey, { slug: 'files' })).body.id)
})
afterAll(() => api.close())
beforeEach(() => {
  vi.useRealTimers()
})

const plant = (scanStatus: string, filename = 'report.pdf', contentType = 'application/pdf') =>
  plantMessage(api.database, account.tenantId, inboxId, {
    raw: 'raw bytes',
    attachments: [
      { scanStatus: 'clean', filename: 'first.txt' },
      { scanStatus, filename, contentType },
    ],
  })

async function linkOf(attachmentId: string): Promise<string> {
  const { body } = await api.call('GET', `/attachments/${attachmentId}`, account.liveKey)
  return String(body.download_url).replace('https://mail.example', '')
}

test('the attachments of a message are listed in order', async () => {
  const { id, attachmentIds } = await plant('infected')
  const answer = await api.call('GET', `/messages/${id}/attachments`, account.liveKey)
  expect(answer.status).toBe(200)
  expect(itemsOf(answer, 'attachments')).toMatchObject([
    { id: attachmentIds[0], filename: 'first.txt', scan_status: 'clean' },
    { id: attachmentIds[1], filename: 'report.pdf', scan_status: 'infected', message_id: id },
  ])
  expect(answer.body).toMatchObject({ has_more: false, next_cursor: null })
})

test('a clean attachment has a signed address for 15 minutes, which needs no key', async () => {
  const { attachmentIds } = await plant('clean')
  const { status, body } = await api.call('GET', `/attachments/${attachmentIds[1]}`, account.liveKey)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: attachmentIds[1], filename: 'report.pdf', scan_status: 'clean' })
  expect(String(body.download_url)).toMatch(/^https:\/\/mail\.example\/api\/v1\/attachments\/att_/)
  const minutes = (Date.parse(String(body.download_url_expires_at)) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14.9)
  expect(minutes).toBeLessThanOrEqual(15)
  const file = await api.inject({ method: 'GET', url: await linkOf(attachmentIds[1]!) })
  expect([file.status, file.text]).toEqual([200, 'part 1 of raw bytes'])
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="report.pdf"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  })
})

test('hostile names and types can not leave their header', async () => {
  const { attachmentIds } = await plant('clean', 'a"\r\nX-Evil: 1\u202egpj.ëxe', 'text/html\r\nX-Evil: 1')
  const { headers } = await api.inject({ method: 'GET', url: await linkOf(attachmentIds[1]!) })
  expect(headers['x-evil']).toBeUndefined()
  expect(headers['content-type']).toBe('application/octet-stream')
  expect(headers['content-disposition']).toBe(
    `attachment; filename="a___X-Evil: 1_gpj._xe"; filename*=UTF-8''a%22__X-Evil%3A%201_gpj.%C3%ABxe`,
  )
})

test('an infected attachment is 403, a pending one 409, one that could not be scanned is downloadable', async () => {
  const code = async (scanStatus: string) => {
    const { attachmentIds } = await plant(scanStatus)
    const { status, body } = await api.call('GET', `/attachments/${attachmentIds[1]}`, account.liveKey)
    return [status, body.error?.code]
  }
  expect(await code('infected')).toEqual([403, 'attachment_infected'])
  expect(await code('pending')).toEqual([409, 'attachment_unavailable'])
  expect(await code('error')).toEqual([200, undefined])
})

test('an old signed address does not hand out what was found to be infected since', async () => {
  const { attachmentIds } = await plant('clean')
  const url = await linkOf(attachmentIds[1]!)
  expect((await api.inject({ method: 'GET', url })).status).toBe(200)
  await api.database.query("update attachments set scan_status = 'infected' where id = $1", [
    attachmentIds[1],
  ])
  const refused = await api.inject({ method: 'GET', url })
  expect(refused.status).toBe(403)
  expect(refused.body.error?.code).toBe('attachment_infected')
  expect(refused.headers['content-disposition']).toBeUndefined()
  await api.database.query("update attachments set scan_status = 'pending' where id = $1", [attachmentIds[1]])
  expect((await api.inject({ method: 'GET', url })).status).toBe(409)
})

test('an altered, borrowed or expired address is refused', async () => {
  const { attachmentIds } = await plant('clean')
  const [first, second] = await Promise.all([linkOf(attachmentIds[0]!), linkOf(attachmentIds[1]!)])
  const token = (url: string) => url.split('token=')[1]!
  const withToken = (url: string, other: string) => url.replace(token(url), other)
  const forged = Buffer.from(JSON.stringify([account.tenantId, 9_999_999_999])).toString('base64url')
  const urls = [
    withToken(first, token(second)),
    `${first}x`,
    first.slice(0, -2),
    withToken(first, `${forged}.${token(first).split('.')[1]}`),
    withToken(first, 'nonsense'),
    withToken(first, '.'),
  ]
  for (const url of urls) expect((await api.inject({ method: 'GET', url })).status).toBe(403)
  expect((await api.inject({ method: 'GET', url: first.split('?')[0]! })).status).toBe(422)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 2_000 })
  expect((await api.inject({ method: 'GET', url: first })).status).toBe(403)
})

test('a deleted attachment is gone, whatever was signed before', async () => {
  const { id, attachmentIds } = await plant('clean')
  const url = await linkOf(attachmentIds[0]!)
  await api.database.query('delete from messages where id = $1', [id])
  expect((await api.inject({ method: 'GET', url })).status).toBe(404)
})
