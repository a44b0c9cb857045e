/** Contract of the account: reading, exporting and deleting it. */
import { execFileSync } from 'node:child_process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAccount } from '../../shared/flow/account/export.ts'
import { exportedTables, leftOutTables } from '../../shared/flow/account/export-tables.ts'
import { findPrincipal } from '../../shared/store/api-key.ts'
import { createTestApi, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { readTar } from '../support/read-tar.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const issueKey = async (account: TestAccount, body: object) =>
  String((await api.call('POST', '/api_keys', account.liveKey, { name: 'k', ...body })).body.key)

const principalOf = async ({ tenantId }: TestAccount) => {
  const [key] = await api.database.query<{ hash: string }>(
    `select encode(key_hash, 'hex') as hash from api_keys where tenant_id = $1`,
    [tenantId],
  )
  return (await findPrincipal(api.database, key!.hash))!
}

const download = async (key: string, path = '/account/export') => {
  const options: InjectOptions = { url: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } }
  const { statusCode, headers, rawPayload } = await api.app.inject(options)
  return { status: statusCode, headers, bytes: rawPayload }
}

const linesOf = (files: Map<string, Buffer>, name: string) =>
  [...files]
    .filter(([file]) => new RegExp(`^${name}-\\d{5}\\.ndjson$`).test(file))
    .flatMap(([, content]) => content.toString().split('\n').slice(0, -1))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('GET /account', () => {
  test('answers the account, its plan, users and tenants; a sandbox key sees the sandbox only', async () => {
    const account = await api.signUp()
    const { status, body } = await api.call('GET', '/account', account.liveKey)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: account.accountId,
      organization_name: 'Acme',
      contact_email: 'ops@acme.example',
      credits: 1000,
      plan: 'free',
      created_at: expect.any(String),
      users: [
        {
          id: expect.stringMatching(/^usr_/),
          email: 'ops@acme.example',
          role: 'owner',
          email_confirmed_at: null,
          created_at: expect.any(String),
        },
      ],
      tenants: [
        { id: account.tenantId, mode: 'live' },
        { id: account.sandboxTenantId, mode: 'sandbox' },
      ],
    })
    const sandbox = await api.call('GET', '/account', account.sandboxKey)
    expect(sandbox.body.tenants).toEqual([{ id: account.sandboxTenantId, mode: 'sandbox' }])
    expect((await api.call('GET', '/account', await issueKey(account, {}))).status).toBe(403)
  })
})

describe('GET /account/export', () => {
  test('is an archive of all rows and originals in both modes, without secrets and without what is infected', async () => {
    const account = await api.signUp()
    const made = await api.call('POST', '/inboxes', account.liveKey, {
      slug: 'exported',
      webhook_url: 'https://hooks.example/',
    })
    const inboxId = String(made.body.id)
    const sandboxed = await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'exported-sandbox' })
    const plant = (planted: Parameters<typeof plantMessage>[3]) =>
      plantMessage(api.database, account.tenantId, inboxId, planted)
    const clean = await plant({ subject: 'Clean', raw: 'Subject: Clean\r\n\r\nZoë\r\n' })
    const withheld = await plant({ status: 'withheld', verdict: 'withheld', subject: 'Held' })
    const infected = await plant({ attachments: [{ scanStatus: 'infected' }] })
    const pending = await plant({ attachments: [{ scanStatus: 'pending' }] })
    const processing = await plant({ status: 'processing', verdict: null })
    await plantMessage(api.database, account.sandboxTenantId, String(sandboxed.body.id))
    const stranger = await api.signUp()
    await api.call('POST', '/inboxes', stranger.liveKey, { slug: 'not-exported' })

    const { status, headers, bytes } = await download(account.liveKey)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/x-tar')
    const files = readTar(bytes)
    expect(JSON.parse(files.get('manifest.json')!.toString())).toMatchObject({ format: 1 })
    expect(JSON.parse(files.get('account.json')!.toString())).toMatchObject({ id: account.accountId })
    expect(linesOf(files, 'users')).toEqual([expect.objectContaining({ email: 'ops@acme.example' })])
    expect(linesOf(files, 'credit_entries').map(({ amount }) => amount)).toEqual([1000, -5])
    expect(linesOf(files, 'live/inboxes')).toEqual([
      expect.objectContaining({ id: inboxId, slug: 'exported' }),
    ])
    const ids = [clean, withheld, infected, pending, processing].map(({ id }) => id).sort()
    expect(linesOf(files, 'live/messages').map(({ id }) => id)).toEqual(ids)
    expect(linesOf(files, 'live/message_contents').map(({ message_id }) => message_id)).toEqual(ids)
    expect(linesOf(files, 'live/attachments')).toHaveLength(2)
    expect(linesOf(files, 'live/threads')).toHaveLength(5)
    expect(linesOf(files, 'sandbox/messages')).toHaveLength(1)
    expect(linesOf(files, 'live/audit_log').at(-1)).toMatchObject({
      event_type: 'account_exported',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const mail = [...files.keys()].filter((name) => name.endsWith('.eml'))
    expect(mail.filter((name) => name.startsWith('live/')).sort()).toEqual(
      [clean.id, withheld.id].sort().map((id) => `live/mail/${inboxId}/${id}.eml`),
    )
    expect(files.get(`live/mail/${inboxId}/${clean.id}.eml`)!.toString()).toBe(
      'Subject: Clean\r\n\r\nZoë\r\n',
    )
    expect(linesOf(files, 'live/mail_omitted').sort()).toEqual(
      [
        { message_id: infected.id, reason: 'infected' },
        { message_id: pending.id, reason: 'not_scanned' },
        { message_id: processing.id, reason: 'not_scanned' },
      ].sort(),
    )
    // Any tar reads it.
    const listed = execFileSync('tar', ['-tf', '-'], { input: bytes, encoding: 'utf8' }).trim().split('\n')
    expect(listed).toEqual([...files.keys()])

    const text = bytes.toString('latin1')
    for (const secret of [account.liveKey, account.sandboxKey, 'whsec_', 'key_hash', 'webhook_secret'])
      expect(text).not.toContain(secret)
    const [sealed] = await api.database.query<{ webhook_secret: string; hash: string }>(
      `select webhook_secret, (select encode(key_hash, 'hex') from api_keys where tenant_id = $1 limit 1) as hash
       from inboxes where tenant_id = $1`,
      [account.tenantId],
    )
    expect(text).not.toContain(sealed!.webhook_secret)
    expect(text).not.toContain(sealed!.hash)
    expect(text).not.toContain(stranger.accountId)
    expect(text).not.toContain('not-exported')
  })

  test('needs every scope to read, in a live key of the whole account', async () => {
    const account = await api.signUp()
    const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'one-of-them' })
    const scopes = (await api.call('GET', '/api_keys', account.liveKey)).body.api_keys as unknown as {
      scopes: string[]
    }[]
    const all = scopes[0]!.scopes
    expect((await download(account.liveKey)).status).toBe(200)
    expect((await download(account.sandboxKey)).status).toBe(403)
    for (const keys of [
      { scopes: all, inbox_id: inbox.body.id },
      { scopes: all.filter((scope) => scope !== 'approvals:read') },
      { scopes: all.filter((scope) => scope !== 'account:read') },
      { scopes: all.filter((scope) => scope !== 'messages:read_withheld') },
    ])
      expect((await download(await issueKey(account, keys))).status).toBe(403)
    const reading = await issueKey(account, {
      scopes: all.filter((scope) => /:read(?:_withheld)?$/.test(scope)),
    })
    expect((await download(reading)).status).toBe(200)
    const log = await api.call('GET', '/audit_log?event_type=account_exported', account.liveKey)
    expect(log.body.entries).toHaveLength(2)
  })

  test('of much mail and many rows takes little memory, in parts of a few megabytes', async () => {
    const account = await api.signUp()
    const made = await api.call('POST', '/inboxes', account.liveKey, { slug: 'heavy' })
    const inboxId = String(made.body.id)
    const { id } = await plantMessage(api.database, account.tenantId, inboxId, { body: 'x'.repeat(300_000) })
    const size = 2 * 1024 * 1024
    await api.database.query(
      "update raw_messages set content = decode(repeat($2, $3), 'escape') where message_id = $1",
      [id, 'y', size],
    )
    await api.database.query('update messages set size_bytes = $2 where id = $1', [id, size])
    for (const [table, key] of [
      ['messages', 'id'],
      ['message_contents', 'message_id'],
      ['raw_messages', 'message_id'],
    ])
      await api.database.query(
        // As a table of its own the record is made once, and not for each column.
        `insert into ${table} select r.* from ${table} t, generate_series(10, 69) n,
           jsonb_populate_record(t, jsonb_build_object('${key}', t.${key} || n)) r where t.${key} = $1`,
        [id],
      )
    const principal = await principalOf(account)
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    const before = process.memoryUsage()
    let most = 0
    let total = 0
    let sampledAt = 0
    for await (const chunk of exportAccount(api.database, principal)) {
      expect(chunk.length).toBeLessThan(3 * 1024 * 1024)
      total += chunk.length
      if (total - sampledAt < 16 * 1024 * 1024) continue
      sampledAt = total
      collect()
      const { heapUsed, external } = process.memoryUsage()
      most = Math.max(most, heapUsed + external - before.heapUsed - before.external)
    }
    expect(total).toBeGreaterThan(61 * (size + 300_000))
    expect(most).toBeLessThan(total * 0.6)
  })

  test('is made one at a time, and those that nobody takes to the end are forgotten', async () => {
    const account = await api.signUp()
    const first = exportAccount(api.database, await principalOf(account))
    await first.next()
    const second = await download(account.liveKey)
    expect([second.status, second.headers['retry-after']]).toEqual([429, '60'])
    await first.return(undefined)
    expect((await download(account.liveKey)).status).toBe(200)
    // Refused after it was begun: the credits are gone.
    await api.database.query('update accounts set credits = 0 where id = $1', [account.accountId])
    expect((await download(account.liveKey, '/audit_log/export')).status).toBe(402)
    expect((await download(account.liveKey)).status).toBe(200)
    expect((await download(account.liveKey)).status).toBe(200)
  })

  test('says of every table with an owner whether it is exported', async () => {
    const tables = await api.database.query<{ name: string; owner: string }>(
      `select table_name as name, min(column_name) as owner from information_schema.columns
       where table_schema = 'public' and column_name in ('tenant_id', 'account_id') group by table_name`,
    )
    const said = new Set<string>([
      ...exportedTables.account,
      ...exportedTables.tenant,
      ...Object.keys(leftOutTables),
    ])
    expect(tables.map(({ name }) => name).filter((name) => !said.has(name))).toEqual([])
    const there = new Set(['accounts', ...tables.map(({ name }) => name)])
    expect([...said].filter((name) => !there.has(name))).toEqual([])
  })
})

describe('DELETE /account', () => {
  test('wants the name of the organisation, account:write, and a live key of the whole account', async () => {
    const account = await api.signUp()
    const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'kept-for-now' })
    const limited = await issueKey(account, { scopes: ['account:write'], inbox_id: inbox.body.id })
    const reading = await issueKey(account, { scopes: ['account:read'] })
    const remove = (key: string, body?: unknown) => api.call('DELETE', '/account', key, body)
    for (const body of [
      undefined,
      {},
      { confirm: 'acme' },
      { confirm: 'Acme ' },
      { confirm: '' },
      { confirm: 'Acme', x: 1 },
    ])
      expect((await remove(account.liveKey, body)).status, JSON.stringify(body)).toBe(422)
    const wrong = await remove(account.liveKey, { confirm: 'Other' })
    expect(wrong.body.error?.details).toEqual([
      { path: 'body.confirm', message: 'is not the name of the organisation' },
    ])
    for (const key of [account.sandboxKey, limited, reading])
      expect((await remove(key, { confirm: 'Acme' })).status).toBe(403)
    expect((await api.call('GET', '/inboxes/kept-for-now', account.liveKey)).status).toBe(200)
  })

  test('refuses every key at once, on every process, and leaves the slugs to nobody for a while', async () => {
    const account = await api.signUp()
    const other = await api.signUp()
    await api.call('POST', '/inboxes', account.liveKey, { slug: 'given-up' })
    await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'given-up-sandbox' })
    const agent = await issueKey(account, {})
    const second = await api.anotherProcess()
    const statuses = (path: string) =>
      Promise.all(
        [api.app, second].flatMap((app) =>
          [account.liveKey, account.sandboxKey, agent].map(
            async (key) =>
              (await app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } }))
                .statusCode,
          ),
        ),
      )
    expect(new Set(await statuses('/inboxes'))).toEqual(new Set([200]))
    const answer = await api.call('DELETE', '/account', account.liveKey, { confirm: 'Acme' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(new Set(await statuses('/inboxes'))).toEqual(new Set([401]))
    expect(new Set(await statuses('/account/export'))).toEqual(new Set([401]))
    expect((await api.call('POST', '/inboxes', other.liveKey, { slug: 'given-up' })).status).toBe(409)
    await second.close()
  })

  test('ends an export that is under way', async () => {
    const account = await api.signUp()
    const principal = await principalOf(account)
    const reading = async () => {
      for await (const _chunk of exportAccount(api.database, principal))
        await api.database.query('delete from api_keys where tenant_id = $1', [account.tenantId])
    }
    await expect(reading()).rejects.toMatchObject({ code: 'unauthorized' })
  })
})
