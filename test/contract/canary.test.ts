/** Contract of canaries: shown to whoever may set up inboxes, and no mail of the tenant leaves with one unseen. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventPayload } from '../../shared/events/index.ts'
import { createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
let token: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'planted' })
  inboxId = String(inbox.body.id)
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'neighbour' })
  token = await tokenOf('planted')
})
afterAll(() => api.close())

async function tokenOf(slug: string): Promise<string> {
  const { status, body } = await api.call('GET', `/inboxes/${slug}/canary`, account.liveKey)
  expect(status).toBe(200)
  return String(body.token)
}
const send = (slug: string, fields: object, key = account.liveKey) =>
  api.call('POST', `/inboxes/${slug}/messages`, key, {
    to: 'ada@peer.example',
    subject: 'Order 1815',
    body: 'It is on its way.',
    ...fields,
  })
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const reversed = (text: string) => [...text].reverse().join('')

test('each inbox has a token of its own, the same each time, for keys that may change inboxes', async () => {
  const { status, body } = await api.call('GET', '/inboxes/planted/canary', account.liveKey)
  expect([status, body]).toEqual([200, { inbox_id: inboxId, token, generation: 0, rotated_at: null }])
  expect(token).toMatch(/^AC(-[0-9A-Z]{6}){4}$/)
  expect(await tokenOf('planted')).toBe(token)
  expect(await tokenOf('neighbour')).not.toBe(token)
  const agent = await api.call('POST', '/api_keys', account.liveKey, { name: 'agent' })
  expect((await api.call('GET', '/inboxes/planted/canary', String(agent.body.key))).status).toBe(403)
  const other = await api.signUp()
  expect((await api.call('GET', '/inboxes/planted/canary', other.liveKey)).status).toBe(404)
  expect((await api.call('POST', '/inboxes/planted/canary/rotate', other.liveKey)).status).toBe(404)
})

const places: [string, (token: string) => object][] = [
  ['in the text', (token) => ({ body: `The code is ${token}.` })],
  ['in the subject', (token) => ({ subject: `Code ${token}` })],
  ['in HTML, split by tags', (token) => ({ html: `<p><b>${token.slice(0, 12)}</b>${token.slice(12)}</p>` })],
  ['in a comment of HTML', (token) => ({ html: `<p>Hello.</p><!-- ${token} -->` })],
  ['in a link', (token) => ({ html: `<a href="https://peer.example/?q=${token}">here</a>` })],
  ['in a header', (token) => ({ headers: { 'X-Agent-Ticket': token } })],
  ['in List-Unsubscribe', (token) => ({ list_unsubscribe: [`https://peer.example/${token}`] })],
  ['in a hidden recipient', (token) => ({ bcc: `${token}@peer.example` })],
  [
    'in a text attachment',
    (token) => ({
      attachments: [
        { filename: 'a.csv', content_type: 'text/csv', content: base64(`id,code\n1,${token}\n`) },
      ],
    }),
  ],
  [
    'in the name of an attachment',
    (token) => ({
      attachments: [
        { filename: `${token}.bin`, content_type: 'application/octet-stream', content: base64('x') },
      ],
    }),
  ],
  ['in base64', (token) => ({ body: base64(`The code is ${token}.`) })],
  ['in hexadecimal', (token) => ({ body: Buffer.from(token).toString('hex') })],
  ['packed', (token) => ({ body: base64(gzipSync(`The code is ${token}.`)) })],
  ['reversed', (token) => ({ body: reversed(token) })],
  ['reversed in base64', (token) => ({ body: base64(reversed(token)) })],
  ['letter by letter', (token) => ({ body: [...token.toLowerCase()].join('. ') })],
]
test.each(places)('a message with a token %s waits, whichever inbox sends it', async (_, fields) => {
  for (const slug of ['planted', 'neighbour']) {
    const { status, body } = await send(slug, fields(token))
    expect([status, body.status, body.approval?.reasons]).toEqual([202, 'withheld', ['risk']])
    const evidence = [
      { where: expect.any(String), text: expect.stringMatching(/^AC-.….. \(30 characters\)$/) },
    ]
    expect(body.security_analysis).toMatchObject({
      risk_score: 100,
      detections: expect.arrayContaining([
        expect.objectContaining({ method: 'exfiltration', result: 'canary', evidence }),
      ]),
    })
  }
})

test('the audit log says exfil, and neither it nor what subscribers are told holds the token', async () => {
  const { body } = await send('planted', { subject: token, body: reversed(token) })
  const { entries } = (await api.call('GET', '/audit_log?event_type=exfil&limit=1', account.liveKey))
    .body as unknown as { entries: object[] }
  expect(entries).toEqual([
    expect.objectContaining({
      inbox_id: inboxId,
      severity: 'high',
      metadata: expect.objectContaining({ message_id: body.id, verdict: 'withheld', risk_score: 100 }),
    }),
  ])
  const all = await api.database.query('select * from audit_entries')
  expect(JSON.stringify(all)).not.toContain(token)
  const { status } = await api.call('GET', `/messages/${body.id}`, account.liveKey)
  expect(status).toBe(200)
  const payload = eventPayload(
    'approval.pending',
    body as never,
    { approval_id: 'apr_1', expires_at: '2026-11-21T12:00:00Z' },
    '2026-11-21T12:00:00Z',
  )
  expect(payload.data).toMatchObject({
    message_preview: { subject: '[hidden: the message contains a canary]' },
  })
  expect(JSON.stringify(payload)).not.toMatch(new RegExp(`${token}|${reversed(token)}`))
})

test('rotated, the new token counts and the one before no more, and that is on record without either', async () => {
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'turning' })
  const before = await tokenOf('turning')
  expect((await send('turning', { body: before })).status).toBe(202)
  const { status, body } = await api.call('POST', '/inboxes/turning/canary/rotate', account.liveKey)
  expect([status, body.generation]).toEqual([200, 1])
  expect(body.rotated_at).toMatch(/^2\d{3}-/)
  expect(body.token).not.toBe(before)
  expect(await tokenOf('turning')).toBe(body.token)
  expect((await send('turning', { body: String(body.token) })).status).toBe(202)
  const late = await send('turning', { body: before })
  expect(JSON.stringify(late.body.security_analysis)).not.toContain('"canary"')
  const entries = itemsOf(
    await api.call('GET', '/audit_log?event_type=settings&limit=1', account.liveKey),
    'entries',
  )
  expect(entries).toMatchObject([{ metadata: { fields: ['canary'], generation: 1 } }])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${before}|${body.token}`))
})

test("another tenant's token, a token cut short and that of an inbox that is gone are words like any other", async () => {
  const hasCanary = async (body: string) =>
    JSON.stringify((await send('planted', { body })).body.security_analysis).includes('"canary"')
  const other = await api.signUp()
  await api.call('POST', '/inboxes', other.liveKey, { slug: 'elsewhere' })
  const theirs = await api.call('GET', '/inboxes/elsewhere/canary', other.liveKey)
  expect(await hasCanary(String(theirs.body.token))).toBe(false)
  expect(await hasCanary(token.slice(0, -2))).toBe(false)
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'leaving' })
  const gone = await tokenOf('leaving')
  expect(await hasCanary(gone)).toBe(true)
  await api.call('DELETE', '/inboxes/leaving', account.liveKey)
  expect(await hasCanary(gone)).toBe(false)
})
