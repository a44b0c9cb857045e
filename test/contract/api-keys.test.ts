/** Contract of API keys: what they are, what they may do, and how they end. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newKey } from '../../shared/domain/api-key.ts'
import { KeyUse } from '../../shared/flow/access/key-use.ts'
import { createLog } from '../../shared/lib/log.ts'
import { keepKeyUses } from '../../shared/store/api-key.ts'
import type { Database } from '../../shared/store/database.ts'
import { hideInbox } from '../../shared/store/inbox-deletion.ts'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
})
afterAll(() => api.close())

const create = (body: unknown, key = account.liveKey) => api.call('POST', '/api_keys', key, body)

describe('creating a key', () => {
  test('answers the full key once, with the scopes of an agent', async () => {
    const made = await create({ name: 'Agent' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: 'Agent',
      key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{46}$/),
      key_prefix: String(made.body.key).slice(0, 16),
      scopes: ['inboxes:read', 'messages:read', 'messages:write', 'threads:read'],
      mode: 'live',
      inbox_id: null,
      user_id: expect.stringMatching(/^usr_/),
      expires_at: null,
      last_used_at: null,
      created_at: expect.any(String),
    })
    const listed = await api.call('GET', '/api_keys', account.liveKey)
    expect(listed.text).not.toContain(String(made.body.key))
    expect(itemsOf(listed, 'api_keys')[0]).toMatchObject({
      id: made.body.id,
      key_prefix: made.body.key_prefix,
    })
    const stored = await api.database.query('select row_to_json(k)::text as row from api_keys k')
    expect(JSON.stringify(stored)).not.toContain(String(made.body.key))
  })

  test('can not grant a scope that the creator lacks', async () => {
    const weak = await create({ name: 'weak', scopes: ['api_keys:write', 'inboxes:read'] })
    const refused = await create(
      { name: 'strong', scopes: ['inboxes:read', 'billing:write'] },
      String(weak.body.key),
    )
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({ code: 'forbidden', status: 403 })
    const byDefault = await create({ name: 'default' }, String(weak.body.key))
    expect(byDefault.status, 'the default set is no way around').toBe(403)
    expect((await create({ name: 'same', scopes: ['inboxes:read'] }, String(weak.body.key))).status).toBe(201)
  })

  test('a live key can make sandbox keys, but not the other way round', async () => {
    const sandbox = await create({ name: 'test', mode: 'sandbox' })
    expect(String(sandbox.body.key)).toMatch(/^svc_test_/)
    expect(sandbox.body.mode).toBe('sandbox')
    expect((await create({ name: 'live', mode: 'live' }, account.sandboxKey)).status).toBe(403)
    const ids = itemsOf(await api.call('GET', '/api_keys', account.sandboxKey), 'api_keys').map(
      ({ id }) => id,
    )
    expect(ids).toContain(sandbox.body.id)
  })

  test('a key for one inbox sees that inbox only, and can not reach further by making keys', async () => {
    const own = await api.call('POST', '/inboxes', account.liveKey, { slug: 'only-this' })
    const other = await api.call('POST', '/inboxes', account.liveKey, { slug: 'not-this' })
    const planted = await plantMessage(api.database, account.tenantId, String(other.body.id))
    const scopes = [
      'inboxes:read',
      'inboxes:write',
      'messages:read',
      'threads:read',
      'api_keys:write',
      'api_keys:read',
      'audit:read',
    ]
    const made = await create({ name: 'limited', inbox_id: own.body.id, scopes })
    const key = String(made.body.key)
    expect(itemsOf(await api.call('GET', '/inboxes', key), 'inboxes').map(({ slug }) => slug)).toEqual([
      'only-this',
    ])
    expect((await api.call('GET', '/inboxes/only-this', key)).status).toBe(200)
    for (const path of [
      '/inboxes/not-this',
      '/inboxes/not-this/messages',
      '/inboxes/not-this/threads',
      `/messages/${planted.id}`,
    ])
      expect((await api.call('GET', path, key)).status).toBe(404)
    expect((await api.call('DELETE', '/inboxes/not-this', key)).status).toBe(403)
    expect((await api.call('POST', '/inboxes', key, { slug: 'a-third' })).status).toBe(403)
    expect(
      (await create({ name: 'wider', inbox_id: other.body.id, scopes: ['inboxes:read'] }, key)).status,
    ).toBe(403)
    const child = await create({ name: 'child', scopes: ['inboxes:read'] }, key)
    expect(child.body.inbox_id).toBe(own.body.id)
    expect(itemsOf(await api.call('GET', '/api_keys', key), 'api_keys').map(({ name }) => name)).toEqual([
      'child',
      'limited',
    ])
    const log = itemsOf(await api.call('GET', '/audit_log', key), 'entries')
    expect(new Set(log.map(({ inbox_id }) => inbox_id))).toEqual(new Set([own.body.id]))
  })

  test('refuses an inbox of somebody else, exactly as one that does not exist', async () => {
    const stranger = await api.signUp()
    const theirs = await api.call('POST', '/inboxes', stranger.liveKey, { slug: 'theirs' })
    const answers = await Promise.all(
      [theirs.body.id, 'inb_00000000000000000000000000', 'nonsense'].map((inbox_id) =>
        create({ name: 'x', inbox_id }),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(body.error?.details).toEqual(answers[0]!.body.error?.details)
    }
  })

  test('for an inbox that is deleted in this moment makes none', async () => {
    const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'going-inbox' })
    const { making } = await api.database.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await hideInbox(tx, { tenantId: account.tenantId, inboxId: null }, 'going-inbox')
      const making = create({ name: 'Late', inbox_id: inbox.body.id })
      await expect
        .poll(() =>
          api.database.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
            own!.pid,
          ]),
        )
        .toHaveLength(1)
      return { making }
    })
    const refused = await making
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'validation_error'])
    expect(refused.text).toContain('body.inbox_id')
  })

  test('expires, and can not make keys that last longer', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const made = await create({ name: 'short', expires_at: soon, scopes: ['api_keys:write', 'inboxes:read'] })
    expect(made.body.expires_at).toBe(soon)
    const key = String(made.body.key)
    expect((await create({ name: 'child', scopes: ['inboxes:read'] }, key)).body.expires_at).toBe(soon)
    const later = new Date(Date.now() + 7_200_000).toISOString()
    expect((await create({ name: 'child', scopes: ['inboxes:read'], expires_at: later }, key)).status).toBe(
      422,
    )
    expect((await create({ name: 'past', expires_at: '2020-01-01T00:00:00Z' })).status).toBe(422)
    expect((await api.call('GET', '/inboxes', key)).status).toBe(200)
    await api.database.query('update api_keys set expires_at = now() where id = $1', [made.body.id])
    expect((await api.call('GET', '/inboxes', key)).status).toBe(401)
  })

  test.each([
    {},
    { name: '' },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['root'] },
    { name: 'x', mode: 'prod' },
    { name: 'x', key: 'svc_live_mine' },
  ])('refuses %j', async (body) => {
    expect((await create(body)).status).toBe(422)
  })
})

describe('using a key', () => {
  test('a missing, malformed or unknown key is 401, in the envelope', async () => {
    const unknown = `${account.liveKey.slice(0, 20)}`
    const sending = 'Send a key as Authorization: Bearer svc_live_'
    const headers: [string | undefined, string][] = [
      [undefined, `No API key was sent. ${sending}`],
      ['', `holds no API key in the form expected. ${sending}`],
      ['Bearer', `holds no API key in the form expected. ${sending}`],
      ['Bearer ', `holds no API key in the form expected. ${sending}`],
      [account.liveKey, `holds no API key in the form expected. ${sending}`],
      [`Basic ${account.liveKey}`, `holds no API key in the form expected. ${sending}`],
      ['Bearer nonsense', 'not whole, or mistyped'],
      [`Bearer ${unknown}`, 'not whole, or mistyped'],
      [`Bearer ${account.liveKey}x`, 'not whole, or mistyped'],
      [`Bearer ${newKey('live')}`, 'not known here, or was revoked'],
    ]
    for (const [authorization, message] of headers) {
      const answer = await api.inject({
        method: 'GET',
        url: '/api/v1/inboxes',
        headers: authorization === undefined ? {} : { authorization },
      })
      expect(answer.status).toBe(401)
      expect(answer.body.error).toMatchObject({
        code: 'unauthorized',
        status: 401,
        message: expect.stringContaining(message),
      })
    }
  })

  test('a key with a bad checksum is refused without asking the database', async () => {
    let queries = 0
    const counting = await createTestApi(
      {},
      {
        database: {
          query: () => {
            queries++
            return Promise.resolve([])
          },
          transaction: () => Promise.reject(new Error('no')),
          close: () => Promise.resolve(),
        },
      },
    )
    try {
      const last = account.liveKey.at(-1) === 'a' ? 'b' : 'a'
      expect((await counting.call('GET', '/inboxes', `${account.liveKey.slice(0, -1)}${last}`)).status).toBe(
        401,
      )
      expect(
        (await counting.call('GET', '/inboxes', `svc_live_${randomBytes(23).toString('hex')}`)).status,
      ).toBe(401)
      expect(queries).toBe(0)
      expect((await counting.call('GET', '/inboxes', account.liveKey)).status).toBe(401)
      expect(queries).toBe(1)
    } finally {
      await counting.close()
    }
  })

  test('each endpoint asks for its scope', async () => {
    const none = String((await create({ name: 'credits only', scopes: ['billing:read'] })).body.key)
    const refused = await api.call('GET', '/inboxes', none)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({
      code: 'forbidden',
      message: 'The API key lacks the scope inboxes:read.',
    })
    expect((await api.call('POST', '/inboxes', none, { slug: 'nope' })).status).toBe(403)
    expect((await api.call('GET', '/credits', none)).status).toBe(200)
  })
})

describe('when a key was last used', () => {
  const usedAt = async (id: unknown) => {
    await api.door.settled()
    const listed = itemsOf(await api.call('GET', '/api_keys', account.liveKey), 'api_keys')
    return (listed.find((one) => one.id === id)!.last_used_at ?? null) as string | null
  }

  test('is listed with it, whatever became of the call; a key that nobody used has none', async () => {
    const made = await create({ name: 'in use', scopes: ['inboxes:read'] })
    const unused = await create({ name: 'unused', scopes: ['inboxes:read'] })
    const before = Date.now()
    expect((await api.call('GET', '/credits', String(made.body.key))).status).toBe(403)
    const at = Date.parse((await usedAt(made.body.id))!)
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
    expect(await usedAt(unused.body.id)).toBeNull()
  })

  test('is written once a minute by a process, however often the key is used, and for all keys at once', async () => {
    const made = await Promise.all(['a', 'b', 'c'].map((name) => create({ name, scopes: ['inboxes:read'] })))
    const keys = made.map(({ body }) => ({ tenantId: account.tenantId, keyId: String(body.id) }))
    const asked: string[] = []
    const counted = {
      query: (text: string, values: unknown[]) => {
        asked.push(text)
        return api.serviceDatabase.query(text, values)
      },
    } as unknown as Database
    const use = new KeyUse(counted, createLog('silent'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T12:00:00.000Z') })
    try {
      for (let n = 0; n < 1_000; n++) for (const key of keys) use.note(key)
      // People who are signed in are no keys.
      use.note({ ...keys[0]!, keyId: 'key_session', session: true })
      await use.settled()
      expect(asked).toHaveLength(1)
      expect(await Promise.all(keys.map(({ keyId }) => usedAt(keyId)))).toEqual(
        keys.map(() => '2026-01-01T12:00:00.000Z'),
      )
      vi.setSystemTime(Date.parse('2026-01-01T12:00:59.999Z'))
      use.note(keys[0]!)
      await use.settled()
      expect(asked).toHaveLength(1)
      vi.setSystemTime(Date.parse('2026-01-01T12:01:00.000Z'))
      use.note(keys[0]!)
      await use.settled()
      expect(await usedAt(keys[0]!.keyId)).toBe('2026-01-01T12:01:00.000Z')
    } finally {
      vi.useRealTimers()
    }
    // What another process has written since is not set back.
    await keepKeyUses(api.serviceDatabase, [{ ...keys[0]!, usedAt: '2025-12-31T00:00:00.000Z' }])
    expect(await usedAt(keys[0]!.keyId)).toBe('2026-01-01T12:01:00.000Z')
  })

  test('is noted anew where the database did not take it', async () => {
    const made = await create({ name: 'retried', scopes: ['inboxes:read'] })
    const key = { tenantId: account.tenantId, keyId: String(made.body.id) }
    let away = true
    const failing = {
      query: (text: string, values: unknown[]) =>
        away ? Promise.reject(new Error('away')) : api.serviceDatabase.query(text, values),
    } as unknown as Database
    const use = new KeyUse(failing, createLog('silent'))
    use.note(key)
    await use.settled()
    expect(await usedAt(key.keyId)).toBeNull()
    away = false
    use.note(key)
    await use.settled()
    expect(await usedAt(key.keyId)).not.toBeNull()
  })
})

describe('revoking a key', () => {
  test('ends it at once, also on another process that has just used it', async () => {
    const made = await create({ name: 'doomed', scopes: ['inboxes:read', 'inboxes:write'] })
    const key = String(made.body.key)
    const elsewhere = await createTestApi({}, { database: api.database })
    try {
      expect((await elsewhere.call('GET', '/inboxes', key)).status).toBe(200)
      const deleted = await api.call('DELETE', `/api_keys/${made.body.id}`, account.liveKey)
      expect([deleted.status, deleted.text]).toEqual([204, ''])
      expect((await elsewhere.call('GET', '/inboxes', key)).status).toBe(401)
      expect((await elsewhere.call('GET', '/inboxes/nowhere', key)).status, 'not 404').toBe(401)
      expect((await elsewhere.call('GET', '/credits', key)).status, 'not 403').toBe(401)
      expect((await elsewhere.call('POST', '/inboxes', key, {})).status, 'not 422').toBe(401)
      expect((await api.call('DELETE', `/api_keys/${made.body.id}`, account.liveKey)).status).toBe(404)
    } finally {
      await elsewhere.close()
    }
    const log = itemsOf(
      await api.call('GET', '/audit_log?event_type=key_revoked', account.liveKey),
      'entries',
    )
    expect(log[0]).toMatchObject({ metadata: { key_id: made.body.id } })
  })
})
