/** Reads that somebody waits for: their deadline is Postgres's, they end when nobody waits, and they fill no other's pool. */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { createLog } from '../../shared/lib/log.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { ReadSlots } from '../../shared/store/read-slots.ts'
import { type Reader, Reads } from '../../shared/store/reads.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

const signal = new AbortController().signal
let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'held' })
})
afterAll(() => api.close())

/** Takes what every read of messages needs, and holds it until `release`: whoever reads waits, as over a long list. */
async function holdMessages(): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = () => {}
  const holding = new Promise<void>((resolve) => {
    held = resolve
  })
  const done = api.database.transaction(async (tx) => {
    await tx.query('lock table messages in access exclusive mode')
    held()
    await released
  })
  await holding
  return async () => {
    release()
    await done
  }
}

/** Statements of the API that wait for the table. */
const waiting = async () => {
  const [row] = await api.database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row!.count
}

test.each(['/inboxes/held/messages', '/inboxes/held/messages?q=order', '/audit_log', '/audit_log/export'])(
  'who hangs up is known to wait no more: %s',
  async (path) => {
    const signals: AbortSignal[] = []
    const never = (reader: Reader) => {
      signals.push(reader.signal)
      const waits = () => new Promise<never>(() => {})
      return { query: waits, transaction: waits }
    }
    const reads = { list: never, search: never, export: never, behindWall: () => reads } as unknown as Reads
    const app = await api.anotherProcess({ reads })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const asked = request({
      port,
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${account.sandboxKey}` },
    })
    asked.on('error', () => {})
    asked.end()
    await expect.poll(() => signals.length).toBeGreaterThan(0)
    expect(signals.every(({ aborted }) => aborted)).toBe(false)
    asked.destroy()
    await expect.poll(() => signals.every(({ aborted }) => aborted)).toBe(true)
    await app.close()
  },
)

test('a statement that nobody waits for is ended at once, and its connection goes on to others', async () => {
  const pool = openDatabase(api.serviceUrl, 1, createLog('fatal'))
  const reads = Reads.of(api.database, pool, 1, api.database)
  const running = async () =>
    (
      await api.database.query(
        `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep(%'`,
      )
    ).length
  for (const kind of ['search', 'export'] as const) {
    const gone = new AbortController()
    const reader = { tenantId: account.sandboxTenantId, signal: gone.signal }
    const read = (kind === 'search' ? reads.search(reader, 600_000) : reads.export(reader)).query(
      'select pg_sleep(600)',
    )
    await expect.poll(running).toBe(1)
    gone.abort()
    await expect(read).rejects.toMatchObject({ code: 'unavailable' })
    expect(await running()).toBe(0)
    const next = { tenantId: account.sandboxTenantId, signal }
    expect(await reads.search(next).query('select 1 as it')).toEqual([{ it: 1 }])
    const [left] = await pool.query<{ ms: string }>(`select current_setting('statement_timeout') as ms`)
    expect(left).toEqual({ ms: '0' })
  }
  await pool.close()
})

test('as many as the pool has connections are ended at once, when nobody waits for any', async () => {
  const pool = openDatabase(api.serviceUrl, 2, createLog('fatal'))
  const canceller = openDatabase(api.serviceUrl, 1, createLog('fatal'))
  const reads = Reads.of(pool, pool, 2, canceller)
  const gone = new AbortController()
  const reader = { tenantId: account.sandboxTenantId, signal: gone.signal }
  const sleeping = () =>
    api.database.query(
      `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep(%'`,
    )
  // As a list reads, which has the pool of everything else, but for longer.
  const both = [1, 2].map(() => reads.search(reader, 600_000).query('select pg_sleep(600)'))
  const ended = Promise.allSettled(both)
  await expect.poll(async () => (await sleeping()).length).toBe(2)
  gone.abort()
  for (const one of await ended)
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect(await sleeping()).toHaveLength(0)
  const next = reads.list({ tenantId: account.sandboxTenantId, signal })
  expect(await next.query('select 1 as it')).toEqual([{ it: 1 }])
  await pool.close()
  await canceller.close()
})

test.each(['/inboxes/held/messages', '/inboxes/held/messages?q=order', '/audit_log'])(
  'a statement that takes too long is ended by Postgres, and says so: %s',
  async (path) => {
    const release = await holdMessages()
    const alsoAudit = path === '/audit_log'
    let end: Promise<unknown> = Promise.resolve()
    const letGo = Promise.withResolvers<void>()
    if (alsoAudit) {
      const locked = Promise.withResolvers<void>()
      end = api.database.transaction(async (tx) => {
        await tx.query('lock table audit_entries in access exclusive mode')
        locked.resolve()
        await letGo.promise
      })
      await locked.promise
    }
    try {
      const answer = await api.call('GET', path, account.sandboxKey)
      expect([answer.status, answer.body.error]).toMatchObject([503, { code: 'query_timeout' }])
      expect(await waiting()).toBe(0)
    } finally {
      letGo.resolve()
      await end
      await release()
    }
  },
)

test('searches wait for each other, and nothing else waits for them', async () => {
  const release = await holdMessages()
  try {
    const searches = Array.from({ length: 8 }, () =>
      api.call('GET', '/inboxes/held/messages?q=order', account.sandboxKey),
    )
    await expect.poll(waiting).toBe(limits.readsPerTenant)
    expect((await api.call('GET', '/inboxes', account.sandboxKey)).status).toBe(200)
    expect(await waiting()).toBeLessThanOrEqual(limits.readsPerTenant)
    await release()
    const statuses = new Set((await Promise.all(searches)).map(({ status }) => status))
    for (const status of statuses) expect([200, 503]).toContain(status)
  } finally {
    await release()
  }
})

test('of searches that wait, no tenant takes all turns, and one too many is told so', async () => {
  const slots = new ReadSlots({ size: 3, perTenant: 2, waiting: 2 })
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const begun: string[] = []
  const read = (tenant: string, waitMs = 30_000) =>
    slots.run(tenant, { waitMs, signal }, () => {
      begun.push(tenant)
      return ended
    })
  const running = [read('a'), read('a'), read('a'), read('b')]
  await sleep(0)
  expect(begun).toEqual(['a', 'a', 'b'])
  running.push(read('b'))
  await expect(read('c')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  end()
  await Promise.all(running)
  expect(begun).toHaveLength(5)
})

test('who waits for a turn in vain is told so, and leaves no trace', async () => {
  const slots = new ReadSlots({ size: 1, perTenant: 1, waiting: 1 })
  let end = () => {}
  const first = slots.run(
    'a',
    { waitMs: 0, signal },
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  await expect(slots.run('b', { waitMs: 1, signal }, async () => {})).rejects.toMatchObject({
    code: 'unavailable',
  })
  const gone = new AbortController()
  const second = slots.run('b', { waitMs: 30_000, signal: gone.signal }, async () => {})
  gone.abort()
  await expect(second).rejects.toMatchObject({ code: 'unavailable' })
  end()
  await first
  expect(await slots.run('b', { waitMs: 0, signal }, async () => 'read')).toBe('read')
})
