/** The door without HTTP: what is asked of a caller there, and what it is answered, is what it is over HTTP. */
import { PassThrough } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../shared/api/answer.ts'
import type { Caller } from '../../shared/api/caller.ts'
import type { Input } from '../../shared/api/door.ts'
import { hashKey, newKey } from '../../shared/domain/api-key.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { EventStream } from '../../shared/flow/events/stream.ts'
import { findPrincipal } from '../../shared/store/api-key.ts'
import { createTestApi, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { ledgerOf } from '../support/billing.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
let messageId: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.liveKey, { slug: 'agent' })).body.id)
  const planted = await plantMessage(api.database, account.tenantId, inboxId, { raw: 'Subject: a\r\n\r\nb' })
  messageId = planted.id
})
afterAll(() => api.close())

const callerOf = (credentials: Caller['credentials']): Caller => ({
  credentials,
  address: '192.0.2.1',
  publicUrl: 'https://mail.example',
})
const invoke = (
  name: EndpointName,
  input: Input = {},
  key: string | undefined = account.liveKey,
  via = api,
) => via.door.invoke(name, callerOf({ key }), input)

/** Status, code and message of a refusal. */
const refusalOf = ({ status, answer }: Outcome) =>
  answer.kind === 'error' ? [status, answer.error.code, answer.error.message] : [status, answer.kind]
const shownBy = ({ answer }: Outcome) => (answer.kind === 'json' ? answer.value : answer)
const pathsOf = ({ answer }: Outcome) =>
  answer.kind === 'error' ? answer.error.details?.map(({ path }) => path) : answer

async function keyWith(scopes: string[], more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await api.call('POST', '/api_keys', account.liveKey, { name: 'one', scopes, ...more })
  return String(body.key)
}

describe('who comes in', () => {
  test('nobody without a key that exists, and no key beyond its scopes', async () => {
    const unauthorized = (words: string) => [401, 'unauthorized', expect.stringContaining(words)]
    const shown = async (key: string | null | undefined) =>
      refusalOf(await api.door.invoke('list_inboxes', callerOf({ key }), {}))
    expect(await shown(undefined)).toEqual(unauthorized('No API key was sent'))
    expect(await shown(null)).toEqual(unauthorized('Authorization: Bearer svc_live_'))
    expect(await shown('nonsense')).toEqual(unauthorized('not whole'))
    expect(await shown(newKey('live'))).toEqual(unauthorized('not known here'))
    const reader = await keyWith(['inboxes:read'])
    expect((await invoke('list_inboxes', {}, reader)).status).toBe(200)
    const refused = await invoke('create_inbox', { body: { slug: 'beyond' } }, reader)
    expect(refusalOf(refused)).toEqual([403, 'forbidden', 'The API key lacks the scope inboxes:write.'])
    expect((await api.call('GET', '/inboxes/beyond', account.liveKey)).status).toBe(404)
  })

  test('a key that is limited to one inbox does not what such keys never do, and sees that inbox alone', async () => {
    await api.call('POST', '/inboxes', account.liveKey, { slug: 'elsewhere' })
    const own = await keyWith(['inboxes:read', 'inboxes:write'], { inbox_id: inboxId })
    expect(refusalOf(await invoke('create_inbox', { body: { slug: 'second' } }, own)).slice(0, 2)).toEqual([
      403,
      'forbidden',
    ])
    expect((await invoke('get_inbox', { params: { slug: 'agent' } }, own)).status).toBe(200)
    expect((await invoke('get_inbox', { params: { slug: 'elsewhere' } }, own)).status).toBe(404)
  })

  test('somebody whom the door has identified is who they are, for as long as their key exists', async () => {
    const key = await keyWith(['inboxes:read'])
    const principal = (await findPrincipal(api.database, hashKey(key)))!
    const signedIn = callerOf({ principal })
    expect((await api.door.invoke('list_inboxes', signedIn, {})).status).toBe(200)
    expect((await api.door.invoke('list_threads', signedIn, { params: { slug: 'agent' } })).status).toBe(403)
    await api.database.query('delete from api_keys where id = $1', [principal.keyId])
    expect((await api.door.invoke('list_inboxes', signedIn, {})).status).toBe(401)
  })

  test('of another tenant nothing is there', async () => {
    const { liveKey } = await api.signUp()
    for (const params of [{ message_id: messageId }, { message_id: 'msg_00000000000000000000000000' }])
      expect(refusalOf(await invoke('get_message', { params }, liveKey))).toEqual([
        404,
        'not_found',
        'No such resource.',
      ])
  })
})

describe('rate limits', () => {
  test('are one for all doors', async () => {
    const limited = await createTestApi({ RATE_LIMIT_PER_MINUTE: '4' })
    try {
      const { liveKey } = await limited.signUp()
      const ask = () => invoke('list_inboxes', {}, liveKey, limited)
      expect((await ask()).rate).toMatchObject({ limit: 4, remaining: 3, seconds: 60 })
      expect((await limited.call('GET', '/inboxes', liveKey)).headers['ratelimit-remaining']).toBe('2')
      // One that fails counts, too.
      const failed = await invoke('get_inbox', { params: { slug: 'nobody' } }, liveKey, limited)
      expect([failed.status, failed.rate?.remaining]).toEqual([404, 1])
      expect((await ask()).rate).toMatchObject({ remaining: 0 })
      const refused = await ask()
      expect(refusalOf(refused).slice(0, 2)).toEqual([429, 'rate_limited'])
      expect(refused.rate).toMatchObject({ limit: 4, remaining: 0 })
      const { answer } = refused
      expect(answer.kind === 'error' && answer.retryAfter).toBeGreaterThan(0)
      expect((await limited.call('GET', '/inboxes', liveKey)).status).toBe(429)
      // Before what is asked is looked at.
      expect((await invoke('create_inbox', { body: 5 }, liveKey, limited)).status).toBe(429)
    } finally {
      await limited.close()
    }
  })

  test('those without a key are limited by network, whichever way they come', async () => {
    const limited = await createTestApi()
    try {
      const signUp = () => invoke('sign_up', { body: {} }, undefined, limited)
      for (let n = 0; n < limits.signUpAttemptsPerMinute; n++) expect((await signUp()).status).toBe(422)
      expect((await signUp()).status).toBe(429)
      const answer = await limited.inject({
        method: 'POST',
        url: '/api/v1/signup',
        remoteAddress: '192.0.2.1',
      })
      expect(answer.status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})

describe('charges', () => {
  const chargesOf = async (reason: string) =>
    (await ledgerOf(api.database, account.accountId)).filter((entry) => entry.reason === reason)

  test('a call that succeeds is paid for once, one that fails is not', async () => {
    const before = await api.balance(account.accountId)
    const read = await invoke('list_messages', { params: { slug: 'agent' } })
    expect(read.status).toBe(200)
    expect(await api.balance(account.accountId)).toBe(before - 1)
    expect(await chargesOf('list_messages')).toHaveLength(1)
    expect((await invoke('list_messages', { params: { slug: 'nobody' } })).status).toBe(404)
    expect((await invoke('list_messages', { params: { slug: 'agent' }, query: { limit: 0 } })).status).toBe(
      422,
    )
    expect((await invoke('create_inbox', { body: { slug: 'paid' } })).status).toBe(201)
    expect((await invoke('create_inbox', { body: { slug: 'paid' } })).status).toBe(409)
    expect(await api.balance(account.accountId)).toBe(before - 6)
  })

  test('who can not pay is answered nothing', async () => {
    const poor = await api.signUp()
    await api.database.query('update accounts set credits = 0 where id = $1', [poor.accountId])
    expect(refusalOf(await invoke('list_inboxes', {}, poor.liveKey)).slice(0, 2)).toEqual([
      402,
      'credits_exhausted',
    ])
    expect((await invoke('list_inboxes', {}, poor.sandboxKey)).status).toBe(200)
  })
})

describe('idempotency keys', () => {
  test('a call is repeated over HTTP, and a request without it, with the same answer and one charge', async () => {
    const before = await api.balance(account.accountId)
    const headers = { 'idempotency-key': 'there' }
    const first = await api.call('POST', '/inboxes', account.liveKey, { slug: 'there' }, headers)
    const again = await invoke('create_inbox', { body: { slug: 'there' }, idempotencyKey: 'there' })
    expect(again).toMatchObject({ status: 201, replayed: true, answer: { kind: 'json', text: first.text } })
    expect(shownBy(again)).toEqual(first.body)

    const here = await invoke('create_inbox', { body: { slug: 'here' }, idempotencyKey: 'here' })
    expect(here).toMatchObject({ status: 201, replayed: false })
    const back = await api.call(
      'POST',
      '/inboxes',
      account.liveKey,
      { slug: 'here' },
      { 'idempotency-key': 'here' },
    )
    expect([back.status, back.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(back.body).toEqual(shownBy(here))
    expect(await api.balance(account.accountId)).toBe(before - 10)

    const other = await invoke('create_inbox', { body: { slug: 'other' }, idempotencyKey: 'here' })
    expect(refusalOf(other).slice(0, 2)).toEqual([422, 'idempotency_mismatch'])
  })

  test('a kept refusal is one for this caller, too', async () => {
    const path = `/messages/${messageId}/release`
    const first = await api.call('POST', path, account.liveKey, undefined, { 'idempotency-key': 'refused' })
    expect(first.status).toBe(409)
    const params = { message_id: messageId }
    const again = await invoke('release_message', { params, idempotencyKey: 'refused' })
    expect(again).toMatchObject({
      status: 409,
      replayed: true,
      answer: { kind: 'error', error: first.body.error },
    })
  })

  test('one that is none names its input', async () => {
    const refused = await invoke('create_inbox', { body: { slug: 'unnamed' }, idempotencyKey: ' ' })
    expect([refused.status, pathsOf(refused)]).toEqual([422, ['idempotency_key']])
  })
})

describe('what is wrong', () => {
  test('is told where the caller has put it, and over HTTP where HTTP has it', async () => {
    const mail = { to: ['ada@peer.example', 5], subject: 'Order', body: 'Where?', colour: 'red' }
    const refused = await invoke('send_message', { params: { slug: 'agent' }, body: mail })
    const over = await api.call('POST', '/inboxes/agent/messages', account.liveKey, mail)
    const details = over.body.error?.details as unknown as { path: string; message: string }[]
    expect([refused.status, over.status]).toEqual([422, 422])
    expect(details.map(({ path }) => path)).toContain('body.colour')
    expect(pathsOf(refused)).toContain('colour')
    expect(pathsOf(refused)).toHaveLength(details.length)
    const wanted = async (name: EndpointName, input: Input) => pathsOf(await invoke(name, input))
    expect(
      await wanted('send_message', {
        params: { slug: 'agent' },
        body: { ...mail, to: 'nobody', colour: undefined },
      }),
    ).toContain('to')
    expect(await wanted('list_inboxes', { query: { limit: 0 } })).toEqual(['limit'])
    expect(await wanted('list_inboxes', { query: { cursor: 'nonsense' } })).toEqual(['cursor'])
    expect(await wanted('create_inbox', { body: 'text' })).toEqual(['input'])
    expect(await wanted('create_api_key', { body: { name: 'x', scopes: ['inboxes:read', 'all'] } })).toEqual([
      'scopes[1]',
    ])
    expect(await wanted('stream_events', { lastEventId: 'nonsense' })).toEqual(['last_event_id'])
  })

  test('a body has the bounds that it has over HTTP', async () => {
    const refused = async (body: unknown) => refusalOf(await invoke('create_inbox', { body })).slice(0, 2)
    const long = 'x'.repeat(limits.metadataBodyBytes)
    expect(await refused({ slug: 'large', display_name: long })).toEqual([413, 'body_too_large'])
    expect(await refused({ slug: 'many', metadata: Array(limits.bodyValues).fill(0) })).toEqual([
      422,
      'validation_error',
    ])
    let deep: unknown = 0
    for (let level = 0; level <= limits.bodyDepth; level++) deep = [deep]
    const tooDeep = await invoke('create_inbox', { body: { slug: 'deep', metadata: deep } })
    expect(tooDeep.answer).toMatchObject({
      error: { details: [{ path: 'input', message: `nests deeper than ${limits.bodyDepth} levels` }] },
    })
    expect(await wrong({ slug: 'nul', display_name: 'a\0b' })).toEqual(['display_name'])
    expect(await wrong(JSON.parse('{"slug": "proto", "__proto__": {"a": 1}}'))).toEqual(['input'])
    const round: Record<string, unknown> = {}
    round.round = round
    expect(await wrong(round)).toEqual(['input'])
  })
  const wrong = async (body: unknown) => pathsOf(await invoke('create_inbox', { body }))

  test('what fails on our side says nothing of it', async () => {
    const broken = await createTestApi(
      {},
      {
        policiesChanged: () => {
          throw new Error('a secret')
        },
      },
    )
    try {
      const { liveKey } = await broken.signUp()
      const body = { name: 'x', type: 'domain_blocklist', action: 'flag', config: { domains: ['a.example'] } }
      const failed = await invoke('create_policy', { body }, liveKey, broken)
      expect(refusalOf(failed)).toEqual([500, 'internal', 'Something went wrong on our side.'])
    } finally {
      await broken.close()
    }
  })
})

describe('answers', () => {
  test('are what HTTP answers, and nothing that the contract lacks', async () => {
    const asked: [EndpointName, string, Input][] = [
      ['get_account', '/account', {}],
      ['list_inboxes', '/inboxes', {}],
      ['get_inbox', '/inboxes/agent', { params: { slug: 'agent' } }],
      [
        'list_messages',
        '/inboxes/agent/messages?limit=1',
        { params: { slug: 'agent' }, query: { limit: 1 } },
      ],
      ['get_message', `/messages/${messageId}`, { params: { message_id: messageId } }],
      ['list_api_keys', '/api_keys', {}],
    ]
    for (const [name, path, input] of asked) {
      const over = await api.call('GET', path, account.liveKey)
      const outcome = await invoke(name, input)
      expect([outcome.status, JSON.parse(JSON.stringify(shownBy(outcome)))], name).toEqual([200, over.body])
    }
  })

  test('a file comes with its name and its type', async () => {
    const { status, answer } = await invoke('get_raw_message', { params: { message_id: messageId } })
    expect([status, answer]).toEqual([
      200,
      {
        kind: 'file',
        filename: `${messageId}.eml`,
        contentType: 'message/rfc822',
        content: expect.any(Uint8Array),
      },
    ])
    expect(answer.kind === 'file' && Buffer.from(answer.content).toString()).toBe('Subject: a\r\n\r\nb')
    const nothing = await invoke('delete_suppression', { params: { address: 'nobody@peer.example' } })
    expect(nothing.status).toBe(404)
  })

  test('what is long is read as it is wanted', async () => {
    const { answer } = await invoke('export_audit_log')
    if (answer.kind !== 'stream') throw new Error(answer.kind)
    expect([answer.filename, answer.contentType]).toEqual(['audit_log.ndjson', 'application/x-ndjson'])
    const lines = (await text(answer.stream)).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { event_type: string }).event_type)).toContain(
      'key_created',
    )
    const bare = await invoke('export_audit_log', { withoutContent: true })
    expect(bare.answer.kind === 'stream' && (await buffer(bare.answer.stream)).length).toBe(0)
  })

  test('an attachment is downloaded at the address that the caller knows', async () => {
    const planted = await plantMessage(api.database, account.tenantId, inboxId, {
      attachments: [{ scanStatus: 'clean' }],
    })
    const outcome = await invoke('get_attachment', { params: { attachment_id: planted.attachmentIds[0]! } })
    expect(shownBy(outcome)).toMatchObject({
      download_url: expect.stringMatching(/^https:\/\/mail\.example\/api\/v1\/attachments\/att_/),
    })
  })
})

describe('nobody waits any more', () => {
  test('a call that waits ends', async () => {
    const gone = new AbortController()
    const looked = Promise.withResolvers<void>()
    const { query } = api.serviceDatabase
    api.serviceDatabase.query = async <Row extends object>(statement: string, values?: unknown[]) => {
      const rows = await query<Row>(statement, values)
      if (statement.includes('as w("from" text')) looked.resolve()
      return rows
    }
    try {
      const params = { slug: 'agent' }
      const waiting = invoke('wait_for_message', { params, query: { timeout: 60 }, signal: gone.signal })
      await looked.promise
      gone.abort()
      expect((await waiting).status).toBe(400)
    } finally {
      api.serviceDatabase.query = query
    }
  })

  test('nothing is read for who has gone before', async () => {
    const before = await api.balance(account.accountId)
    const outcome = await invoke('list_inboxes', { signal: AbortSignal.abort() })
    expect(refusalOf(outcome).slice(0, 2)).toEqual([503, 'unavailable'])
    expect(await api.balance(account.accountId)).toBe(before)
  })

  test.each(['export_audit_log', 'stream_events'] as const)('what %s answers ends', async (name) => {
    const gone = new AbortController()
    const { answer } = await invoke(name, { signal: gone.signal })
    if (answer.kind !== 'stream' && answer.kind !== 'events') throw new Error(answer.kind)
    expect(answer.stream.destroyed).toBe(false)
    gone.abort()
    expect(answer.stream.destroyed).toBe(true)
  })

  test('a stream that is refused after all is not left open', async () => {
    const stream = new PassThrough()
    const limited = await createTestApi(
      { RATE_LIMIT_PER_MINUTE: '1' },
      { streams: { open: async () => stream as unknown as EventStream } },
    )
    try {
      const { liveKey } = await limited.signUp()
      expect((await invoke('list_inboxes', {}, liveKey, limited)).status).toBe(200)
      expect((await invoke('stream_events', {}, liveKey, limited)).status).toBe(429)
      expect(stream.destroyed).toBe(true)
    } finally {
      await limited.close()
    }
  })
})
