/** Contract of rate limits: by key, over all processes. */
import { expect, test } from 'vitest'
import type { Database } from '../../shared/store/database.ts'
import { createTestApi } from '../support/api.ts'

/** Windows go on until they are ended here: on a busy machine they would end among the requests of a crowd. */
async function holdWindows(database: Database): Promise<void> {
  await database.query(
    `create function hold_windows() returns trigger language plpgsql as $$ begin
       if new.started_at <= now() then new.started_at := now() + interval '1 hour'; end if; return new;
     end $$`,
  )
  await database.query(
    `create trigger hold_windows before insert or update on rate_limits for each row execute function hold_windows()`,
  )
}
const endSeconds = (database: Database) => database.query('delete from rate_limits where seconds = 1')

test('requests beyond the limit of a minute are 429 with Retry-After, over all processes together', async () => {
  const api = await createTestApi({ RATE_LIMIT_PER_MINUTE: '10' })
  const elsewhere = await createTestApi({ RATE_LIMIT_PER_MINUTE: '10' }, { database: api.database })
  try {
    await holdWindows(api.database)
    const account = await api.signUp()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        (i % 2 === 0 ? api : elsewhere).call('GET', '/inboxes', account.liveKey),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(14)
    for (const { headers, body } of refused) {
      expect(body.error).toMatchObject({
        code: 'rate_limited',
        status: 429,
        message: expect.stringMatching(/in \d+ seconds/),
      })
      expect(headers['retry-after']).toBe('60')
      expect(headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-limit': '10' })
    }
    expect(await api.balance(account.accountId), 'what is refused costs nothing').toBe(990)
    expect((await api.call('GET', '/inboxes', account.sandboxKey)).status, 'another key has its own').toBe(
      200,
    )
    expect((await api.call('POST', '/inboxes', account.liveKey, { slug: 'late' })).status).toBe(429)
    expect((await api.call('GET', '/inboxes/nowhere', account.liveKey)).status).toBe(429)
  } finally {
    await elsewhere.close()
    await api.close()
  }
})

test('the limit of a second holds too, and ends with the second', async () => {
  const api = await createTestApi({ RATE_LIMIT_PER_MINUTE: '1000', RATE_LIMIT_PER_SECOND: '5' })
  try {
    await holdWindows(api.database)
    const account = await api.signUp()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.call('GET', '/inboxes', account.liveKey)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.find(({ status }) => status === 429)!.headers['retry-after']).toBe('1')
    await endSeconds(api.database)
    const other = await createTestApi({ RATE_LIMIT_PER_SECOND: '5' }, { database: api.database })
    expect((await other.call('GET', '/inboxes', account.liveKey)).status).toBe(200)
    await other.close()
  } finally {
    await api.close()
  }
})

test('what the limit of a second refuses is not counted in the minute: who waits as told is served', async () => {
  const api = await createTestApi({ RATE_LIMIT_PER_MINUTE: '12', RATE_LIMIT_PER_SECOND: '5' })
  const { liveKey } = await api.signUp()
  /** So many requests at once, a second after the last ones, to a process that hasn't refused this key before. */
  const crowd = async (size: number) => {
    await endSeconds(api.database)
    const app = await api.anotherProcess()
    const headers = { authorization: `Bearer ${liveKey}` }
    const request = () => app.inject({ url: '/api/v1/billing/plans', headers })
    const answers = await Promise.all(Array.from({ length: size }, request))
    await app.close()
    const waits = answers.map((answer) => Number(answer.headers['retry-after'] ?? 0))
    return {
      served: answers.filter(({ statusCode }) => statusCode === 200).length,
      longest: Math.max(...waits),
      limit: answers.at(-1)?.headers['ratelimit-limit'],
      policy: answers.at(-1)?.headers['ratelimit-policy'],
    }
  }
  try {
    await holdWindows(api.database)
    expect(await crowd(30)).toEqual({ served: 5, longest: 1, limit: '5', policy: '5;w=1, 12;w=60' })
    expect(await crowd(30)).toEqual({ served: 5, longest: 1, limit: '5', policy: '5;w=1, 12;w=60' })
    expect(await crowd(30)).toMatchObject({
      served: 2,
      longest: 60,
      limit: '12',
      policy: '5;w=1, 12;w=60',
    })
    expect(await crowd(1)).toMatchObject({ served: 0, limit: '12', policy: '5;w=1, 12;w=60' })
  } finally {
    await api.close()
  }
})

test('every authenticated answer carries the RateLimit headers, also errors', async () => {
  const api = await createTestApi({ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_PER_SECOND: '20' })
  try {
    await holdWindows(api.database)
    const account = await api.signUp()
    const paths: [string, string, unknown?][] = [
      ['GET', '/inboxes'],
      ['GET', '/inboxes/nowhere'],
      ['GET', '/inboxes?limit=0'],
      ['POST', '/inboxes', { slug: 'limits' }],
      ['POST', '/inboxes', {}],
      ['DELETE', '/inboxes/limits'],
    ]
    for (const [index, [method, path, body]] of paths.entries()) {
      const { headers } = await api.call(method, path, account.liveKey, body)
      expect(headers).toMatchObject({
        'ratelimit-limit': '100',
        'ratelimit-remaining': String(99 - index),
        'ratelimit-policy': '20;w=1, 100;w=60',
      })
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0)
    }
  } finally {
    await api.close()
  }
})

test('counters of windows that have ended are deleted, those of keys that are used no more too', async () => {
  const api = await createTestApi({ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_PER_SECOND: '20' })
  const { liveKey } = await api.signUp()
  await api.database.query(
    `insert into rate_limits values ('ten_gone', 'key_gone', 1, now() - interval '2 s', 9),
       ('ten_gone', 'key_gone', 60, now() - interval '61 s', 9), ('ten_here', 'key_here', 60, now(), 9)`,
  )
  await api.call('GET', '/credits', liveKey)
  const left = () => api.database.query(`select subject from rate_limits where count = 9`)
  await expect.poll(left).toEqual([{ subject: 'key_here' }])
  await api.close()
})
