/** Contract of sending: what is answered, what is stored, what it costs. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import {
  createTestApi,
  itemsOf,
  type Json,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'
import { eicar } from '../support/eicar.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await inbox('desk')
  await inbox('vault', { security_level: 'full_lockdown' })
})
afterAll(() => api.close())

const inbox = async (slug: string, fields: object = {}, key = account.liveKey) =>
  (await api.call('POST', '/inboxes', key, { slug, ...fields })).body
const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It is on its way.' }
const send = (slug: string, fields: object = {}, key = account.liveKey) =>
  api.call('POST', `/inboxes/${slug}/messages`, key, { ...mail, ...fields })
const get = (id: unknown, key = account.liveKey) => api.call('GET', `/messages/${id}`, key)
const code = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const jobs = (id: unknown) =>
  api.database.query<{ state: string; start_after: string }>(
    "select state, start_after from pgboss.job where name = 'relay' and data ->> 'messageId' = $1",
    [id],
  )
const raw = async (id: unknown) => {
  const rows = await api.database.query<{ content: Buffer }>(
    'select content from raw_messages where message_id = $1',
    [id],
  )
  return rows[0]!.content.toString()
}

test('a clean message of a guarded_send inbox is queued at once: 201, charged, and on its way to the relay', async () => {
  const before = await api.balance(account.accountId)
  const answer = await send('desk', {
    cc: ['Grace <grace@peer.example>'],
    bcc: 'audit@peer.example',
    metadata: { order: 1815 },
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    direction: 'outbound',
    status: 'queued',
    verdict: 'clean',
    from: 'desk@inbox.localhost',
    to: 'ada@peer.example',
    cc: 'Grace <grace@peer.example>',
    subject: 'Order 1815',
    body: 'It is on its way.',
    body_sanitized: 'It is on its way.',
    has_attachments: false,
    metadata: { order: 1815 },
    security_analysis: { risk_score: expect.any(Number), detections: expect.any(Array) },
    recipients: [
      {
        address: 'ada@peer.example',
        field: 'to',
        status: 'pending',
        code: null,
        enhanced_code: null,
        reason: null,
      },
      { address: 'grace@peer.example', field: 'cc', status: 'pending' },
      { address: 'audit@peer.example', field: 'bcc', status: 'pending' },
    ],
    simulated: false,
    send_at: null,
    redactions: [],
    failure: null,
  })
  expect(answer.body).not.toHaveProperty('approval')
  expect(await api.balance(account.accountId)).toBe(before - 3)
  expect(await jobs(answer.body.id)).toHaveLength(1)
  const source = await raw(answer.body.id)
  expect(source).not.toMatch(/audit@peer/)
  expect(source).toMatch(/^Message-ID: <msg_[0-9a-z]{26}@inbox\.localhost>\r$/m)
  expect(source).toMatch(/^MIME-Version: 1\.0\r$/m)
  expect((await get(answer.body.id)).body).toEqual(answer.body)
})

test('every message of a full_lockdown inbox waits: 202, withheld, with its approval, and nothing queued', async () => {
  const answer = await send('vault')
  expect(answer.status).toBe(202)
  expect(answer.body).toMatchObject({
    status: 'withheld',
    verdict: 'clean',
    approval: {
      id: expect.stringMatching(/^apr_/),
      status: 'pending',
      expires_at: expect.any(String),
      reasons: ['level'],
    },
  })
  const hours =
    (Date.parse(String(answer.body.approval!.expires_at)) - Date.parse(String(answer.body.created_at))) /
    3_600_000
  expect(hours).toBe(72)
  expect(await jobs(answer.body.id)).toEqual([])
})

test('the second path answers the same', async () => {
  const answer = await api.call('POST', '/inboxes/desk/send', account.liveKey, mail)
  expect(answer.status).toBe(201)
})

test('what is sent shows in lists, threads and counts', async () => {
  await inbox('shown')
  const { body } = await send('shown')
  const list = await api.call('GET', '/inboxes/shown/messages?direction=outbound', account.liveKey)
  expect(itemsOf(list, 'messages').map(({ id }) => id)).toEqual([body.id])
  const thread = await api.call('GET', `/inboxes/shown/threads/${body.thread_id}`, account.liveKey)
  expect(thread.body).toMatchObject({
    message_count: 1,
    subject: 'Order 1815',
    last_message_at: body.created_at,
  })
  expect(itemsOf(thread, 'messages')).toHaveLength(1)
  expect((await api.call('GET', '/inboxes/shown', account.liveKey)).body.message_count).toBe(1)
})

test.each([
  ['no such inbox', 'nowhere', {}, 404, 'not_found'],
  ['a field that is missing', 'desk', { subject: undefined }, 422, 'validation_error'],
  ['an unknown field', 'desk', { sender: 'x' }, 422, 'validation_error'],
  ['a line break in the subject', 'desk', { subject: 'a\r\nBcc: x@y.example' }, 422, 'validation_error'],
  ['a subject that is too long', 'desk', { subject: 'x'.repeat(999) }, 422, 'validation_error'],
  [
    'a recipient with a line break',
    'desk',
    { to: 'v@y.example\r\nBcc: evil@z.example' },
    422,
    'validation_error',
  ],
  [
    'too many recipients',
    'desk',
    { cc: Array.from({ length: 100 }, (_, n) => `a${n}@peer.example`) },
    422,
    'validation_error',
  ],
  ['a header that is not X-', 'desk', { headers: { Bcc: 'x@y.example' } }, 422, 'validation_error'],
  [
    'a header with a line break',
    'desk',
    { headers: { 'X-Agent-A': 'b\nBcc: x@y.example' } },
    422,
    'validation_error',
  ],
  ['a header twice', 'desk', { headers: { 'X-Agent-A': '1', 'x-agent-a': '2' } }, 422, 'validation_error'],
  [
    'an attachment that is no base64',
    'desk',
    { attachments: [{ filename: 'a.txt', content: 'a b c' }] },
    422,
    'validation_error',
  ],
  [
    'an attachment with a path',
    'desk',
    { attachments: [{ filename: '../a.txt', content: '' }] },
    422,
    'validation_error',
  ],
  [
    'a local file for an attachment',
    'desk',
    { attachments: [{ filename: 'a', path: '/etc/passwd' }] },
    422,
    'validation_error',
  ],
  [
    'an answer to what is not there',
    'desk',
    { reply_to_message_id: 'msg_00000000000000000000000000' },
    422,
    'validation_error',
  ],
  ['html beside Markdown', 'desk', { format: 'markdown', html: '<p>x</p>' }, 422, 'validation_error'],
  [
    'Markdown nested deeply',
    'desk',
    { format: 'markdown', body: '>'.repeat(20_000) },
    422,
    'validation_error',
  ],
  [
    'Markdown nested in lists',
    'desk',
    { format: 'markdown', body: `${'- '.repeat(800)}a` },
    422,
    'validation_error',
  ],
  [
    'Markdown that is too long',
    'desk',
    { format: 'markdown', body: `a${' '.repeat(500_000)}b` },
    422,
    'validation_error',
  ],
  ['send_at years ahead', 'desk', { send_at: '2999-01-01T00:00:00Z' }, 422, 'validation_error'],
  [
    'an unsubscribe address that is none',
    'desk',
    { list_unsubscribe: 'javascript:alert(1)' },
    422,
    'validation_error',
  ],
])('%s is refused and costs nothing', async (_what, slug, fields, status, expected) => {
  const before = await api.balance(account.accountId)
  expect(code(await send(slug, fields))).toEqual([status, expected])
  expect(await api.balance(account.accountId)).toBe(before)
})

test('a paused inbox, and levels below guarded_send, do not send', async () => {
  await inbox('paused-one')
  await api.call('PATCH', '/inboxes/paused-one', account.liveKey, { status: 'paused' })
  expect(code(await send('paused-one'))).toEqual([409, 'inbox_paused'])
  for (const level of [1, 2]) {
    await inbox(`level-${level}a`.replace('-', '.'), { security_level: level })
    expect(code(await send(`level.${level}a`))).toEqual([403, 'level_insufficient'])
  }
})

test('without credits nothing is sent', async () => {
  const poor = await api.signUp()
  await inbox('poor', {}, poor.liveKey)
  await api.database.query('update accounts set credits = 2 where id = $1', [poor.accountId])
  expect(code(await send('poor', {}, poor.liveKey))).toEqual([402, 'credits_exhausted'])
  expect(await api.balance(poor.accountId)).toBe(2)
})

test('a sandbox message costs nothing and says what is simulated', async () => {
  await inbox('play', {}, account.sandboxKey)
  await inbox('play-two', {}, account.sandboxKey)
  const before = await api.balance(account.accountId)
  const outside = await send('play', {}, account.sandboxKey)
  expect([outside.status, outside.body.simulated]).toEqual([201, true])
  const inside = await send('play', { to: 'Play-Two+x@inbox.localhost' }, account.sandboxKey)
  expect([inside.status, inside.body.simulated]).toEqual([201, false])
  const foreign = await send(
    'play',
    { to: ['play-two@inbox.localhost', 'desk@inbox.localhost'] },
    account.sandboxKey,
  )
  expect([foreign.status, foreign.body.simulated]).toEqual([201, true])
  expect(await api.balance(account.accountId)).toBe(before)
})

test('send_at schedules, and cancel ends that; what is not scheduled can not be cancelled', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const { status, body } = await send('desk', { send_at: at })
  expect([status, body.status, body.send_at]).toEqual([201, 'scheduled', at])
  const [job] = await jobs(body.id)
  expect(Date.parse(job!.start_after)).toBe(Date.parse(at))
  const cancelled = await api.call('POST', `/messages/${body.id}/cancel`, account.liveKey)
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
  expect(code(await api.call('POST', `/messages/${body.id}/cancel`, account.liveKey))).toEqual([
    409,
    'not_cancellable',
  ])
  const log = await api.call('GET', '/audit_log?event_type=msg_cancelled', account.liveKey)
  expect(itemsOf(log, 'entries').map(({ inbox_id, metadata }) => ({ inbox_id, metadata }))).toEqual([
    {
      inbox_id: body.inbox_id,
      metadata: {
        message_id: body.id,
        status: 'scheduled',
        user_id: expect.stringMatching(/^usr_/),
        key_id: expect.stringMatching(/^key_/),
      },
    },
  ])
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const past = await send('desk', { send_at: minutesAgo(limits.sendAtSkewMinutes + 1) })
  expect(code(past)).toEqual([422, 'validation_error'])
  expect(past.text).toContain('is in the past: more than 5 minutes ago')
  const queued = await send('desk', { send_at: minutesAgo(1) })
  expect([queued.body.status, queued.body.send_at]).toEqual(['queued', null])
  expect(code(await api.call('POST', `/messages/${queued.body.id}/cancel`, account.liveKey))).toEqual([
    409,
    'not_cancellable',
  ])
  expect(
    (await api.call('POST', '/messages/msg_00000000000000000000000000/cancel', account.liveKey)).status,
  ).toBe(404)
})

test('attachments are scanned and stored; what is infected is refused, put on record, and not charged', async () => {
  const content = Buffer.from('a,b\n1,2\n').toString('base64')
  const fine = await send('desk', {
    attachments: [{ filename: 'täble.csv', content_type: 'text/csv', content }],
  })
  expect(fine.status).toBe(201)
  expect(itemsOf(fine, 'attachments')).toMatchObject([
    { filename: 'täble.csv', content_type: 'text/csv', size_bytes: 8, scan_status: 'clean' },
  ])
  const before = await api.balance(account.accountId)
  const bad = await send('desk', {
    attachments: [{ filename: 'x.com', content: Buffer.from(eicar).toString('base64') }],
  })
  expect(code(bad)).toEqual([403, 'attachment_infected'])
  expect(await api.balance(account.accountId)).toBe(before)
  const log = await api.call('GET', '/audit_log?event_type=virus', account.liveKey)
  expect(itemsOf(log, 'entries')[0]).toMatchObject({ severity: 'high', metadata: { attachments: ['x.com'] } })
})

test('images that HTML shows are stored as such, before the others; what can not be shown is refused', async () => {
  const content = Buffer.from('a picture').toString('base64')
  const image = { filename: 'logo.png', content_type: 'image/png', content, content_id: 'logo' }
  const file = { filename: 'a.txt', content_type: 'text/plain', content }
  const html = '<p>Look: <img src="cid:logo" alt="logo"></p>'
  const { status, body } = await send('desk', { html, attachments: [file, { ...image, inline: true }] })
  expect(status).toBe(201)
  expect(body.attachments).toMatchObject([
    { filename: 'logo.png', content_id: 'logo', inline: true, scan_status: 'clean' },
    { filename: 'a.txt', content_id: null, inline: false },
  ])
  expect((await send('desk', { html, attachments: [image] })).status).toBe(201)
  const markdown = { body: '![logo](cid:logo)', format: 'markdown' }
  expect((await send('desk', { ...markdown, attachments: [image] })).status).toBe(201)
  for (const fields of [
    { attachments: [image] },
    { html, attachments: [image, image] },
    { html, attachments: [{ ...image, inline: false }] },
    { html, attachments: [{ ...file, inline: true }] },
    { html, attachments: [{ ...image, content_type: 'text/html' }] },
    { html, attachments: [{ ...image, content_id: 'a>\r\nBcc: b@c.example' }] },
  ])
    expect(code(await send('desk', fields))).toEqual([422, 'validation_error'])
})

test('a message of the largest size gets through, and one beyond it is too large', async () => {
  const attachment = (bytes: number) => [
    { filename: 'big.bin', content: Buffer.alloc(bytes, 'z').toString('base64') },
  ]
  expect(code(await send('desk', { attachments: attachment(25 * 1024 * 1024) }))).toEqual([
    413,
    'message_too_large',
  ])
  expect((await send('desk', { attachments: attachment(4 * 1024 * 1024) })).status).toBe(201)
})

test('a policy that blocks refuses the send for nothing, and its entry outlives the refusal', async () => {
  await inbox('ruled')
  const made = await api.call('POST', '/policies', account.liveKey, {
    name: 'Not to rivals',
    type: 'domain_blocklist',
    action: 'block',
    inbox_id: String((await api.call('GET', '/inboxes/ruled', account.liveKey)).body.id),
    config: { domains: ['rival.example'], direction: 'outbound' },
  })
  expect(made.status).toBe(201)
  const before = await api.balance(account.accountId)
  const refused = await send('ruled', { bcc: 'spy@rival.example' })
  expect(code(refused)).toEqual([403, 'policy_blocked'])
  expect(refused.text).toContain(String(made.body.id))
  const again = await api.call(
    'POST',
    '/inboxes/ruled/messages',
    account.liveKey,
    { ...mail, to: 'spy@rival.example' },
    { 'idempotency-key': 'blocked-one' },
  )
  expect(code(again)).toEqual([403, 'policy_blocked'])
  expect(await api.balance(account.accountId)).toBe(before)
  const log = await api.call('GET', '/audit_log?event_type=policy', account.liveKey)
  expect(itemsOf(log, 'entries').filter(({ metadata }) => metadata?.policy_id === made.body.id)).toHaveLength(
    2,
  )
  expect((await send('ruled')).status).toBe(201)
})

test('a policy that withholds makes it wait, with the policy named', async () => {
  await inbox('careful')
  const inboxId = String((await api.call('GET', '/inboxes/careful', account.liveKey)).body.id)
  const made = await api.call('POST', '/policies', account.liveKey, {
    name: 'Contracts are read first',
    type: 'keyword_filter',
    action: 'withhold',
    inbox_id: inboxId,
    config: {
      keywords: ['contract'],
      match: 'word',
      fields: ['body'],
      case_sensitive: false,
      direction: 'outbound',
    },
  })
  const held = await send('careful', { html: '<p>The con<b>tract</b> is signed.</p>' })
  expect(held.status).toBe(202)
  expect(held.body).toMatchObject({
    verdict: 'withheld',
    security_analysis: { triggered_policy: made.body.id },
    approval: { reasons: ['policy'] },
  })
})

test('rate limits count what is sent, and refuse what is over them', async () => {
  await inbox('counted')
  const inboxId = String((await api.call('GET', '/inboxes/counted', account.liveKey)).body.id)
  await api.call('POST', '/policies', account.liveKey, {
    name: 'Two an hour',
    type: 'rate_limit',
    action: 'block',
    inbox_id: inboxId,
    config: { max_messages: 2, window_seconds: 3600, per: 'inbox', direction: 'outbound' },
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('counted')))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403])
})

test('what a rate limit refuses can be sent again when its window ends, with the same Idempotency-Key', async () => {
  await inbox('limited')
  const inboxId = String((await api.call('GET', '/inboxes/limited', account.liveKey)).body.id)
  const limit = async (max_messages: number, window_seconds: number) =>
    (
      await api.call('POST', '/policies', account.liveKey, {
        name: `${max_messages} in ${window_seconds} s`,
        type: 'rate_limit',
        action: 'block',
        inbox_id: inboxId,
        config: { max_messages, window_seconds, per: 'counterparty', direction: 'outbound' },
      })
    ).body.id
  await limit(1, 600)
  await limit(1, 3600)
  const attempt = (to: string) =>
    api.call(
      'POST',
      '/inboxes/limited/messages',
      account.liveKey,
      { ...mail, to },
      { 'idempotency-key': `to ${to}` },
    )
  expect((await send('limited', { to: 'ada@peer.example' })).status).toBe(201)
  const refused = await attempt('bob@peer.example, ada@peer.example')
  expect(code(refused)).toEqual([403, 'policy_blocked'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  await api.database.query(
    "update policy_counters set ends_at = now() - interval '1 s' where tenant_id = $1",
    [account.tenantId],
  )
  expect((await attempt('bob@peer.example, ada@peer.example')).status).toBe(201)

  const never = await limit(0, 60)
  const closed = await attempt('eve@peer.example')
  expect(closed.headers).not.toHaveProperty('retry-after')
  await api.call('DELETE', `/policies/${never}`, account.liveKey)
  expect((await attempt('eve@peer.example')).headers['idempotency-replayed']).toBe('true')
})

test('a repeated Idempotency-Key sends once', async () => {
  const before = await api.balance(account.accountId)
  const once = () =>
    api.call('POST', '/inboxes/desk/messages', account.liveKey, mail, { 'idempotency-key': 'once-only' })
  const first = await once()
  const second = await once()
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).toBe(first.body.id)
  expect(await api.balance(account.accountId)).toBe(before - 3)
  const waiting = () =>
    api.call('POST', '/inboxes/vault/messages', account.liveKey, mail, { 'idempotency-key': 'once-held' })
  expect([(await waiting()).status, (await waiting()).status]).toEqual([202, 202])
})

test('four hundred sends at once on a thousand credits: exactly 333 are taken', async () => {
  const rich = await api.signUp()
  await inbox('burst', {}, rich.liveKey)
  await api.database.query('update accounts set credits = 1000 where id = $1', [rich.accountId])
  // On a machine that is busy with something else, some wait for the database for longer than they may: 503, and again.
  const sendUntilAnswered = async (): ReturnType<typeof send> => {
    const answer = await send('burst', {}, rich.liveKey)
    return answer.status === 503 ? sendUntilAnswered() : answer
  }
  const answers = await Promise.all(Array.from({ length: 400 }, sendUntilAnswered))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(201), count(402)]).toEqual([333, 67])
  expect(await api.balance(rich.accountId)).toBe(1)
  const [row] = await api.database.query<{ count: number }>(
    'select message_count as count from inboxes where slug = $1',
    ['burst'],
  )
  expect(row!.count).toBe(333)
})

test('agents hold what sending needs, and a key of another inbox finds nothing', async () => {
  const agent = await api.call('POST', '/api_keys', account.liveKey, { name: 'agent' })
  expect((await send('desk', {}, String(agent.body.key))).status).toBe(201)
  const reader = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'reader',
    scopes: ['messages:read'],
  })
  expect(code(await send('desk', {}, String(reader.body.key)))).toEqual([403, 'forbidden'])
  const vault = await api.call('GET', '/inboxes/vault', account.liveKey)
  const limited = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'limited',
    inbox_id: vault.body.id,
  })
  expect(code(await send('desk', {}, String(limited.body.key)))).toEqual([404, 'not_found'])
  const { id } = await plantMessage(
    api.database,
    account.tenantId,
    String((await api.call('GET', '/inboxes/desk', account.liveKey)).body.id),
  )
  const reply = await api.call('POST', `/messages/${id}/reply`, String(limited.body.key), { body: 'x' })
  expect(code(reply)).toEqual([404, 'not_found'])
})
