/** Contract of Idempotency-Key: what a repeated request is answered, and that nothing is done twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { Idempotency, type RepeatableRequest } from '../../shared/flow/access/idempotency.ts'
import { deleteOldRequests } from '../../shared/store/idempotency.ts'
import { type Answer, createTestApi, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
})
afterAll(() => api.close())

const post = (path: string, idempotencyKey: string, body?: unknown, key = account.liveKey, via = api) =>
  via.call('POST', path, key, body, { 'idempotency-key': idempotencyKey })

const keysNamed = async (name: string) =>
  (await api.database.query('select id from api_keys where name = $1', [name])).length

const code = (answer: Answer) => [answer.status, answer.body.error?.code]

test('a repeated request gets the response of the first, and neither effect nor charge again', async () => {
  const before = await api.balance(account.accountId)
  const first = await post('/inboxes', 'inbox-1', { slug: 'repeated', display_name: 'Repeated' })
  const again = await post('/inboxes', 'inbox-1', { slug: 'repeated', display_name: 'Repeated' })
  expect(first.status).toBe(201)
  expect(first.headers).not.toHaveProperty('idempotency-replayed')
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(again.headers).toMatchObject({
    'idempotency-replayed': 'true',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  expect(await api.balance(account.accountId)).toBe(before - 5)
})

test('what is kept of a request goes with the inbox that it was about, however it named it', async () => {
  const { tenantId, liveKey } = account
  const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left on Monday.' }
  const kept = () =>
    api.database.query('select 1 from idempotency_keys where inbox_id = $1', [String(doomed.body.id)])
  const doomed = await api.call('POST', '/inboxes', liveKey, {
    slug: 'doomed',
    security_level: 'full_lockdown',
  })
  await api.call('POST', '/inboxes', liveKey, { slug: 'spared' })
  const [message, spared] = await Promise.all(
    ['doomed', 'spared'].map((slug) => post(`/inboxes/${slug}/messages`, 'about', mail)),
  )
  const { id } = await plantMessage(api.database, tenantId, String(doomed.body.id))
  const limited = await api.call('POST', '/api_keys', liveKey, {
    name: 'limited',
    inbox_id: doomed.body.id,
    scopes: ['policies:write'],
  })
  const policy = {
    name: 'One',
    type: 'domain_blocklist',
    action: 'block',
    config: { domains: ['a.example'] },
  }
  const answers = [
    message!,
    await post(`/messages/${id}/reply`, 'about', { body: mail.body }),
    await post(`/approvals/${message!.body.approval?.id}/reject`, 'about', {}),
    await post('/policies', 'about', { ...policy, inbox_id: doomed.body.id }, String(limited.body.key)),
    await post('/inboxes/doomed/webhook/rotate_secret', 'about'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 200, 201, 200])
  expect(await kept()).toHaveLength(5)
  expect((await api.call('DELETE', '/inboxes/doomed', liveKey)).status).toBe(204)
  expect(await kept()).toEqual([])
  expect((await post('/inboxes/doomed/messages', 'about', mail)).status).toBe(404)
  const again = await post('/inboxes/spared/messages', 'about', mail)
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([spared!.text, 'true'])
})

test('bodies are compared as JSON: the order of keys and spaces say nothing', async () => {
  const first = await post('/api_keys', 'order', { name: 'Order', scopes: ['inboxes:read'] })
  const again = await api.inject({
    method: 'POST',
    url: '/api/v1/api_keys',
    headers: {
      authorization: `Bearer ${account.liveKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'order',
    },
    payload: '{ "scopes": ["inboxes:read"],\n "name": "Order" }',
  })
  expect(again.text).toBe(first.text)
  expect(await keysNamed('Order')).toBe(1)
})

test('the same key with another body is 422, and does nothing', async () => {
  await post('/api_keys', 'other', { name: 'One' })
  expect(code(await post('/api_keys', 'other', { name: 'Two' }))).toEqual([422, 'idempotency_mismatch'])
  expect(await keysNamed('Two')).toBe(0)
})

test('the same key with another query is 422: an approval of one version is none of another', async () => {
  const { body } = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'Reviewer',
    scopes: ['approvals:write'],
  })
  const approve = (sha256: string) =>
    post(
      `/approvals/apr_${'0'.repeat(26)}/approve?content_sha256=${sha256.repeat(64)}`,
      'approve',
      {},
      String(body.key),
    )
  const first = await approve('a')
  expect(code(first)).toEqual([404, 'not_found'])
  expect(code(await approve('b'))).toEqual([422, 'idempotency_mismatch'])
  const again = await approve('a')
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
})

test('without a body, none and an empty object are the same', async () => {
  const { body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'bodiless' })
  const first = await post(`/inboxes/${body.slug}/webhook/rotate_secret`, 'rotate')
  const again = await post(`/inboxes/${body.slug}/webhook/rotate_secret`, 'rotate', {})
  expect(first.status).toBe(200)
  expect(again.text).toBe(first.text)
})

test('while the first request is still running, a second one is 409', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const locked = Promise.withResolvers<void>()
  const holder = api.database.transaction(async (tx) => {
    await tx.query('select 1 from accounts where id = $1 for no key update', [account.accountId])
    locked.resolve()
    await held
  })
  await locked.promise
  const first = post('/inboxes', 'running', { slug: 'running' })
  await expect
    .poll(() => api.database.query('select 1 from idempotency_keys where status is null'))
    .toHaveLength(1)
  const second = await post('/inboxes', 'running', { slug: 'running' })
  expect(code(second)).toEqual([409, 'idempotency_conflict'])
  expect(second.headers['retry-after']).toBe('1')
  expect(code(await post('/inboxes', 'running', { slug: 'running-two' }))[0], 'another body').toBe(422)
  release()
  await holder
  expect((await first).status).toBe(201)
  expect((await post('/inboxes', 'running', { slug: 'running' })).headers['idempotency-replayed']).toBe(
    'true',
  )
})

test('of many at once on two processes, one does the work', async () => {
  const elsewhere = await createTestApi({}, { database: api.database })
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        post('/api_keys', 'crowd', { name: 'Crowd' }, account.liveKey, i % 2 === 0 ? api : elsewhere),
      ),
    )
    expect(await keysNamed('Crowd')).toBe(1)
    const made = answers.filter(({ status }) => status === 201)
    expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set(made.length === answers.length ? [201] : [201, 409]),
    )
  } finally {
    await elsewhere.close()
  }
})

test('a key is good for one tenant and one path', async () => {
  const other = await api.signUp()
  const body = { name: 'Scoped' }
  const ids = [
    await post('/api_keys', 'scope', body),
    await post('/api_keys', 'scope', body, account.sandboxKey),
    await post('/api_keys', 'scope', body, other.liveKey),
  ].map((answer) => answer.body.id)
  expect(new Set(ids).size).toBe(3)
  const inbox = await post('/inboxes', 'scope', { slug: 'scoped-key' })
  expect(inbox.status).toBe(201)
})

test('both paths of an endpoint answer a repeated release', async () => {
  const { body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'released' })
  const { id } = await plantMessage(api.database, account.tenantId, String(body.id), { status: 'withheld' })
  const first = await post(`/messages/${id}/release`, 'release')
  expect(first.status).toBe(200)
  expect((await post(`/messages/${id}/release`, 'release')).text).toBe(first.text)
  expect(code(await post(`/messages/${id}/release`, 'release-2'))).toEqual([409, 'not_withheld'])
})

test('a key with fewer scopes is not shown what one with more has got, and one of an inbox has keys of its own', async () => {
  const body = { name: 'Powerful', scopes: ['inboxes:read', 'billing:write', 'api_keys:write'] }
  expect((await post('/api_keys', 'power', body)).status).toBe(201)
  const weak = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'Weak',
    scopes: ['api_keys:write', 'inboxes:read'],
  })
  const refused = await post('/api_keys', 'power', body, String(weak.body.key))
  expect(code(refused)).toEqual([403, 'forbidden'])
  expect(refused.text).not.toContain('svc_')
  const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'limited-key' })
  const limited = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'Limited',
    scopes: ['webhooks:write'],
    inbox_id: inbox.body.id,
  })
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'not-limited' })
  expect((await post('/inboxes/not-limited/webhook/rotate_secret', 'reach')).status).toBe(200)
  const outside = await post(
    '/inboxes/not-limited/webhook/rotate_secret',
    'reach',
    undefined,
    String(limited.body.key),
  )
  expect(code(outside)).toEqual([404, 'not_found'])
})

test('what would fail again is kept, what may turn out otherwise is tried anew', async () => {
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'taken' })
  const taken = await post('/inboxes', 'taken', { slug: 'taken' })
  expect(code(taken)).toEqual([409, 'slug_taken'])
  await api.call('DELETE', '/inboxes/taken', account.liveKey)
  const again = await post('/inboxes', 'taken', { slug: 'taken' })
  expect([again.status, again.text]).toEqual([taken.status, taken.text])
  expect(again.headers['idempotency-replayed']).toBe('true')

  const poor = await api.signUp()
  await api.database.query('update accounts set credits = 0 where id = $1', [poor.accountId])
  expect((await post('/inboxes', 'poor', { slug: 'poor' }, poor.liveKey)).status).toBe(402)
  await api.database.query('update accounts set credits = 5 where id = $1', [poor.accountId])
  expect((await post('/inboxes', 'poor', { slug: 'poor' }, poor.liveKey)).status).toBe(201)
  expect(await api.balance(poor.accountId)).toBe(0)

  expect((await post('/api_keys', 'invalid', { name: '' })).status).toBe(422)
  expect((await post('/api_keys', 'invalid', { name: 'Valid', inbox_id: 'inb_none' })).status).toBe(422)
  expect((await post('/api_keys', 'invalid', { name: 'Valid' })).status).toBe(201)
})

test('after a day the key is forgotten, and the request a new one', async () => {
  const first = await post('/api_keys', 'old', { name: 'Old' })
  const age = (hours: number) =>
    api.database.query(
      'update idempotency_keys set created_at = created_at - make_interval(hours => $1) where status = 201',
      [hours],
    )
  await age(limits.idempotencyHours - 1)
  expect((await post('/api_keys', 'old', { name: 'Old' })).text).toBe(first.text)
  await age(2)
  const anew = await post('/api_keys', 'old', { name: 'Another body' })
  expect(anew.status).toBe(201)
  expect(anew.body.id).not.toBe(first.body.id)
  await age(limits.idempotencyHours + 1)
  await deleteOldRequests(api.database, limits.idempotencyHours)
  expect(await api.database.query('select 1 from idempotency_keys where status = 201')).toEqual([])
})

test('a request whose process died is made anew once its lease has run out, and the dead one can not commit any more', async () => {
  const locked = Promise.withResolvers<void>()
  const freed = Promise.withResolvers<void>()
  const poor = await api.signUp()
  const holder = api.database.transaction(async (tx) => {
    await tx.query('select 1 from accounts where id = $1 for no key update', [poor.accountId])
    locked.resolve()
    await freed.promise
  })
  await locked.promise
  const slow = post('/inboxes', 'lease', { slug: 'lease-a' }, poor.liveKey)
  const ofTenant = 'tenant_id = $1 and status is null'
  await expect
    .poll(() => api.database.query(`select 1 from idempotency_keys where ${ofTenant}`, [poor.tenantId]))
    .toHaveLength(1)
  expect((await post('/inboxes', 'lease', { slug: 'lease-a' }, poor.liveKey)).status).toBe(409)
  await api.database.query(`update idempotency_keys set lease_until = now() where ${ofTenant}`, [
    poor.tenantId,
  ])
  const second = post('/inboxes', 'lease', { slug: 'lease-a' }, poor.liveKey)
  await expect
    .poll(() =>
      api.database.query(`select 1 from idempotency_keys where ${ofTenant} and lease_until > now()`, [
        poor.tenantId,
      ]),
    )
    .toHaveLength(1)
  freed.resolve()
  await holder
  const answers = [await slow, await second]
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await api.balance(poor.accountId)).toBe(995)
  expect((await api.database.query("select 1 from inboxes where slug = 'lease-a'")).length).toBe(1)
})

test('who works on a request keeps it, for however long', async () => {
  const leaseSeconds = 6
  const idempotency = new Idempotency(api.database, api.keyring, leaseSeconds)
  const request: RepeatableRequest = {
    tenantId: account.tenantId,
    accountId: account.accountId,
    subject: 'long',
    key: 'long',
    body: {},
    query: {},
    scopes: [],
    about: {},
    resumes: false,
    wall: null,
  }
  const describe = () => ({ status: 500, body: '' })
  const leases = async () =>
    (
      await api.database.query<{ until: string; now: string }>(
        'select lease_until as until, now() from idempotency_keys where tenant_id = $1 and status is null',
        [account.tenantId],
      )
    ).map(({ until, now }) => [Date.parse(until), Date.parse(now)] as const)
  const ending = Promise.withResolvers<void>()
  const first = idempotency.run(
    request,
    async () => {
      await ending.promise
      return { status: 200, body: 'done' }
    },
    describe,
  )
  await expect.poll(leases).toHaveLength(1)
  await api.database.query(
    "update idempotency_keys set lease_until = now() + interval '4 s' where tenant_id = $1 and status is null",
    [account.tenantId],
  )
  const left = async () => (await leases()).map(([until, now]) => until - now)[0]
  await expect.poll(left).toBeGreaterThan(5_000)
  const second = idempotency.run(request, async () => ({ status: 200, body: 'twice' }), describe)
  await expect(second).rejects.toMatchObject({ code: 'idempotency_conflict' })
  ending.resolve()
  expect(await first).toMatchObject({ body: 'done', replayed: false })
  expect(
    await idempotency.run(request, async () => ({ status: 200, body: 'twice' }), describe),
  ).toMatchObject({
    body: 'done',
    replayed: true,
  })
})

test('responses are sealed in the database, and keys and bodies are not in it', async () => {
  const made = await post('/api_keys', 'a-key-of-its-own-kind', { name: 'Sealed name' })
  const rows = await api.database.query('select row_to_json(k)::text as row from idempotency_keys k')
  const dump = JSON.stringify(rows)
  expect(rows.length).toBeGreaterThan(0)
  for (const secret of [String(made.body.key), 'svc_', 'Sealed name', 'a-key-of-its-own-kind'])
    expect(dump).not.toContain(secret)
})

test('what is no key is 422; other methods ignore the header', async () => {
  for (const key of ['', ' ', 'x'.repeat(256), 'é'])
    expect(code(await post('/api_keys', key, { name: 'Bad' })), JSON.stringify(key)).toEqual([
      422,
      'validation_error',
    ])
  expect((await post('/api_keys', 'x'.repeat(255), { name: 'Longest' })).status).toBe(201)
  const get = await api.call('GET', '/inboxes', account.liveKey, undefined, { 'idempotency-key': '' })
  expect(get.status).toBe(200)
})

test('a repeated signup answers the same keys at the same address only', async () => {
  const signUp = (organization: string, remoteAddress: string) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/signup',
      remoteAddress,
      headers: { 'content-type': 'application/json', 'idempotency-key': '7d5d2f0c-signup' },
      payload: JSON.stringify({ organization_name: organization, contact_email: 'Ada@acme.example' }),
    })
  const first = await signUp('Acme', '192.0.2.1')
  const again = await signUp('Acme', '192.0.2.1')
  expect(first.status).toBe(201)
  expect([again.status, again.text]).toEqual([201, first.text])
  expect((await signUp('Other', '192.0.2.1')).status).toBe(422)
  const elsewhere = await signUp('Acme', '192.0.2.2')
  expect(elsewhere.body.account?.id).not.toBe(first.body.account?.id)
  const statuses = new Set<number>()
  for (let i = 0; i < limits.repeatableSignupsPerHour; i++)
    statuses.add((await signUp('Acme', '192.0.2.1')).status)
  expect(statuses).toEqual(new Set([201, 429]))
  const owned = await api.database.query('select 1 from idempotency_keys where account_id = $1', [
    first.body.account?.id,
  ])
  expect(owned, 'what is kept goes with the account').toHaveLength(1)
})

test('a repeated request counts in the rate limit', async () => {
  const limited = await createTestApi({ RATE_LIMIT_PER_MINUTE: '3' }, { database: api.database })
  try {
    const { liveKey } = await api.signUp()
    const statuses = []
    for (let i = 0; i < 4; i++)
      statuses.push((await post('/api_keys', 'limited', { name: 'Limited' }, liveKey, limited)).status)
    expect(statuses).toEqual([201, 201, 201, 429])
  } finally {
    await limited.close()
  }
})
