/** Who may sign up: open, confirm, invite and closed; and what an account does before its address is confirmed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { makeInvite } from '../../shared/flow/account/invite.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { attempts, filled, makeOneOfEach, type Owner } from '../support/one-of-each.ts'

const order = { organization_name: 'Acme', contact_email: 'ops@acme.example' }
const signUp = async (api: TestApi, more: object = {}) => {
  const { status, body } = await api.call('POST', '/signup', undefined, { ...order, ...more })
  return status === 201 ? status : [status, body.error?.code]
}
const accounts = async (api: TestApi) =>
  (await api.database.query<{ count: number }>('select count(*)::int as count from accounts'))[0]!.count

test('closed, nobody signs up, and neither does anybody where none an hour are allowed', async () => {
  for (const settings of [
    { SIGNUP: 'closed' },
    { SIGNUPS_PER_HOUR: '0' },
    { SIGNUP: 'invite', SIGNUPS_PER_HOUR: '0' },
  ]) {
    const api = await createTestApi(settings as Record<string, string>)
    const { code } = await makeInvite(api.database, 1)
    expect(await signUp(api, { invite_code: code })).toEqual([403, 'signup_closed'])
    expect(await accounts(api)).toBe(0)
    await api.close()
  }
})

test('a good code is the limit, not the network; uncounted signups leave the hour to its user', async () => {
  const invited = await createTestApi({ SIGNUP: 'invite', SIGNUPS_PER_HOUR: '1' })
  for (let n = 0; n < 3; n++) {
    const { code } = await makeInvite(invited.database, 1)
    expect(await signUp(invited, { invite_code: code })).toBe(201)
  }
  await invited.close()
  const demo = await createTestApi({ SIGNUPS_PER_HOUR: String(limits.signupsPerHourUncounted) })
  expect(await signUp(demo)).toBe(201)
  expect(await demo.database.query(`select 1 from rate_limits where subject like 'signup %'`)).toEqual([])
  await demo.close()
})

describe('by invitation', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ SIGNUP: 'invite' })
  })
  afterAll(() => api.close())

  test('a code makes one account, whoever has it first', async () => {
    const { code } = await makeInvite(api.database, 1)
    expect(code).toMatch(/^inv_[A-Za-z0-9_-]{27}$/)
    const before = await accounts(api)
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(api, { invite_code: code })))
    expect(answers.filter((answer) => answer === 201)).toHaveLength(1)
    for (const answer of answers) if (answer !== 201) expect(answer).toEqual([403, 'invite_invalid'])
    expect(await accounts(api)).toBe(before + 1)
    expect(await signUp(api, { invite_code: code })).toEqual([403, 'invite_invalid'])
  })

  test('without a code, with a wrong one or one that is too old, there is none', async () => {
    const { code } = await makeInvite(api.database, 1)
    await api.database.query('update signup_invites set expires_at = now()')
    for (const more of [{}, { invite_code: '' }, { invite_code: `${code}x` }, { invite_code: code }])
      expect(await signUp(api, more)).toEqual([403, 'invite_invalid'])
    expect(JSON.stringify(await api.database.query('select * from signup_invites'))).not.toContain(code)
  })

  test('a signup that fails for another reason leaves the code good', async () => {
    const { code } = await makeInvite(api.database, 1)
    expect(await signUp(api, { invite_code: code, contact_email: 'nowhere' })).toEqual([
      422,
      'validation_error',
    ])
    expect(await signUp(api, { invite_code: code })).toBe(201)
  })
})

describe('with confirmation', () => {
  let api: TestApi
  let account: TestAccount
  let live: Owner
  let sandbox: Owner
  const held = [
    'send_message',
    'send_draft',
    'reply_to_message',
    'reply_all_to_message',
    'forward_message',
    'approve',
    'purchase_credits',
    'create_payment_method',
    'subscribe',
    'set_auto_topup',
  ] as const
  const confirmedAt = (at: string) =>
    api.database.query(`update users set email_confirmed_at = ${at} where account_id = $1`, [
      account.accountId,
    ])
  const unconfirmed = [403, 'account_unconfirmed']
  beforeAll(async () => {
    api = await createTestApi({ SIGNUP: 'confirm' })
    account = await api.signUp()
    // One of each needs an account that may send; then it is as if nobody had confirmed anything.
    await confirmedAt('now()')
    live = await makeOneOfEach(api, account.liveKey, account.tenantId, 'unconfirmed')
    sandbox = await makeOneOfEach(api, account.sandboxKey, account.sandboxTenantId, 'unconfirmed-sandbox')
  })
  afterAll(() => api.close())

  const call = async (name: (typeof held)[number], owner: Owner, by = api) => {
    const { endpoints } = await import('../../shared/domain/endpoints.ts')
    const { method, paths } = endpoints[name]
    const attempt = await attempts[name](owner)
    const path = filled(paths[0], { ...owner.resources, ...attempt.resources })
    return by.app.inject({
      method: method as 'POST',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(attempt.body ?? {}),
    })
  }

  test.each(held)('%s works in the sandbox at once, and live once the address is confirmed', async (name) => {
    // What is confirmed once is remembered, so that another process has to ask.
    const fresh = { ...api, app: await api.anotherProcess() }
    await confirmedAt('now()')
    const attempt = await attempts[name](live)
    await confirmedAt('null')
    expect((await call(name, sandbox, fresh)).statusCode).toBeLessThan(300)
    const { endpoints } = await import('../../shared/domain/endpoints.ts')
    const path = filled(endpoints[name].paths[0], { ...live.resources, ...attempt.resources })
    const ask = () =>
      fresh.app.inject({
        method: endpoints[name].method as 'POST',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
        payload: JSON.stringify(attempt.body ?? {}),
      })
    const balance = await api.balance(account.accountId)
    const refused = await ask()
    expect([refused.statusCode, refused.json().error.code]).toEqual(unconfirmed)
    expect(await api.balance(account.accountId)).toBe(balance)
    await confirmedAt('now()')
    expect((await ask()).statusCode).toBeLessThan(300)
    await fresh.app.close()
  })

  test('strangers are invited once the address is confirmed', async () => {
    await confirmedAt('null')
    const app = await api.anotherProcess()
    const invite = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/users',
        headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ email: 'stranger@peer.example', role: 'viewer' }),
      })
    const refused = await invite()
    expect([refused.statusCode, refused.json().error.code]).toEqual(unconfirmed)
    await confirmedAt('now()')
    expect((await invite()).statusCode).toBe(201)
    await app.close()
  })

  test('signing up has the link mailed, and five more an hour can be asked for', async () => {
    const own = await api.signUp()
    const jobs = () =>
      api.database.query(
        `select 1 from pgboss.job where name = 'confirmation' and data ->> 'accountId' = $1`,
        [own.accountId],
      )
    expect(await jobs()).toHaveLength(1)
    for (let n = 0; n < 5; n++) {
      const { status, body } = await api.call('POST', '/account/confirmation', own.liveKey)
      expect([status, body]).toEqual([202, { email: 'ops@acme.example', link_valid_hours: 48 }])
    }
    const sixth = await api.call('POST', '/account/confirmation', own.liveKey)
    expect([sixth.status, sixth.body.error?.code]).toEqual([429, 'rate_limited'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    expect(await jobs()).toHaveLength(6)
    await api.database.query('update users set email_confirmed_at = now() where account_id = $1', [
      own.accountId,
    ])
    const seventh = await api.call('POST', '/account/confirmation', own.liveKey)
    expect([seventh.status, seventh.body.error?.code]).toEqual([409, 'already_confirmed'])
  })

  test('an address of this service confirms nothing', async () => {
    for (const contact_email of ['agent@inbox.localhost', 'Agent@INBOX.localhost'])
      expect(await signUp(api, { contact_email })).toEqual([422, 'validation_error'])
  })
})

test('open, nothing waits for a confirmation', async () => {
  const api = await createTestApi({ SIGNUP: 'open' })
  const account = await api.signUp()
  expect((await api.call('POST', '/credits/purchase', account.liveKey, { credits: 100 })).status).toBe(201)
  const { body } = await api.call('GET', '/account', account.liveKey)
  expect(body.users).toMatchObject([{ email: 'ops@acme.example', email_confirmed_at: null }])
  await api.close()
})
