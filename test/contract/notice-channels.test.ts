/** Contract of notice channels: made, changed, tested and removed; their addresses are shown to nobody. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { resealSecrets } from '../../shared/flow/access/secret-key.ts'
import { checkWebhookUrl } from '../../shared/flow/webhook/check-url.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { ChatReceiver, chatSecrets } from '../support/chat-receiver.ts'

let chat: ChatReceiver
let api: TestApi
let account: TestAccount
/** Everything that was answered. */
const said: string[] = []
const fetch = new GuardedFetch({ allowHttp: true, allowedHosts: ['127.0.0.1'] })
const strict = new GuardedFetch({ allowHttp: false, allowedHosts: [] })
beforeAll(async () => {
  chat = await ChatReceiver.start()
  api = await createTestApi(
    {},
    { webhooks: fetch, checkWebhookUrl: (url, path) => checkWebhookUrl(url, fetch, path) },
  )
  account = await api.signUp()
})
afterAll(async () => {
  await api.close()
  await Promise.all([fetch.close(), strict.close(), chat.stop()])
})
beforeEach(async () => {
  chat.otherwise(null)
  await api.database.query('delete from notice_channels')
})

async function call(method: string, path: string, body?: unknown) {
  const answer = await api.call(method, path, account.liveKey, body)
  said.push(answer.text)
  return answer
}
const bodyOf = (kind: 'slack' | 'teams', more: object = {}) => ({
  kind,
  name: '#review',
  url: chat.urlOf(kind),
  ...more,
})
async function made(kind: 'slack' | 'teams', more: object = {}) {
  const answer = await call('POST', '/notice_channels', bodyOf(kind, more))
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const origin = () => new URL(chat.urlOf('slack')).origin

test('one is made while an inbox with what waits is deleted', async () => {
  const { tenantId } = account
  const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'channel-race' })
  const { id } = await plantMessage(api.database, tenantId, String(inbox.body.id), {
    status: 'withheld',
    verdict: 'withheld',
  })
  const channel = await api.database.transaction(async (tx) => {
    await tx.query('delete from messages where tenant_id = $1 and id = $2', [tenantId, id])
    const making = made('slack')
    await Promise.race([making, setTimeout(500)])
    // As an inbox does that goes.
    await tx.query('update tenants set gone_messages = gone_messages where id = $1', [tenantId])
    return making
  })
  expect(channel).toMatchObject({ name: '#review' })
})

test('one is made, told of both by default, listed, renamed and removed', async () => {
  const channel = await made('slack')
  expect(channel).toEqual({
    id: expect.stringMatching(/^nch_/),
    kind: 'slack',
    name: '#review',
    masked_url: `${origin()}/…9Zq2`,
    events: ['approval.pending', 'message.withheld'],
    status: 'active',
    last_error: null,
    last_posted_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const other = await made('teams', { events: ['message.withheld'] })
  const list = await call('GET', '/notice_channels')
  expect(itemsOf(list, 'notice_channels').map(({ id }) => id)).toEqual([channel.id, other.id])
  const path = `/notice_channels/${channel.id}`
  const changed = await call('PATCH', path, { name: '#other', events: ['approval.pending'] })
  expect(changed.body).toMatchObject({ name: '#other', events: ['approval.pending'], kind: 'slack' })
  expect((await call('GET', path)).body).toEqual(changed.body)
  expect((await call('DELETE', path)).status).toBe(204)
  for (const method of ['GET', 'DELETE']) expect((await call(method, path)).status).toBe(404)
  expect((await call('PATCH', path, {})).status).toBe(404)
  expect((await call('POST', `${path}/test`)).status).toBe(404)
})

test.each([
  [{ url: 'http://hooks.slack.example/services/a' }, 'body.url'],
  [{ url: 'https://127.0.0.1/services/a' }, 'body.url'],
  [{ url: 'https://10.0.0.8/services/a' }, 'body.url'],
  [{ url: 'https://intranet/services/a' }, 'body.url'],
  [{ url: 'https://user:pass@hooks.slack.example/a' }, 'body.url'],
  [{ url: 'ftp://hooks.slack.example/a' }, 'body.url'],
  [{ url: 'services/T0/B0' }, 'body.url'],
  [{ url: `https://hooks.slack.example/${'x'.repeat(limits.noticeChannelUrlCharacters)}` }, 'body.url'],
  [{ name: '' }, 'body.name'],
  [{ name: 'two\nlines' }, 'body.name'],
  [{ name: 'x'.repeat(limits.noticeChannelNameCharacters + 1) }, 'body.name'],
  [{ kind: 'discord' }, 'body.kind'],
  [{ events: [] }, 'body.events'],
  [{ events: ['approval.pending', 'approval.pending'] }, 'body.events'],
  [{ events: ['message.received'] }, 'body.events.0'],
  [{ colour: 'red' }, 'body.colour'],
])('%j is refused, without the address in the answer', async (wrong, path) => {
  const app = await api.anotherProcess({ checkWebhookUrl: (url, at) => checkWebhookUrl(url, strict, at) })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/notice_channels',
    headers: { authorization: `Bearer ${account.liveKey}` },
    payload: { kind: 'slack', name: '#review', url: 'https://hooks.slack.example/services/b2f7', ...wrong },
  })
  await app.close()
  expect([answer.statusCode, answer.json().error.details[0].path]).toEqual([422, path])
  for (const secret of ['services/', 'pass@', 'b2f7']) expect(answer.payload).not.toContain(secret)
  expect(await api.database.query('select 1 from notice_channels')).toEqual([])
})

test('an account has so many, also when they are made at once; another address is looked at like the first', async () => {
  const answers = await Promise.all(
    Array.from({ length: limits.noticeChannels + 3 }, () =>
      call('POST', '/notice_channels', bodyOf('slack')),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(3)
  expect(refused[0]!.body.error).toMatchObject({
    code: 'quota_exceeded',
    message: `An account has ${limits.noticeChannels} notice channels at most.`,
  })
  const { id } = answers.find(({ status }) => status === 201)!.body
  const moved = await call('PATCH', `/notice_channels/${id}`, { url: 'https://192.168.1.1/services/x' })
  expect([moved.status, moved.body.error?.code]).toEqual([422, 'validation_error'])
})

describe('a test', () => {
  test.each(['slack', 'teams'] as const)('is posted as %s takes it', async (kind) => {
    const { id } = await made(kind)
    const before = chat.posted.length
    const answer = await call('POST', `/notice_channels/${id}/test`)
    expect(answer.body).toEqual({
      posted: true,
      response_status: kind === 'slack' ? 200 : 202,
      error: null,
      latency_ms: expect.any(Number),
    })
    expect(chat.posted).toHaveLength(before + 1)
    expect(chat.posted.at(-1)).toMatchObject({ kind })
    expect(chat.posted.at(-1)!.raw).toContain('Test notice')
    const channel = await call('GET', `/notice_channels/${id}`)
    expect(channel.body).toMatchObject({ last_error: null, last_posted_at: expect.any(String) })
  })

  test('says why it was not taken, and nothing that the receiver says; a channel that is gone has failed until it works', async () => {
    const { id } = await made('slack')
    const path = `/notice_channels/${id}`
    chat.answer({ status: 500, body: 'a word of the receiver' })
    const broken = await call('POST', `${path}/test`)
    expect(broken.body).toMatchObject({ posted: false, response_status: 500, error: 'answered 500' })
    expect(broken.text).not.toContain('a word of')
    expect((await call('GET', path)).body).toMatchObject({ status: 'active', last_error: 'answered 500' })

    chat.answer({ status: 410, body: 'channel_is_archived' })
    const gone = await call('POST', `${path}/test`)
    expect(gone.body).toMatchObject({ posted: false, error: 'answered 410 (channel_is_archived)' })
    expect((await call('GET', path)).body).toMatchObject({
      status: 'failed',
      last_error: 'answered 410 (channel_is_archived)',
    })
    await call('POST', `${path}/test`)
    expect((await call('GET', path)).body).toMatchObject({ status: 'active', last_error: null })

    chat.answer({ status: 404, body: 'no_service' })
    await call('POST', `${path}/test`)
    expect((await call('PATCH', path, { name: 'x' })).body.status).toBe('failed')
    expect((await call('PATCH', path, { url: chat.urlOf('slack') })).body).toMatchObject({
      status: 'active',
      last_error: null,
    })
  })

  test('of an address that no key opens any more fails, and asks nobody', async () => {
    const { id } = await made('slack')
    await api.database.query('update notice_channels set sealed_url = $1', [
      new Keyring('the key of another service, with enough characters').seal(
        'notice_channel',
        chat.urlOf('slack'),
      ),
    ])
    const before = chat.requests
    const answer = await call('POST', `/notice_channels/${id}/test`)
    expect(answer.body).toMatchObject({ posted: false, error: 'its address can not be opened' })
    expect(chat.requests).toBe(before)
    expect((await call('GET', `/notice_channels/${id}`)).body.status).toBe('failed')
  })
})

test('who makes, changes, tests and removes one is on record', async () => {
  const { id } = await made('teams')
  const path = `/notice_channels/${id}`
  await call('PATCH', path, { name: 'Renamed', url: chat.urlOf('teams') })
  chat.answer({ status: 404 })
  await call('POST', `${path}/test`)
  await call('POST', `${path}/test`)
  await call('DELETE', path)
  const log = await call('GET', '/audit_log?event_type=settings&limit=100')
  const entries = itemsOf(log, 'entries').filter(({ metadata }) => metadata?.channel_id === id)
  expect(entries.map(({ description }) => description).reverse()).toEqual([
    'A notice channel was made.',
    'A notice channel was changed.',
    'A test of a notice channel found that it is gone.',
    'A notice channel works again.',
    'A notice channel was removed.',
  ])
  expect(entries.at(-2)!.metadata).toMatchObject({
    fields: ['name', 'url'],
    key_id: expect.any(String),
    user_id: expect.any(String),
  })
})

test('an address is sealed in the database, sealed anew with a new key, and in no answer', async () => {
  await made('slack')
  await made('teams')
  const rows = await api.database.query<{ row: string }>('select c::text as row from notice_channels c')
  said.push(...rows.map(({ row }) => row))
  const [first] = await api.database.query<{ sealed: string }>(
    'select sealed_url as sealed from notice_channels',
  )
  const old = 'test secret of at least 32 characters'
  const renewed = new Keyring('the secret from now on, which is long enough', old)
  await api.database.query('insert into secret_key_fingerprints (fingerprint) values ($1)', [
    renewed.fingerprint,
  ])
  const parts = { database: api.serviceDatabase, keyring: renewed, log: createLog('silent') }
  await resealSecrets(parts, new AbortController().signal)
  const sealed = await api.database.query<{ sealed: string }>(
    'select sealed_url as sealed from notice_channels',
  )
  expect(sealed.map((one) => renewed.sealedByNewest('notice_channel', one.sealed))).toEqual([true, true])
  expect(sealed.map((one) => one.sealed)).not.toContain(first!.sealed)
  expect(sealed.map((one) => renewed.open('notice_channel', one.sealed)).sort()).toEqual(
    [chat.urlOf('slack'), chat.urlOf('teams')].sort(),
  )
  expect(said.length).toBeGreaterThan(30)
  for (const secret of [...Object.values(chatSecrets), 'T0001', 'api-version'])
    expect(said.filter((text) => text.includes(secret))).toEqual([])
})
