/** Contract of the audit log: its list, its filters and its export. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamed } from '../../shared/api/streamed.ts'
import { type AuditEventType, type AuditSeverity, actorOf, auditEntry } from '../../shared/domain/audit.ts'
import { newId } from '../../shared/domain/ids.ts'
import { exportAuditLog } from '../../shared/flow/audit/export.ts'
import { canonicalJson } from '../../shared/lib/canonical-json.ts'
import { findPrincipal } from '../../shared/store/api-key.ts'
import { insertAuditEntries } from '../../shared/store/audit.ts'
import type { Database } from '../../shared/store/database.ts'
import { createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
let otherId: string
const noon = Date.parse('2026-03-01T12:00:00.000Z')
const events: [AuditEventType, AuditSeverity][] = [
  ['inject', 'high'],
  ['exfil', 'high'],
  ['pii', 'medium'],
  ['policy', 'medium'],
  ['msg_recv', 'low'],
  ['msg_sent', 'low'],
  ['key_created', 'low'],
]

beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  const make = async (slug: string) =>
    String((await api.call('POST', '/inboxes', account.liveKey, { slug })).body.id)
  inboxId = await make('watched')
  otherId = await make('other')
  // One of each type, a minute apart.
  await insertAuditEntries(
    api.database,
    events.map(([type, severity], index) => ({
      ...auditEntry(account.tenantId, index % 2 === 0 ? inboxId : otherId, type, severity, `Event ${type}.`, {
        index,
      }),
      id: newId('auditEntry', noon + index * 60_000),
      createdAt: new Date(noon + index * 60_000).toISOString(),
    })),
  )
})
afterAll(() => api.close())

const list = (query: string, key = account.liveKey) => api.call('GET', `/audit_log?${query}`, key)
const typesOf = async (query: string) =>
  itemsOf(await list(query), 'entries').map(({ event_type }) => event_type)
const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('entries have the fields of the contract, newest first', async () => {
  const entries = itemsOf(await list('limit=100'), 'entries')
  const times = entries.map(({ created_at }) => String(created_at))
  expect(times).toEqual([...times].sort().reverse())
  expect(entries.find(({ event_type }) => String(event_type) === 'pii')).toEqual({
    id: expect.stringMatching(/^aud_[0-9a-z]{26}$/),
    inbox_id: inboxId,
    event_type: 'pii',
    severity: 'medium',
    description: 'Event pii.',
    metadata: { index: 2 },
    created_at: '2026-03-01T12:02:00.000Z',
  })
})

test('filters by type, severity, inbox and time, each alone and all together', async () => {
  for (const [type] of events) expect(new Set(await typesOf(`event_type=${type}`))).toEqual(new Set([type]))
  expect(await typesOf('severity=high')).toEqual(['exfil', 'inject'])
  expect(await typesOf(`inbox_id=${otherId}`)).toEqual(['msg_sent', 'policy', 'exfil'])
  expect(await typesOf(`inbox_id=${inboxId}&since=2026-03-01T12:02:00Z`)).toEqual([
    'key_created',
    'msg_recv',
    'pii',
  ])
  expect(await typesOf(`inbox_id=${inboxId}&since=2026-03-01T12:02:00.001Z`)).toEqual([
    'key_created',
    'msg_recv',
  ])
  expect(await typesOf(`inbox_id=${inboxId}&severity=low&event_type=msg_recv`)).toEqual(['msg_recv'])
  for (const query of ['event_type=virusses', 'severity=urgent', 'since=yesterday', 'inbox=x'])
    expect((await list(query)).status, query).toBe(422)
})

test('filters by who did it, also once they are gone; who was told of something did nothing', async () => {
  const someone = newId('user')
  const other = newId('user')
  const key = newId('apiKey')
  const facts: [AuditEventType, Record<string, unknown>][] = [
    ['msg_released', { user_id: someone, key_id: key }],
    ['key_revoked', { key_id: newId('apiKey'), user_id: someone, by_key_id: key }],
    ['settings', { user_id: other, by_user_id: someone, by_key_id: newId('apiKey') }],
    ['approval', { user_id: someone, notice_id: 'ntc_1' }],
    ['key_created', { user_id: other, key_id: key }],
    ['msg_deleted', { user_id: other, key_id: key }],
    ['msg_recv', {}],
  ]
  const { body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'acted' })
  await insertAuditEntries(
    api.database,
    facts.map(([type, metadata], index) => ({
      ...auditEntry(account.tenantId, String(body.id), type, 'low', `Event ${type}.`, metadata),
      id: newId('auditEntry', noon + index * 60_000),
    })),
  )
  // The page's rule and the columns' are one.
  const stored = await api.database.query<{
    event_type: AuditEventType
    metadata: Record<string, unknown>
    actor_user_id: string | null
    actor_key_id: string | null
  }>('select event_type, metadata, actor_user_id, actor_key_id from audit_entries where inbox_id = $1', [
    body.id,
  ])
  expect(stored.length).toBeGreaterThanOrEqual(facts.length)
  for (const { actor_user_id, actor_key_id, ...entry } of stored)
    expect(actorOf(entry), entry.event_type).toEqual({ userId: actor_user_id, keyId: actor_key_id })
  expect(await typesOf(`actor=${someone}`)).toEqual(['settings', 'key_revoked', 'msg_released'])
  expect(await typesOf(`actor=${other}`)).toEqual(['msg_deleted', 'key_created'])
  expect(await typesOf(`actor=${key}`)).toEqual(['msg_deleted', 'key_revoked', 'msg_released'])
  expect(await typesOf(`actor=${someone}&event_type=settings&inbox_id=${body.id}`)).toEqual(['settings'])
  expect(await typesOf(`actor=${someone}&inbox_id=${inboxId}`)).toEqual([])
  for (const actor of [someone, other, key]) {
    const exported = await api.call('GET', `/audit_log/export?actor=${actor}`, account.liveKey)
    const ids = itemsOf(await list(`actor=${actor}`), 'entries').map(({ id }) => id)
    expect(linesOf(exported.text).map(({ id }) => id)).toEqual(ids.toReversed())
  }
  for (const actor of ['me', 'usr_', `inb_${'0'.repeat(26)}`, `${someone}x`]) {
    const refused = await list(`actor=${actor}`)
    expect(refused.status, actor).toBe(422)
    expect(refused.text).toContain('must be the ID of a user')
  }
})

test('both paths answer the same, and pages join up', async () => {
  const whole = itemsOf(await list('limit=100'), 'entries').map(({ id }) => String(id))
  const paged: string[] = []
  let cursor = ''
  do {
    const { body } = await api.call('GET', `/audit-logs?limit=3${cursor}`, account.liveKey)
    paged.push(...(body.entries as unknown as { id: string }[]).map(({ id }) => id))
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
  } while (cursor !== '')
  expect(paged).toEqual(whole)
})

test('an export has every entry, in an order and with hashes that anyone can verify', async () => {
  const { status, headers, text } = await api.call('GET', '/audit_log/export', account.liveKey)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/x-ndjson')
  const lines = linesOf(text)
  const listed = itemsOf(await list('limit=100'), 'entries').map(({ id }) => String(id))
  expect(lines.map(({ id }) => id).sort()).toEqual([...listed].sort())
  let previous = '0'.repeat(64)
  for (const [index, { hash, previous_hash, ...entry }] of lines.entries()) {
    expect(entry).toMatchObject({ sequence: index + 1, tenant_id: account.tenantId })
    expect(previous_hash).toBe(previous)
    const digest = createHash('sha256').update(Buffer.from(previous, 'hex')).update(canonicalJson(entry))
    expect(hash).toBe(digest.digest('hex'))
    previous = String(hash)
  }
})

test('the script of docs/AUDIT.md verifies an export, and finds what was changed in it', async () => {
  const docs = readFileSync(new URL('../../docs/AUDIT.md', import.meta.url), 'utf8')
  const script = /```js\n([\s\S]*?)```/.exec(docs)![1]!
  const verify = (input: string) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', script], { input, encoding: 'utf8' })
  const { text } = await api.call('GET', '/audit_log/export', account.liveKey)
  const last = linesOf(text).at(-1)!
  expect(verify(text)).toMatchObject({ status: 0, stdout: `whole: ${last.sequence}:${last.hash}\n` })
  const changed = verify(text.replace('Event pii.', 'Event pie.'))
  expect([changed.status, changed.stderr]).toEqual([1, expect.stringMatching(/entry \d+ was changed/)])
  const removed = verify(text.replace(/^.*"Event pii."(?:.*)\n/m, ''))
  expect([removed.status, removed.stderr]).toEqual([1, expect.stringMatching(/broken before \d+/)])
})

test('an export takes the filters of the list, and each of its lines verifies alone', async () => {
  const query = `inbox_id=${inboxId}&since=2026-03-01T12:02:00Z`
  for (const path of ['/audit_log/export', '/audit-logs/export']) {
    const { text } = await api.call('GET', `${path}?${query}`, account.liveKey)
    const lines = linesOf(text)
    expect(lines.map(({ event_type }) => event_type)).toEqual(['pii', 'msg_recv', 'key_created'])
    for (const { hash, previous_hash, ...entry } of lines) {
      const digest = createHash('sha256').update(Buffer.from(String(previous_hash), 'hex'))
      expect(hash).toBe(digest.update(canonicalJson(entry)).digest('hex'))
    }
  }
  expect((await api.call('GET', '/audit_log/export?limit=3', account.liveKey)).status).toBe(422)
})

test('an export needs audit:read, and a key of one inbox exports what it sees', async () => {
  const issue = async (body: object) =>
    String((await api.call('POST', '/api_keys', account.liveKey, { name: 'k', ...body })).body.key)
  const without = await issue({ scopes: ['inboxes:read'] })
  expect((await api.call('GET', '/audit_log/export', without)).status).toBe(403)
  const limited = await issue({ scopes: ['audit:read'], inbox_id: otherId })
  const lines = linesOf((await api.call('GET', '/audit_log/export', limited)).text)
  expect(new Set(lines.map(({ inbox_id }) => inbox_id))).toEqual(new Set([otherId]))
  const stranger = await api.signUp()
  const theirs = await api.call('GET', `/audit_log/export?inbox_id=${inboxId}`, stranger.liveKey)
  expect([theirs.status, theirs.text]).toEqual([200, ''])
})

test('HEAD answers the headers of an export, and reads nothing', async () => {
  const { status, headers, text } = await api.call('HEAD', '/audit_log/export', account.liveKey)
  expect([status, headers['content-type'], text]).toEqual([200, 'application/x-ndjson', ''])
})

test('an export that fails before its first line is an error like any other, and costs nothing', async () => {
  const failing = await createTestApi()
  try {
    const own = await failing.signUp()
    await failing.database.query('alter table audit_chain rename to audit_chain_away')
    const { status, headers, body } = await failing.call('GET', '/audit_log/export', own.liveKey)
    expect([status, body.error]).toMatchObject([500, { code: 'internal' }])
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['content-disposition']).toBeUndefined()
    expect(await failing.balance(own.accountId)).toBe(1000)
  } finally {
    await failing.close()
  }
})

test('an export is read no faster than it is taken, and ends with its key', async () => {
  const own = await api.signUp()
  await api.database.query(
    `insert into audit_entries select $1, 'aud_' || lpad(n::text, 26, '0'), null, 'settings', 'low', repeat('x', 1000), '{}',
       '2026-03-01' from generate_series(1, 20000) n`,
    [own.tenantId],
  )
  // As autovacuum does soon after so many rows: plans of when the tables were all but empty walk them for each entry.
  await api.database.query('analyze audit_entries, audit_unlinked, audit_chain')
  const [key] = await api.database.query<{ hash: string }>(
    `select encode(key_hash, 'hex') as hash from api_keys where tenant_id = $1`,
    [own.tenantId],
  )
  const principal = (await findPrincipal(api.database, key!.hash))!
  let pages = 0
  const counting: Database = {
    ...api.database,
    query: (text, values) => {
      if (text.includes('previous_hash')) pages++
      return api.database.query(text, values)
    },
  }
  const start = async () => {
    const { stream } = await streamed(
      { withoutContent: false, signal: new AbortController().signal },
      { contentType: 'application/x-ndjson', filename: 'x' },
      exportAuditLog(counting, principal, {}),
    )
    return stream
  }

  let bytes = 0
  let readAhead = 0
  await pipeline(
    await start(),
    new Writable({
      async write(chunk: Buffer, _encoding, done) {
        if (bytes === 0) {
          // Long enough for many pages to be read, were they.
          for (let n = 0; n < 50; n++) await api.database.query('select pg_sleep(0.005)')
          readAhead = pages
        }
        bytes += chunk.length
        done()
      },
    }),
  )
  expect(readAhead).toBeLessThanOrEqual(2)
  expect(pages).toBe(21)
  expect(bytes).toBeGreaterThan(20_000_000)

  const cut = pipeline(
    await start(),
    new Writable({
      async write(_chunk, _encoding, done) {
        await api.database.query('delete from api_keys where tenant_id = $1', [own.tenantId])
        done()
      },
    }),
  )
  await expect(cut).rejects.toMatchObject({ code: 'unauthorized' })
})
