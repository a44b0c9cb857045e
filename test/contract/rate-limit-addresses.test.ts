/** Whose address a signup is counted by, what every answer says of limits, and what admission asks of the database. */
import { afterAll, describe, expect, test } from 'vitest'
import type { Sql } from '../../shared/lib/sql.ts'
import type { Database } from '../../shared/store/database.ts'
import { Reads } from '../../shared/store/reads.ts'
import { type Answer, createTestApi, plantMessage, type TestApi } from '../support/api.ts'
import { attempts, everyPath, filled, makeOneOfEach } from '../support/one-of-each.ts'

const open: TestApi[] = []
afterAll(() => Promise.all(open.map((api) => api.close())))
async function apiWith(...given: Parameters<typeof createTestApi>): Promise<TestApi> {
  const api = await createTestApi(...given)
  open.push(api)
  return api
}

describe('signing up', () => {
  const signUp = (api: TestApi, remoteAddress: string, forwarded?: string): Promise<Answer> =>
    api.inject({
      method: 'POST',
      url: '/api/v1/signup',
      remoteAddress,
      headers: {
        'content-type': 'application/json',
        ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      },
      payload: JSON.stringify({ organization_name: 'Acme', contact_email: 'ops@acme.example' }),
    })

  test('once an hour from an address; forged headers make no other address of it', async () => {
    const api = await apiWith({ SIGNUPS_PER_HOUR: '1' })
    expect((await signUp(api, '192.0.2.1')).status).toBe(201)
    for (const forged of [undefined, '203.0.113.9', '203.0.113.9, 192.0.2.7', '::1', 'nonsense', '']) {
      const refused = await signUp(api, '192.0.2.1', forged)
      expect([forged, refused.status, refused.body.error?.code]).toEqual([forged, 429, 'rate_limited'])
      expect(refused.body.error?.message).toContain('1 signup an hour from one network; SIGNUPS_PER_HOUR')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
      expect(refused.headers).toMatchObject({
        'ratelimit-limit': '1',
        'ratelimit-remaining': '0',
        'ratelimit-policy': '1;w=3600',
      })
    }
    expect((await signUp(api, '192.0.2.2')).status).toBe(201)
  })

  test('an IPv6 caller is its /64, and an IPv4 address in IPv6 is itself', async () => {
    const api = await apiWith({ SIGNUPS_PER_HOUR: '1' })
    expect((await signUp(api, '2001:db8:1:2::1')).status).toBe(201)
    expect((await signUp(api, '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await signUp(api, '2001:db8:1:3::1')).status).toBe(201)
    expect((await signUp(api, '::ffff:192.0.2.1')).status).toBe(201)
    expect((await signUp(api, '192.0.2.1')).status).toBe(429)
  })

  test('behind a trusted proxy, the address that it names counts, whatever the client wrote before it', async () => {
    const api = await apiWith({ SIGNUPS_PER_HOUR: '1', TRUST_PROXY: '10.0.0.0/8' })
    expect((await signUp(api, '10.0.0.1', '203.0.113.1')).status).toBe(201)
    expect((await signUp(api, '10.0.0.2', '203.0.113.1')).status).toBe(429)
    expect((await signUp(api, '10.0.0.1', '198.51.100.7, 203.0.113.1')).status).toBe(429)
    expect((await signUp(api, '10.0.0.1', '203.0.113.1, 10.0.0.9')).status, 'two proxies').toBe(429)
    expect((await signUp(api, '10.0.0.1', '203.0.113.2')).status).toBe(201)
    expect((await signUp(api, '192.0.2.1', '203.0.113.3')).status, 'not the proxy').toBe(201)
    expect((await signUp(api, '192.0.2.1', '203.0.113.4')).status, 'not the proxy').toBe(429)
  })

  test('two processes count together, and of many at once one is served', async () => {
    const api = await apiWith({ SIGNUPS_PER_HOUR: '1' })
    const other = await apiWith({ SIGNUPS_PER_HOUR: '1' }, { database: api.database })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signUp(n % 2 === 0 ? api : other, '192.0.2.1')),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11)
  })
})

test('every answer to a key has the RateLimit headers: errors, files and streams too', async () => {
  const api = await apiWith({ RATE_LIMIT_PER_MINUTE: '1000', RATE_LIMIT_PER_SECOND: '1000' })
  const account = await api.signUp()
  await api.database.query('update accounts set credits = 1000000')
  const owner = await makeOneOfEach(api, account.liveKey, account.tenantId, 'limits')
  const weak = await api.call('POST', '/api_keys', account.liveKey, { name: 'x', scopes: ['threads:read'] })
  for (const { name, method, path, scope } of everyPath) {
    if (scope === null || name === 'delete_account') continue
    const { resources, query = '', body } = await attempts[name](owner)
    const url = `${filled(path, { ...owner.resources, ...resources })}${query}`
    for (const key of [account.liveKey, String(weak.body.key)]) {
      const response = await api.app.inject({
        method,
        url: `/api/v1${url}`,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        payloadAsStream: true,
      })
      response.stream().destroy()
      expect(response.headers, `${method} ${url} ${response.statusCode}`).toMatchObject({
        'ratelimit-limit': '1000',
        'ratelimit-remaining': expect.stringMatching(/^\d+$/),
        'ratelimit-reset': expect.stringMatching(/^\d+$/),
      })
    }
  }
})

/** A database that notes each statement sent to it. */
function counting(database: Database): { database: Database; texts: string[] } {
  const texts: string[] = []
  const noting = (sql: Sql): Sql => ({
    query: (text, values) => {
      texts.push(text)
      return sql.query(text, values)
    },
  })
  return {
    texts,
    database: {
      ...noting(database),
      transaction: (work, options) => database.transaction((tx) => work(noting(tx)), options),
      close: () => database.close(),
    },
  }
}

test('who is asking, within which rate, and paid for: one statement beside those of the read', async () => {
  const plain = await apiWith()
  const { database, texts } = counting(plain.database)
  const api = await apiWith(
    { RATE_LIMIT_PER_MINUTE: '1000', RATE_LIMIT_PER_SECOND: '1000' },
    { database, reads: Reads.of(database, database, 2, plain.database) },
  )
  const account = await plain.signUp()
  const inbox = await plain.call('POST', '/inboxes', account.liveKey, { slug: 'counted' })
  const { id, threadId } = await plantMessage(plain.database, account.tenantId, String(inbox.body.id))
  const paths: [string, number][] = [
    ['/inboxes', 1],
    ['/inboxes/counted', 1],
    ['/inboxes/counted/messages', 2],
    [`/messages/${id}`, 1],
    [`/messages/${id}/attachments`, 1],
    ['/inboxes/counted/threads', 2],
    [`/inboxes/counted/threads/${threadId}`, 3],
    ['/policies', 1],
    ['/approvals', 1],
    ['/audit_log', 1],
    ['/credits/history', 1],
    ['/api_keys', 1],
  ]
  // The first request looks the key up, and forgets old counters.
  await api.call('GET', '/api_keys', account.liveKey)
  const asked: [string, number][] = []
  for (const [path] of paths) {
    texts.length = 0
    expect((await api.call('GET', path, account.liveKey)).status).toBe(200)
    const admission = texts.filter((text) => text.includes('rate_limits'))
    expect(admission, path).toHaveLength(1)
    expect(admission[0], 'key, rate and charge').toMatch(/api_keys[\s\S]*rate_limits[\s\S]*credit_entries/)
    // Whose rows may be seen, and for how long it may take, is told with the read itself.
    // What a key was shown, and that it was used, is written a moment later, whatever is asked then.
    const others = texts.filter((text) => !/^select set_config\(|message_reads|set last_used_at/.test(text))
    asked.push([path, others.length - 1])
  }
  expect(asked).toEqual(paths)
})
