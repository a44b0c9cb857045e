/** What callers without a key, or with one that nobody has, are limited by: their network, before anything is read. */
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { type ReviewParts, registerReview } from '../../services/dashboard/review.ts'
import { newKey } from '../../shared/domain/api-key.ts'
import { limits } from '../../shared/domain/limits.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import type { Database } from '../../shared/store/database.ts'
import { type Answer, createTestApi, type TestApi } from '../support/api.ts'

const open: TestApi[] = []
afterAll(() => Promise.all(open.map((api) => api.close())))
async function apiWith(...given: Parameters<typeof createTestApi>): Promise<TestApi> {
  const api = await createTestApi(...given)
  open.push(api)
  return api
}

/** A database that counts the statements and transactions that are asked of it. */
function counting(database: Database): { database: Database; asked: () => number } {
  let asked = 0
  const counted = new Proxy(database, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (name === 'query' || name === 'transaction') asked++
        return (member as (...all: unknown[]) => unknown).apply(target, given)
      }
    },
  })
  return { database: counted, asked: () => asked }
}

const from = (api: TestApi, remoteAddress: string, key: string, headers: Record<string, string> = {}) =>
  api.inject({
    method: 'GET',
    url: '/api/v1/account',
    remoteAddress,
    headers: { authorization: `Bearer ${key}`, ...headers },
  })

function expectLimited({ status, body, headers }: Answer, limit: number, what: string): void {
  expect([status, body.error?.code]).toEqual([429, 'rate_limited'])
  expect(body.error?.message).toContain(`${limit} ${what} a minute from one network`)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(headers).toMatchObject({ 'ratelimit-limit': String(limit), 'ratelimit-policy': `${limit};w=60` })
}

describe('keys that nobody has', () => {
  test('cost a network no more than so many queries a minute; keys that somebody has are served on', async () => {
    const owner = await apiWith()
    const account = await owner.signUp()
    const { database, asked } = counting(owner.database)
    const api = await apiWith({}, { database })
    expect((await from(api, '192.0.2.1', account.liveKey)).status).toBe(200)
    // When the key was last used is on record before statements are counted.
    await api.door.settled()
    const before = asked()
    const answers = await Promise.all(
      Array.from({ length: limits.unknownKeysPerMinute + 50 }, () => from(api, '192.0.2.1', newKey('live'))),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(limits.unknownKeysPerMinute)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50)
    expect(asked() - before).toBe(limits.unknownKeysPerMinute)
    expectLimited(
      await from(api, '192.0.2.1', newKey('sandbox')),
      limits.unknownKeysPerMinute,
      'unknown API keys',
    )
    expect((await from(api, '192.0.2.1', account.liveKey)).status, 'known here').toBe(200)
    expect((await from(api, '192.0.2.2', newKey('live'))).status, 'another network').toBe(401)
    expect((await from(api, '192.0.2.1', 'svc_live_misspelt')).status, 'asks nothing').toBe(401)
  })

  test('a network with many keys is not refused for them', async () => {
    const api = await apiWith()
    const { liveKey } = await api.signUp()
    const fresh = await api.anotherProcess()
    const statuses = new Set<number>()
    for (let n = 0; n < limits.unknownKeysPerMinute + 20; n++) {
      const made = n % 40 === 0 ? await api.call('POST', '/api_keys', liveKey, { name: `key ${n}` }) : null
      const authorization = `Bearer ${made?.body.key ?? liveKey}`
      statuses.add((await fresh.inject({ url: '/api/v1/inboxes', headers: { authorization } })).statusCode)
    }
    expect([...statuses]).toEqual([200])
    await fresh.close()
  })

  test('behind a trusted proxy it is the network of the caller that counts, and no forged one', async () => {
    const api = await apiWith({ TRUST_PROXY: '10.0.0.0/8' })
    const forwarded = (address: string, peer = '10.0.0.1') =>
      from(api, peer, newKey('live'), { 'x-forwarded-for': address })
    for (let n = 0; n < limits.unknownKeysPerMinute; n++)
      expect((await forwarded(`198.51.100.${n % 250}, 203.0.113.1`)).status).toBe(401)
    expect((await forwarded('198.51.100.7, 203.0.113.1')).status).toBe(429)
    expect((await forwarded('203.0.113.2')).status).toBe(401)
    expect((await forwarded('203.0.113.1', '192.0.2.9')).status, 'not the proxy').toBe(401)
  })
})

describe('signing up', () => {
  const signUp = (
    api: TestApi,
    payload: string,
    { remoteAddress = '192.0.2.1', ...headers }: Record<string, string> = {},
  ) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/signup',
      remoteAddress,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  const valid = JSON.stringify({ organization_name: 'Acme', contact_email: 'ops@acme.example' })

  test('who has no signup left is told so before what they say is read', async () => {
    const api = await apiWith({ SIGNUPS_PER_HOUR: '1' })
    expect((await signUp(api, valid)).status).toBe(201)
    for (const payload of [valid, '{', '{}', 'x'.repeat(50_000)]) {
      const refused = await signUp(api, payload)
      expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited'])
      expect(refused.body.error?.message).toContain('1 signup an hour from one network; SIGNUPS_PER_HOUR')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
    }
    expect((await signUp(api, valid, { 'content-type': 'text/plain' })).status).toBe(429)
    expect((await signUp(api, '{', { remoteAddress: '192.0.2.2' })).status).toBe(422)
  })

  test('an invalid attempt takes no signup, and a repeated one is answered after the last', async () => {
    const api = await apiWith({ SIGNUPS_PER_HOUR: '1' })
    for (const payload of ['{', '{}', valid.replace('ops@', '@')])
      expect((await signUp(api, payload)).status).toBe(422)
    const key = { 'idempotency-key': 'b8a3f4a0-4be7-4a39-9f4d-0c1f6d1f0a11' }
    const first = await signUp(api, valid, key)
    const again = await signUp(api, valid, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect((await signUp(api, valid)).status).toBe(429)
  })

  test('attempts without end are refused without a query, the invalid ones too', async () => {
    const owner = await apiWith()
    const { database, asked } = counting(owner.database)
    const api = await apiWith({ SIGNUPS_PER_HOUR: '1' }, { database })
    const answers = await Promise.all(
      Array.from({ length: limits.signUpAttemptsPerMinute + 40 }, () => signUp(api, '{}')),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(limits.signUpAttemptsPerMinute)
    const before = asked()
    for (const headers of [{}, { 'idempotency-key': 'another' }])
      expectLimited(await signUp(api, valid, headers), limits.signUpAttemptsPerMinute, 'attempts to sign up')
    expect(asked()).toBe(before)
    expect((await signUp(api, '{}', { remoteAddress: '192.0.2.2' })).status).toBe(422)
  })
})

test('other requests without a key are counted by network: downloads, and events of gateways', async () => {
  const api = await apiWith()
  const request = (n: number, remoteAddress: string) =>
    n % 2 === 0
      ? api.inject({ method: 'POST', url: '/api/v1/billing/stripe/webhook', remoteAddress, payload: {} })
      : api.inject({ method: 'GET', url: '/api/v1/attachments/att_x/download?token=x', remoteAddress })
  for (let n = 0; n < limits.publicRequestsPerMinute; n++)
    expect((await request(n, '192.0.2.1')).status).toBeLessThan(429)
  for (const n of [0, 1])
    expectLimited(await request(n, '192.0.2.1'), limits.publicRequestsPerMinute, 'requests without a key')
  expect((await request(0, '192.0.2.2')).status).toBeLessThan(429)
})

test('so are requests for the pages of reviewers', async () => {
  const app = Fastify()
  registerReview(app, { keyring: new Keyring('test secret of at least 32 characters') } as ReviewParts)
  const statuses: number[] = []
  for (let n = 0; n <= limits.publicRequestsPerMinute; n++)
    statuses.push((await app.inject({ url: '/review/nonsense' })).statusCode)
  expect(statuses.indexOf(429)).toBe(limits.publicRequestsPerMinute)
  const refused = await app.inject({ url: '/review/nonsense' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['content-type']).toMatch(/^text\/html/)
  await app.close()
})
