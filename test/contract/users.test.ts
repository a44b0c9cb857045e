/** Contract of users: inviting, roles, removing, and what nobody can give, take or undo. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { deleteKeysOf, deleteUser, lockUsers } from '../../shared/store/user.ts'
import { type Answer, createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const fresh = async () => {
  account = await api.signUp()
}
let serial = 0
const address = () => `grace${++serial}@acme.example`
const invite = (body: object = {}, key = account.liveKey): Promise<Answer> =>
  api.call('POST', '/users', key, { email: address(), role: 'reviewer', ...body })
const invited = async (role = 'reviewer'): Promise<string> => String((await invite({ role })).body.id)
const remove = (id: string, query = '', key = account.liveKey) =>
  api.call('DELETE', `/users/${id}${query}`, key)
const change = (id: string, role: string, key = account.liveKey) =>
  api.call('PATCH', `/users/${id}`, key, { role })
const users = async () => itemsOf(await api.call('GET', '/users', account.liveKey), 'users')
const somePolicy = {
  name: 'some',
  type: 'domain_blocklist',
  action: 'block',
  config: { domains: ['peer.example'] },
}
const ownerId = async () => String((await users())[0]!.id)
const keyWith = async (wanted: readonly string[]) => {
  const body = { name: 'some', scopes: wanted }
  return String((await api.call('POST', '/api_keys', account.liveKey, body)).body.key)
}
const outcome = ({ status, body }: Answer) => [status, body.error?.code]
const reads = scopes.filter((scope) => scope.includes(':read'))

describe('an API key', () => {
  test('can do no more than the role that its user has now, also where it has been used before', async () => {
    await fresh()
    const id = await invited('owner')
    const key = await keyWith(scopes)
    await api.database.query('update api_keys set user_id = $1 where key_prefix = $2', [id, key.slice(0, 16)])
    const making = (name: string) => api.call('POST', '/policies', key, { ...somePolicy, name })
    const deciding = () => api.call('POST', '/approvals/apr_none/approve', key, {})
    expect(outcome(await making('before'))).toEqual([201, undefined])

    await change(id, 'reviewer')
    const refused = await making('as a reviewer')
    expect(outcome(refused)).toEqual([403, 'forbidden'])
    expect(refused.body.error?.message).toContain('the role of the user')
    expect(outcome(await deciding())).toEqual([404, 'not_found'])

    await change(id, 'viewer')
    expect(outcome(await deciding())).toEqual([403, 'forbidden'])
    expect(outcome(await api.call('GET', '/policies', key))).toEqual([200, undefined])

    await change(id, 'owner')
    expect(outcome(await making('once more'))).toEqual([201, undefined])
  })

  test.each(['canary', 'webhook'])(
    'reads no %s that only owners read, once its user is none',
    async (what) => {
      await fresh()
      const slug = `former-${what}`
      expect((await api.call('POST', '/inboxes', account.liveKey, { slug })).status).toBe(201)
      const id = await invited('owner')
      const key = await keyWith(scopes)
      await api.database.query('update api_keys set user_id = $1 where key_prefix = $2', [
        id,
        key.slice(0, 16),
      ])
      const reading = () => api.call('GET', `/inboxes/${slug}/${what}`, key)
      expect(outcome(await reading())).toEqual([200, undefined])
      await change(id, 'viewer')
      const refused = await reading()
      expect(outcome(refused)).toEqual([403, 'forbidden'])
      expect(refused.body.error?.message).toContain('the role of the user')
    },
  )

  test('that was kept when its user was removed does what it did', async () => {
    await fresh()
    const id = await invited('owner')
    const key = await keyWith(scopes)
    await api.database.query('update api_keys set user_id = $1 where key_prefix = $2', [id, key.slice(0, 16)])
    await api.call('DELETE', `/users/${id}?api_keys=keep`, account.liveKey)
    expect(outcome(await api.call('POST', '/policies', key, somePolicy))).toEqual([201, undefined])
  })

  test('that was kept does no more than the role of its user did, on processes that know it, too', async () => {
    await fresh()
    const id = await invited('owner')
    const key = await keyWith(scopes)
    const prefix = key.slice(0, 16)
    await api.database.query('update api_keys set user_id = $1 where key_prefix = $2', [id, prefix])
    expect(outcome(await api.call('POST', '/policies', key, somePolicy))).toEqual([201, undefined])
    await change(id, 'viewer')
    expect((await remove(id, '?api_keys=keep')).status).toBe(204)
    const name = 'once more'
    expect(outcome(await api.call('POST', '/policies', key, { ...somePolicy, name }))).toEqual([
      403,
      'forbidden',
    ])
    expect(outcome(await api.call('GET', '/policies', key))).toEqual([200, undefined])
    const listed = itemsOf(await api.call('GET', '/api_keys', account.liveKey), 'api_keys')
    expect(listed.find((one) => String(one.key_prefix) === prefix)?.scopes).toEqual(reads)
  })
})

describe('whoever is being removed', () => {
  test.each([
    ['makes no key', 'POST', '/api_keys', { name: 'left behind', scopes }],
    ['invites nobody', 'POST', '/users', { email: 'left@behind.example', role: 'owner' }],
    ['gives nobody a role', 'PATCH', '/users/:other', { role: 'owner' }],
  ] as const)('%s with a request that is under way', async (_what, method, path, body) => {
    await fresh()
    const [id, other] = [await invited('owner'), await invited('viewer')]
    const key = await keyWith(scopes)
    await api.database.query('update api_keys set user_id = $1 where key_prefix = $2', [id, key.slice(0, 16)])
    let made: Answer | undefined
    const making = await api.database.transaction(async (tx) => {
      await lockUsers(tx, account.accountId)
      await deleteKeysOf(tx, account.accountId, id)
      await deleteUser(tx, account.accountId, id)
      const call = api.call(method, path.replace(':other', other), key, body).then((answer) => {
        made = answer
      })
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => made ?? (await api.database.query(waiting))[0]).toBeTruthy()
      return { call }
    })
    await making.call
    expect(made?.status).toBe(401)
    expect(await users()).toMatchObject([
      { role: 'owner', api_keys: 2 },
      { id: other, role: 'viewer' },
    ])
    const left = 'select 1 from api_keys k join tenants t on t.id = k.tenant_id where t.account_id = $1'
    expect(await api.database.query(left, [account.accountId])).toHaveLength(2)
  })
})

describe('users', () => {
  test('are invited, listed, given another role and removed, on record', async () => {
    await fresh()
    const { status, body } = await invite({ email: 'Grace@acme.example' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
      notices: 'each',
      email: 'Grace@acme.example',
      role: 'reviewer',
      email_confirmed_at: null,
      sessions: 0,
      api_keys: 0,
      created_at: expect.any(String),
    })
    const jobs = await api.database.query<{ data: object }>(
      "select data from pgboss.job where name = 'invitation'",
    )
    expect(jobs.map(({ data }) => data)).toContainEqual({
      tenantId: account.tenantId,
      accountId: account.accountId,
      userId: body.id,
    })
    expect(await users()).toMatchObject([
      { email: 'ops@acme.example', role: 'owner', api_keys: 2 },
      { id: body.id, role: 'reviewer', api_keys: 0 },
    ])
    const id = String(body.id)
    expect((await change(id, 'viewer')).body).toMatchObject({ id, role: 'viewer' })
    expect(outcome(await remove(id))).toEqual([204, undefined])
    expect(outcome(await remove(id))).toEqual([404, 'not_found'])
    expect(await users()).toHaveLength(1)
    const log = await api.call('GET', '/audit_log?event_type=settings', account.liveKey)
    const said = itemsOf(log, 'entries').map(({ description, metadata }) => ({ description, metadata }))
    const who = { user_id: id, email: 'Grace@acme.example', by_user_id: await ownerId() }
    expect(said).toMatchObject([
      { description: 'A user was removed.', metadata: { ...who, role: 'viewer' } },
      {
        description: 'The role of a user was changed.',
        metadata: { ...who, role: 'viewer', former_role: 'reviewer' },
      },
      { description: 'A user was invited.', metadata: { ...who, role: 'reviewer' } },
    ])
  })

  test('have addresses of their own, outside, in any letter case once an account', async () => {
    await fresh()
    expect(outcome(await invite({ email: 'OPS@acme.example' }))).toEqual([409, 'user_exists'])
    const twice = { email: 'twice@acme.example' }
    const answers = await Promise.all([invite(twice), invite(twice), invite(twice)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'agents-own-inbox' })
    const local = await invite({ email: String(inbox.body.address) })
    expect(outcome(local)).toEqual([422, 'validation_error'])
    for (const email of ['nobody', 'a b@acme.example', 'x@y.example\r\nBcc: z@y.example'])
      expect(outcome(await invite({ email }))).toEqual([422, 'validation_error'])
    expect(outcome(await invite({ role: 'admin' }))).toEqual([422, 'validation_error'])
    const other = await api.signUp()
    expect((await invite({ email: 'twice@acme.example' }, other.liveKey)).status, 'of another account').toBe(
      201,
    )
  })

  test('are so many an account, and so many invites an hour', async () => {
    await fresh()
    for (let i = 0; i < limits.invitesPerHour; i++) expect((await invite()).status).toBe(201)
    const refused = await invite()
    expect(outcome(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await api.database.query("delete from rate_limits where subject = 'invites'")
    await api.database.query(
      `insert into users (account_id, id, email) select $1, 'usr_' || n, n || '@many.example' from generate_series(1, $2) n`,
      [account.accountId, limits.usersPerAccount - limits.invitesPerHour - 1],
    )
    expect(outcome(await invite())).toEqual([403, 'quota_exceeded'])
    expect(await users()).toHaveLength(limits.usersPerAccount)
  })
})

describe('nobody gives or takes more than they have', () => {
  test('a role with scopes that the key lacks', async () => {
    await fresh()
    const narrow = await keyWith(['account:write'])
    expect(outcome(await invite({ role: 'viewer' }, narrow))).toEqual([403, 'forbidden'])
    const reader = await keyWith(['account:write', ...reads])
    expect(outcome(await invite({ role: 'viewer' }, reader))).toEqual([201, undefined])
    for (const role of ['reviewer', 'owner'])
      expect(outcome(await invite({ role }, reader))).toEqual([403, 'forbidden'])
    const [viewer, reviewer] = [await invited('viewer'), await invited('reviewer')]
    expect(outcome(await change(viewer, 'owner', reader))).toEqual([403, 'forbidden'])
    expect(outcome(await change(reviewer, 'viewer', reader))).toEqual([403, 'forbidden'])
    expect(outcome(await remove(reviewer, '', reader))).toEqual([403, 'forbidden'])
    expect(outcome(await remove(viewer, '', reader))).toEqual([204, undefined])
    expect((await users()).map(({ role }) => role)).toEqual(['owner', 'viewer', 'reviewer'])
  })

  test('nor who is an owner no more, by a key that they have from that time', async () => {
    await fresh()
    const [id, other] = [await invited('owner'), await invited('viewer')]
    const key = await keyWith(scopes)
    await api.database.query('update api_keys set user_id = $1 where key_prefix = $2', [id, key.slice(0, 16)])
    expect((await change(other, 'reviewer', key)).status).toBe(200)
    await change(id, 'reviewer')
    const confirm = { confirm: (await api.call('GET', '/account', key)).body.organization_name }
    for (const tried of [
      await change(id, 'owner', key),
      await change(other, 'owner', key),
      await invite({ role: 'owner' }, key),
      await remove(other, '', key),
      await api.call('DELETE', '/account', key, confirm),
    ])
      expect(outcome(tried)).toEqual([403, 'forbidden'])
    // What agents do with it goes on.
    expect((await api.call('GET', '/inboxes', key)).status).toBe(200)
    await change(id, 'owner')
    expect((await change(other, 'viewer', key)).status).toBe(200)
  })

  test('nor does a sandbox key, or one of an inbox', async () => {
    await fresh()
    const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: `of-one-${++serial}` })
    const order = { name: 'limited', scopes, inbox_id: inbox.body.id }
    const limited = String((await api.call('POST', '/api_keys', account.liveKey, order)).body.key)
    const id = await invited('viewer')
    for (const key of [account.sandboxKey, limited])
      for (const answer of [
        await invite({ role: 'viewer' }, key),
        await change(id, 'reviewer', key),
        await remove(id, '', key),
      ])
        expect(outcome(answer)).toEqual([403, 'forbidden'])
    expect(await users()).toHaveLength(2)
  })
})

describe('an account keeps one owner', () => {
  test('who is not removed, and no less than owner', async () => {
    await fresh()
    const first = await ownerId()
    expect(outcome(await remove(first))).toEqual([409, 'last_owner'])
    expect(outcome(await change(first, 'viewer'))).toEqual([409, 'last_owner'])
    const second = await invited('owner')
    const key = await keyWith(scopes)
    const owned = 'update api_keys set user_id = $1 where key_prefix = $2'
    await api.database.query(owned, [second, key.slice(0, 16)])
    expect(outcome(await change(first, 'viewer'))).toEqual([200, undefined])
    expect(outcome(await remove(second, '', key))).toEqual([409, 'last_owner'])
  })

  test('also where two are removed, or made less, at once', async () => {
    await fresh()
    const [first, second] = [await ownerId(), await invited('owner')]
    const answers = await Promise.all([
      remove(first, '?api_keys=keep'),
      remove(second, '?api_keys=keep'),
      change(first, 'reviewer'),
      change(second, 'reviewer'),
    ])
    // The last owner stays; and whoever was made less does nothing more.
    const refused = answers.filter(({ status }) => status === 409 || status === 403)
    expect(refused.length, JSON.stringify(answers)).toBeGreaterThan(0)
    expect((await users()).filter(({ role }) => String(role) === 'owner')).toHaveLength(1)
  })
})

describe('the API keys of who is removed', () => {
  const keyOf = async (userId: string, key: string) => {
    const { body } = await api.call('POST', '/api_keys', key, { name: 'theirs' })
    await api.database.query('update api_keys set user_id = $2 where id = $1', [body.id, userId])
    return String(body.key)
  }
  const works = async (app: { inject: typeof api.app.inject }, key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await app.inject({ url: '/api/v1/inboxes', headers })).statusCode
  }

  test('end at once, in both modes and on every process, on record', async () => {
    await fresh()
    const id = await invited()
    const theirs = [await keyOf(id, account.liveKey), await keyOf(id, account.sandboxKey)]
    const other = await api.anotherProcess()
    for (const app of [api.app, other]) for (const key of theirs) expect(await works(app, key)).toBe(200)
    expect((await users())[1]).toMatchObject({ id, api_keys: 2 })
    expect((await remove(id)).status).toBe(204)
    for (const app of [api.app, other]) for (const key of theirs) expect(await works(app, key)).toBe(401)
    expect(await works(other, account.liveKey), 'those of others go on').toBe(200)
    await other.close()
    const log = await api.call('GET', '/audit_log?event_type=key_revoked', account.liveKey)
    expect(itemsOf(log, 'entries')).toMatchObject([{ metadata: { by_key_id: expect.any(String) } }])
  })

  test('go on where that is asked for', async () => {
    await fresh()
    const id = await invited()
    const key = await keyOf(id, account.liveKey)
    expect(outcome(await remove(id, '?api_keys=maybe'))).toEqual([422, 'validation_error'])
    expect((await remove(id, '?api_keys=keep')).status).toBe(204)
    expect(await works(api.app, key)).toBe(200)
  })
})
