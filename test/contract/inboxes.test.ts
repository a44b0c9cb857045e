/** Contract of signing up and of inboxes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../../shared/domain/errors.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi(
    {},
    {
      checkWebhookUrl: async (url) => {
        if (!url.startsWith('https://'))
          throw new ServiceError('validation_error', undefined, {
            details: [{ path: 'body.webhook_url', message: 'must be https' }],
          })
      },
    },
  )
  account = await api.signUp()
})
afterAll(() => api.close())

const inboxShape = {
  id: expect.stringMatching(/^inb_[0-9a-z]{26}$/),
  slug: expect.any(String),
  display_name: expect.any(String),
  address: expect.stringMatching(/@inbox\.localhost$/),
  security_level: expect.any(String),
  status: 'active',
  message_count: 0,
  webhook_url: null,
  webhook_disabled_at: null,
  webhook_events: ['message.received'],
  retention_days: null,
  metadata: {},
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
}

describe('signing up', () => {
  test('answers an account with 1,000 credits, a user and two keys with all scopes', async () => {
    const { status, body, headers } = await api.call('POST', '/signup', undefined, {
      organization_name: 'Acme Robotics',
      contact_email: 'ops@acme.example',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      account: {
        id: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
        organization_name: 'Acme Robotics',
        contact_email: 'ops@acme.example',
        credits: 1000,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
      user: { id: expect.stringMatching(/^usr_/), email: 'ops@acme.example' },
      api_key: expect.objectContaining({
        key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{46}$/),
        mode: 'live',
      }),
      sandbox_api_key: expect.objectContaining({
        key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{46}$/),
        mode: 'sandbox',
      }),
    })
    expect(body.api_key?.scopes).toEqual([...scopes])
    expect(headers['x-request-id']).toMatch(/^req_/)
  })

  test('refuses an invalid email address and unknown fields, naming each', async () => {
    const { status, body } = await api.call('POST', '/signup', undefined, {
      organization_name: 'Acme',
      contact_email: 'nobody',
      plan: 'gold',
    })
    expect(status).toBe(422)
    expect(body.error).toMatchObject({ code: 'validation_error', status: 422 })
    const details = body.error?.details as unknown as { path: string }[]
    const paths = details.map(({ path }) => path)
    expect(paths.sort()).toEqual(['body.contact_email', 'body.plan'])
  })

  test('is limited by address over all processes, and a refused body does not count', async () => {
    const limited = await createTestApi({ SIGNUPS_PER_HOUR: '1' })
    try {
      const order = { organization_name: 'Acme', contact_email: 'ops@acme.example' }
      expect((await limited.call('POST', '/signup', undefined, { organization_name: '' })).status).toBe(422)
      const both = await Promise.all([1, 2].map(() => limited.call('POST', '/signup', undefined, order)))
      expect(both.map(({ status }) => status).sort()).toEqual([201, 429])
      const refused = both.find(({ status }) => status === 429)!
      expect(refused.body.error).toMatchObject({ code: 'rate_limited', status: 429 })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
      for (const { headers } of both)
        expect(headers).toMatchObject({
          'ratelimit-limit': '1',
          'ratelimit-remaining': '0',
          'ratelimit-policy': '1;w=3600',
        })
      const other = await limited.inject({
        method: 'POST',
        url: '/api/v1/signup',
        remoteAddress: '192.0.2.77',
        payload: order,
      })
      expect(other.status).toBe(201)
      const forwarded = await limited.inject({
        method: 'POST',
        url: '/api/v1/signup',
        headers: { 'x-forwarded-for': '198.51.100.9' },
        payload: order,
      })
      expect(forwarded.status, 'a header that no trusted proxy wrote').toBe(429)
    } finally {
      await limited.close()
    }
  })
})

describe('creating an inbox', () => {
  test('answers it with the defaults, and costs 5 credits', async () => {
    const before = await api.balance(account.accountId)
    const { status, body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'sales-bot' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...inboxShape,
      slug: 'sales-bot',
      display_name: '',
      address: 'sales-bot@inbox.localhost',
      security_level: 'guarded_send',
    })
    expect(await api.balance(account.accountId)).toBe(before - 5)
  })

  test('takes a security level as integer or name, and answers the name', async () => {
    const byNumber = await api.call('POST', '/inboxes', account.liveKey, {
      slug: 'level-four',
      security_level: 4,
    })
    const byName = await api.call('POST', '/inboxes', account.liveKey, {
      slug: 'level-one',
      security_level: 'receive_only',
    })
    expect([byNumber.body.security_level, byName.body.security_level]).toEqual([
      'full_lockdown',
      'receive_only',
    ])
    for (const security_level of [0, 5, 2.5, '3', 'lockdown', null, true])
      expect(
        (await api.call('POST', '/inboxes', account.liveKey, { slug: 'level-bad', security_level })).status,
      ).toBe(422)
  })

  test('refuses a slug that is taken, also by another account, with 409 slug_taken and no charge', async () => {
    const other = await api.signUp()
    await api.call('POST', '/inboxes', account.liveKey, { slug: 'taken' })
    const { status, body } = await api.call('POST', '/inboxes', other.liveKey, { slug: 'taken' })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'slug_taken', status: 409 })
    expect(body.error?.message).toContain('live and sandbox, and all accounts')
    expect(await api.balance(other.accountId)).toBe(1000)
  })

  test('says where an inbox of the own account has the slug, in either mode', async () => {
    const { sandboxKey } = account
    await api.call('POST', '/inboxes', sandboxKey, { slug: 'tried-out' })
    await api.call('POST', '/inboxes', account.liveKey, { slug: 'in-use' })
    const refusal = async (key: string, slug: string, headers: Record<string, string> = {}) => {
      const { status, body } = await api.call('POST', '/inboxes', key, { slug }, headers)
      expect([status, body.error?.code]).toEqual([409, 'slug_taken'])
      return body.error?.message
    }
    const sandboxHas = /^An inbox of your own sandbox has this slug: live and sandbox share slugs/
    expect(await refusal(account.liveKey, 'tried-out')).toMatch(sandboxHas)
    expect(await refusal(account.liveKey, 'tried-out', { 'idempotency-key': 'again' })).toMatch(sandboxHas)
    expect(await refusal(sandboxKey, 'in-use')).toMatch(/^A live inbox of your own account has this slug/)
    expect(await refusal(account.liveKey, 'in-use')).toBe('An inbox of yours has this slug already.')
    const stranger = await api.signUp()
    for (const key of [stranger.liveKey, stranger.sandboxKey])
      for (const slug of ['tried-out', 'in-use']) expect(await refusal(key, slug)).toMatch(/all accounts/)
    // The account's own slug is free for its other mode at once.
    await api.call('DELETE', '/inboxes/tried-out', sandboxKey)
    expect((await api.call('POST', '/inboxes', account.liveKey, { slug: 'tried-out' })).status).toBe(201)
  })

  test.each(['a', '1abc', 'a--b', 'a.', '-a', 'Abc', 'a b', 'ä', `${'a'.repeat(65)}`, 'a+b', 'a@b', ''])(
    'refuses the slug %j',
    async (slug) => {
      const { status, body } = await api.call('POST', '/inboxes', account.liveKey, { slug })
      expect(status).toBe(422)
      expect(body.error?.details).toEqual([{ path: 'body.slug', message: expect.any(String) }])
    },
  )

  test.each([
    'postmaster',
    'abuse',
    'mailer-daemon',
    'noreply',
    'no-reply',
    'no.reply',
    'admin',
    'hostmaster',
  ])('refuses the reserved slug %j', async (slug) => {
    const { status, body } = await api.call('POST', '/inboxes', account.liveKey, { slug })
    expect(status).toBe(422)
    expect(body.error?.details).toEqual([{ path: 'body.slug', message: 'is reserved' }])
  })

  test('checks the webhook URL, and stores the secret sealed', async () => {
    const refused = await api.call('POST', '/inboxes', account.liveKey, {
      slug: 'hooked',
      webhook_url: 'http://insecure.example/',
    })
    expect(refused.status).toBe(422)
    const made = await api.call('POST', '/inboxes', account.liveKey, {
      slug: 'hooked',
      webhook_url: 'https://hooks.example/mail',
      metadata: { team: 'sales', priority: 3, vip: true },
    })
    expect(made.body).toMatchObject({
      webhook_url: 'https://hooks.example/mail',
      metadata: { team: 'sales', priority: 3, vip: true },
    })
    const [row] = await api.database.query<{ webhook_secret: string }>(
      "select webhook_secret from inboxes where slug = 'hooked'",
    )
    expect(row!.webhook_secret).not.toContain('whsec_')
    expect(api.keyring.open('webhook_secret', row!.webhook_secret)).toMatch(/^whsec_[A-Za-z0-9+/]{32,}=*$/)
  })
})

describe('reading inboxes', () => {
  test('the single inbox has counts of flagged and withheld messages', async () => {
    const { body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'counting' })
    const plant = (status: string, verdict: string) =>
      plantMessage(api.database, account.tenantId, String(body.id), { status, verdict })
    await plant('clean', 'clean')
    await plant('flagged', 'flagged')
    await plant('delivered', 'flagged')
    await plant('withheld', 'withheld')
    await plant('withheld', 'flagged')
    await plant('clean', 'withheld')
    const single = await api.call('GET', '/inboxes/counting', account.liveKey)
    expect(single.status).toBe(200)
    expect(single.body).toEqual({
      ...inboxShape,
      slug: 'counting',
      security_level: 'guarded_send',
      message_count: 6,
      flagged_count: 2,
      withheld_count: 2,
    })
  })

  test('the list has no counts, filters by status and pages', async () => {
    const own = await api.signUp()
    for (const slug of ['page-a', 'page-b', 'page-c'])
      await api.call('POST', '/inboxes', own.liveKey, { slug })
    await api.call('PATCH', '/inboxes/page-b', own.liveKey, { status: 'paused' })
    const all = await api.call('GET', '/inboxes', own.liveKey)
    expect(itemsOf(all, 'inboxes').map(({ slug }) => slug)).toEqual(['page-c', 'page-b', 'page-a'])
    expect(itemsOf(all, 'inboxes')[0]).toEqual({ ...inboxShape })
    expect(all.body).toMatchObject({ has_more: false, next_cursor: null })
    const paused = await api.call('GET', '/inboxes?status=paused', own.liveKey)
    expect(itemsOf(paused, 'inboxes').map(({ slug }) => slug)).toEqual(['page-b'])
    const first = await api.call('GET', '/inboxes?limit=2', own.liveKey)
    expect(first.body.has_more).toBe(true)
    await api.call('POST', '/inboxes', own.liveKey, { slug: 'page-d' })
    const second = await api.call('GET', `/inboxes?limit=2&cursor=${first.body.next_cursor}`, own.liveKey)
    expect(itemsOf(second, 'inboxes').map(({ slug }) => slug)).toEqual(['page-a'])
    expect(second.body.has_more).toBe(false)
  })
})

describe('changing and deleting an inbox', () => {
  test('changes the fields that are present, and only these', async () => {
    await api.call('POST', '/inboxes', account.liveKey, { slug: 'changing', display_name: 'Before' })
    const changed = await api.call('PATCH', '/inboxes/changing', account.liveKey, {
      webhook_url: 'https://hooks.example/x?token=s3cret',
      security_level: 2,
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      display_name: 'Before',
      webhook_url: 'https://hooks.example/x?token=s3cret',
      security_level: 'guarded_receive',
    })
    const removed = await api.call('PATCH', '/inboxes/changing', account.liveKey, {
      webhook_url: null,
      display_name: 'After',
    })
    expect(removed.body).toMatchObject({
      display_name: 'After',
      webhook_url: null,
      security_level: 'guarded_receive',
    })
    const log = await api.call('GET', '/audit_log?event_type=settings', account.liveKey)
    expect(log.text).not.toContain('s3cret')
    expect(itemsOf(log, 'entries')[0]).toMatchObject({
      metadata: { fields: ['display_name', 'webhook_url'] },
    })
    // As the API says it.
    expect(itemsOf(log, 'entries')[1]).toMatchObject({
      metadata: { security_level: 'guarded_receive', fields: ['security_level', 'webhook_url'] },
    })
  })

  test('refuses unknown fields and a changed slug', async () => {
    const { status, body } = await api.call('PATCH', '/inboxes/changing', account.liveKey, { slug: 'other' })
    expect(status).toBe(422)
    expect(body.error?.details).toEqual([{ path: 'body.slug', message: 'is not a known field' }])
  })

  test('deletes everything in it, keeps the record, and frees the slug', async () => {
    const { body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'doomed' })
    const inboxId = String(body.id)
    const limited = await api.call('POST', '/api_keys', account.liveKey, { name: 'one', inbox_id: inboxId })
    await plantMessage(api.database, account.tenantId, inboxId, { attachments: [{ scanStatus: 'clean' }] })
    const deleted = await api.call('DELETE', '/inboxes/doomed', account.liveKey)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    const tables = ['messages', 'threads', 'attachments', 'api_keys']
    for (const table of tables)
      expect(
        await api.database.query(`select 1 from ${table} where tenant_id = $1 and inbox_id = $2`, [
          account.tenantId,
          inboxId,
        ]),
      ).toEqual([])
    expect((await api.call('GET', '/inboxes/doomed', account.liveKey)).status).toBe(404)
    expect((await api.call('GET', '/inboxes/doomed', String(limited.body.key))).status).toBe(401)
    const log = await api.call(
      'GET',
      `/audit_log?inbox_id=${inboxId}&event_type=inbox_deleted`,
      account.liveKey,
    )
    expect(itemsOf(log, 'entries')).toHaveLength(1)
    expect((await api.call('POST', '/inboxes', account.liveKey, { slug: 'doomed' })).status).toBe(201)
  })
})
