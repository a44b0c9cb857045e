/** Contract of billing as it comes: the manual gateway, the sandbox, and who may do what. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAfter } from '../../shared/flow/billing/work.ts'
import { type Answer, createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'
import { billingParts, ledgerAddsUp, ledgerOf } from '../support/billing.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
})
afterAll(() => api.close())

const code = ({ status, body }: Answer) => [status, body.error?.code]
const paths = (answer: Answer) =>
  ((answer.body.error?.details ?? []) as unknown as { path: string }[]).map(({ path }) => path)

describe('buying credits', () => {
  test('makes an order, grants the credits at once, and says that nobody took money', async () => {
    const { accountId, liveKey } = await api.signUp()
    const bought = await api.call('POST', '/credits/purchase', liveKey, { credits: 5_001 })
    expect(bought.status).toBe(201)
    expect(bought.body).toEqual({
      id: expect.stringMatching(/^ord_[0-9a-z]{26}$/),
      kind: 'purchase',
      status: 'paid',
      credits: 5_001,
      amount: 2_501,
      currency: 'usd',
      gateway: 'manual',
      simulated: false,
      payment_method_id: null,
      failure: null,
      refunded_amount: 0,
      balance: 6_001,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await api.balance(accountId)).toBe(6_001)
    expect((await ledgerOf(api.database, accountId)).at(-1)).toEqual({
      amount: 5_001,
      reason: 'purchase',
      reference: bought.body.id,
      balance_after: 6_001,
    })
    expect(await ledgerAddsUp(api.database, accountId)).toBe(true)
    const order = await api.call('GET', `/billing/orders/${bought.body.id}`, liveKey)
    const { balance, ...shown } = bought.body
    expect(order.body).toEqual(shown)
    expect(itemsOf(await api.call('GET', '/billing/orders', liveKey), 'orders')).toEqual([shown])
    const audit = await api.call('GET', '/audit_log?event_type=billing', liveKey)
    const { user_id, id: key_id } = (await api.call('GET', '/api_keys', liveKey)).body.api_keys![0] as never
    expect(itemsOf(audit, 'entries')).toMatchObject([
      { metadata: { order_id: bought.body.id, gateway: 'manual' } },
      {
        description: '5001 credits were ordered.',
        metadata: { order_id: bought.body.id, amount: 2_501, user_id, key_id },
      },
    ])
  })

  test('with an Idempotency-Key is one purchase, however often it is repeated', async () => {
    const { accountId, liveKey } = await api.signUp()
    const buy = (credits: number) =>
      api.call('POST', '/credits/purchase', liveKey, { credits }, { 'idempotency-key': 'purchase' })
    const answers = await Promise.all([buy(100), buy(100), buy(100), buy(100)])
    const done = answers.filter(({ status }) => status === 201)
    expect(done.length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect((await buy(100)).text).toBe(done[0]!.text)
    expect(code(await buy(200))).toEqual([422, 'idempotency_mismatch'])
    expect(await api.balance(accountId)).toBe(1_100)
  })

  test('refuses what is no number of credits, or more than is sold', async () => {
    for (const credits of [0, -5, 1.5, '100', null, 1_000_001, 1e11]) {
      const answer = await api.call('POST', '/credits/purchase', account.liveKey, { credits })
      expect(code(answer), String(credits)).toEqual([422, 'validation_error'])
      expect(paths(answer)).toEqual(['body.credits'])
    }
    const foreign = await api.call('POST', '/credits/purchase', account.liveKey, {
      credits: 100,
      payment_method_id: 'pmt_00000000000000000000000000',
    })
    expect([...code(foreign), ...paths(foreign)]).toEqual([422, 'validation_error', 'body.payment_method_id'])
    expect(itemsOf(await api.call('GET', '/billing/orders', account.liveKey), 'orders')).toEqual([])
  })
})

test('plans and prices are listed, and an operator can replace them', async () => {
  const listed = await api.call('GET', '/billing/plans', account.liveKey)
  expect(listed.body).toMatchObject({
    plans: [{ id: 'starter', amount: 1_900, currency: 'usd', interval: 'month', credits: 5_000 }, {}, {}],
    credits: { price_per_1000: 500, currency: 'usd', min: 1, max: 1_000_000 },
  })
  const file = join(tmpdir(), `plans-${process.pid}.json`)
  writeFileSync(
    file,
    JSON.stringify({
      currency: 'eur',
      credits: { price_per_1000: 1, min: 10, max: 20 },
      plans: [{ id: 'solo', name: 'Solo', amount: 1, credits: 7 }],
    }),
  )
  const other = await createTestApi({ PLANS_FILE: file })
  try {
    const { liveKey } = await other.signUp()
    expect((await other.call('GET', '/billing/plans', liveKey)).body).toMatchObject({
      plans: [{ id: 'solo', currency: 'eur' }],
      credits: { min: 10 },
    })
    expect((await other.call('POST', '/credits/purchase', liveKey, { credits: 9 })).status).toBe(422)
    expect((await other.call('POST', '/credits/purchase', liveKey, { credits: 10 })).body).toMatchObject({
      amount: 1,
      currency: 'eur',
    })
  } finally {
    await other.close()
  }
})

describe('payment methods', () => {
  test('are kept without their token; the first is the default, and the newest follows it', async () => {
    const { liveKey, tenantId } = await api.signUp()
    const add = async (token: string, more = {}) =>
      (await api.call('POST', '/billing/payment-methods', liveKey, { token, ...more })).body
    const first = await add('tok_first')
    expect(first).toEqual({
      id: expect.stringMatching(/^pmt_[0-9a-z]{26}$/),
      gateway: 'manual',
      type: 'manual',
      brand: null,
      last4: null,
      exp_month: null,
      exp_year: null,
      is_default: true,
      created_at: expect.any(String),
    })
    expect(await add('tok_second')).toMatchObject({ is_default: false })
    const third = await add('tok_third', { set_default: true })
    expect(third.is_default).toBe(true)
    expect((await add('tok_first')).id, 'the same token again').toBe(first.id)
    const list = async () =>
      itemsOf(await api.call('GET', '/billing/payment-methods', liveKey), 'payment_methods').map(
        ({ id, is_default }) => [id, is_default],
      )
    expect((await list()).filter(([, isDefault]) => isDefault)).toEqual([[third.id, true]])
    expect((await api.call('DELETE', `/billing/payment-methods/${third.id}`, liveKey)).status).toBe(204)
    expect((await list()).map(([, isDefault]) => isDefault)).toEqual([true, false])
    expect(code(await api.call('DELETE', `/billing/payment-methods/${third.id}`, liveKey))).toEqual([
      404,
      'not_found',
    ])
    const rows = await api.database.query(
      'select row_to_json(m)::text from payment_methods m where tenant_id = $1',
      [tenantId],
    )
    expect(JSON.stringify(rows)).not.toContain('tok_')
  })

  test('another one is made the default, once, with an entry in the audit log', async () => {
    const { liveKey, sandboxKey } = await api.signUp()
    const add = async (token: string) =>
      String((await api.call('POST', '/billing/payment-methods', liveKey, { token })).body.id)
    const first = await add('tok_first')
    const second = await add('tok_second')
    const setDefault = (id: string, body: unknown = { set_default: true }, key = liveKey) =>
      api.call('PATCH', `/billing/payment-methods/${id}`, key, body)
    for (let times = 0; times < 2; times++) {
      const answer = await setDefault(second)
      expect([answer.status, answer.body.id, answer.body.is_default]).toEqual([200, second, true])
    }
    const list = itemsOf(await api.call('GET', '/billing/payment-methods', liveKey), 'payment_methods')
    expect(list.map(({ id, is_default }) => [id, is_default])).toEqual([
      [second, true],
      [first, false],
    ])
    const bought = await api.call('POST', '/credits/purchase', liveKey, { credits: 100 })
    expect(bought.body.payment_method_id).toBe(second)
    const log = itemsOf(await api.call('GET', '/audit_log?event_type=billing', liveKey), 'entries')
    const made = log.filter(({ description }) => String(description).includes('made the default'))
    expect(made).toMatchObject([{ metadata: { payment_method_id: second, gateway: 'manual' } }])
    for (const body of [{}, { set_default: false }, { set_default: true, token: 'tok_x' }])
      expect(code(await setDefault(first, body))).toEqual([422, 'validation_error'])
    expect(code(await setDefault(first, undefined, sandboxKey))).toEqual([404, 'not_found'])
    // Two at once leave one default.
    await Promise.all([first, second, first, second].map((id) => setDefault(id)))
    const after = itemsOf(await api.call('GET', '/billing/payment-methods', liveKey), 'payment_methods')
    expect(after.filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  test('are tokens, never the numbers of cards', async () => {
    for (const token of ['', '4242424242424242', '4242-4242-4242-4242', 'pm 1', 'x'.repeat(256)]) {
      const answer = await api.call('POST', '/billing/payment-methods', account.liveKey, { token })
      expect(code(answer)).toEqual([422, 'validation_error'])
      expect(answer.text).not.toContain('4242')
    }
  })
})

describe('plans', () => {
  test('a subscription shows in the account, grants its credits, and each month again', async () => {
    const { accountId, liveKey, tenantId } = await api.signUp()
    expect(code(await api.call('GET', '/billing/subscription', liveKey))).toEqual([404, 'not_found'])
    const made = await api.call('POST', '/billing/subscribe', liveKey, { plan: 'starter' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
      plan: 'starter',
      status: 'active',
      gateway: 'manual',
      simulated: false,
      payment_method_id: null,
      current_period_end: expect.any(String),
      cancel_at_period_end: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await api.balance(accountId)).toBe(6_000)
    expect((await api.call('GET', '/credits', liveKey)).body.plan).toBe('starter')
    const again = await api.call('POST', '/billing/subscribe', liveKey, { plan: 'starter' })
    expect(again.body.id).toBe(made.body.id)
    expect(await api.balance(accountId)).toBe(5_999)

    const parts = billingParts(api.database)
    await lookAfter(parts)
    expect(await api.balance(accountId), 'the month has not ended').toBe(5_999)
    await api.database.query(
      "update subscriptions set current_period_end = current_period_end - interval '1 month 1 day' where tenant_id = $1",
      [tenantId],
    )
    await Promise.all([lookAfter(parts), lookAfter(billingParts(api.database))])
    expect(await api.balance(accountId)).toBe(10_999)
    expect(await ledgerAddsUp(api.database, accountId)).toBe(true)
    expect(
      itemsOf(await api.call('GET', '/billing/orders?kind=subscription', liveKey), 'orders'),
    ).toHaveLength(2)
  })

  test('another plan begins its own month; a cancelled one ends with the month', async () => {
    const { accountId, liveKey, tenantId } = await api.signUp()
    await api.call('POST', '/billing/subscribe', liveKey, { plan: 'starter' })
    const changed = await api.call('POST', '/billing/subscribe', liveKey, { plan: 'pro' })
    expect(changed.body).toMatchObject({ plan: 'pro', status: 'active' })
    expect(await api.balance(accountId)).toBe(36_000)
    await api.call('POST', '/billing/subscribe', liveKey, { plan: 'starter' })
    await api.call('POST', '/billing/subscribe', liveKey, { plan: 'pro' })
    expect(await api.balance(accountId), 'to and fro on one day grants nothing more').toBe(36_000)

    expect((await api.call('DELETE', '/billing/subscription', liveKey)).status).toBe(204)
    expect((await api.call('GET', '/billing/subscription', liveKey)).body).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    })
    await api.call('POST', '/billing/subscribe', liveKey, { plan: 'pro' })
    expect((await api.call('GET', '/billing/subscription', liveKey)).body.cancel_at_period_end).toBe(false)
    await api.call('DELETE', '/billing/subscription', liveKey)
    await api.database.query('update subscriptions set current_period_end = now() where tenant_id = $1', [
      tenantId,
    ])
    await lookAfter(billingParts(api.database))
    expect(code(await api.call('GET', '/billing/subscription', liveKey))).toEqual([404, 'not_found'])
    expect(code(await api.call('DELETE', '/billing/subscription', liveKey))).toEqual([404, 'not_found'])
    expect((await api.call('GET', '/credits', liveKey)).body.plan).toBe('free')
    expect(await api.balance(accountId)).toBe(35_999)
  })

  test('a subscription that is cancelled while its renewal waits is not renewed', async () => {
    const { accountId, liveKey, tenantId } = await api.signUp()
    await api.call('POST', '/billing/subscribe', liveKey, { plan: 'starter' })
    await api.database.query('update subscriptions set current_period_end = now() where tenant_id = $1', [
      tenantId,
    ])
    const parts = billingParts(api.database)
    const cancelling = await api.database.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>(
        'select pg_backend_pid() as pid from accounts where id = $1 for no key update',
        [accountId],
      )
      const renewing = lookAfter(parts)
      await expect
        .poll(() =>
          api.database.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
            own!.pid,
          ]),
        )
        .toHaveLength(1)
      await tx.query('update subscriptions set cancel_at_period_end = true where tenant_id = $1', [tenantId])
      return { renewing }
    })
    await cancelling.renewing
    expect(await api.balance(accountId)).toBe(6_000)
    await lookAfter(parts)
    expect(code(await api.call('GET', '/billing/subscription', liveKey))).toEqual([404, 'not_found'])
    expect(await api.balance(accountId)).toBe(6_000)
  })

  test('a subscription ends on the day of the month on which it was begun, after a shorter month, too', async () => {
    const { liveKey, tenantId } = await api.signUp()
    await api.call('POST', '/billing/subscribe', liveKey, { plan: 'starter' })
    const dayOf = 'select anchor_day from subscriptions where tenant_id = $1'
    const [begun] = await api.database.query<{ anchor_day: number }>(dayOf, [tenantId])
    expect(begun?.anchor_day).toBeGreaterThanOrEqual(1)
    // As one that began on 31 January.
    await api.database.query(
      "update subscriptions set anchor_day = 31, current_period_end = '2026-02-28T10:20:30Z' where tenant_id = $1",
      [tenantId],
    )
    const ends: string[] = []
    for (let month = 0; month < 3; month++) {
      await lookAfter(billingParts(api.database))
      const { body } = await api.call('GET', '/billing/subscription', liveKey)
      ends.push(String(body.current_period_end).slice(0, 10))
    }
    expect(ends).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
  })

  test('a subscription of this gateway ends with its month once another one is in use', async () => {
    const { accountId, liveKey, tenantId } = await api.signUp()
    await api.call('POST', '/billing/subscribe', liveKey, { plan: 'starter' })
    const stripe = {
      BILLING_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_of_nobody',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
    }
    const parts = billingParts(api.database, stripe)
    await lookAfter(parts)
    expect((await api.call('GET', '/credits', liveKey)).body.plan, 'its month is paid for').toBe('starter')
    await api.database.query('update subscriptions set current_period_end = now() where tenant_id = $1', [
      tenantId,
    ])
    await lookAfter(parts)
    expect(code(await api.call('GET', '/billing/subscription', liveKey))).toEqual([404, 'not_found'])
    expect((await api.call('GET', '/credits', liveKey)).body.plan).toBe('free')
    expect(await api.balance(accountId), 'nobody pays for another one').toBe(5_998)
    const [entry] = itemsOf(await api.call('GET', '/audit_log?event_type=billing', liveKey), 'entries')
    expect(entry).toMatchObject({
      description: 'The subscription ended with its month.',
      metadata: { gateway: 'manual', plan: 'starter', why: 'gateway_not_in_use' },
    })
  })

  test('a plan that there is not is 422, with those that there are', async () => {
    for (const plan of ['free', 'platinum', '']) {
      const answer = await api.call('POST', '/billing/subscribe', account.liveKey, { plan })
      expect([...code(answer), ...paths(answer)]).toEqual([422, 'validation_error', 'body.plan'])
    }
    expect(
      (await api.call('POST', '/billing/subscribe', account.liveKey, { plan: 'platinum' })).text,
    ).toContain('starter, pro, scale')
  })
})

describe('auto top-up', () => {
  test('is off until it is configured, and answers what was set', async () => {
    const { liveKey } = await api.signUp()
    const off = {
      enabled: false,
      threshold: null,
      credits: null,
      payment_method_id: null,
      under_way: false,
      failure: null,
      updated_at: null,
    }
    expect((await api.call('GET', '/billing/auto-topup', liveKey)).body).toEqual(off)
    const set = await api.call('PUT', '/billing/auto-topup', liveKey, {
      enabled: true,
      threshold: 200,
      credits: 500,
    })
    expect(set.status).toBe(200)
    expect(set.body).toEqual({
      ...off,
      enabled: true,
      threshold: 200,
      credits: 500,
      updated_at: expect.any(String),
    })
    expect((await api.call('GET', '/billing/auto-topup', liveKey)).body).toEqual(set.body)
    const replaced = await api.call('PUT', '/billing/auto-topup', liveKey, { enabled: false })
    expect(replaced.body).toMatchObject({ enabled: false, threshold: null, credits: null })
  })

  test('needs a threshold and a number of credits, and a payment method that there is', async () => {
    const put = (body: unknown) => api.call('PUT', '/billing/auto-topup', account.liveKey, body)
    expect(paths(await put({ enabled: true, credits: 5 }))).toEqual(['body.threshold'])
    expect(paths(await put({ enabled: true, threshold: 5 }))).toEqual(['body.credits'])
    expect(paths(await put({ threshold: 5, credits: 5 }))).toEqual(['body.enabled'])
    expect(paths(await put({ enabled: true, threshold: 0, credits: 5 }))).toEqual(['body.threshold'])
    expect(paths(await put({ enabled: true, threshold: 5, credits: 5, payment_method_id: 'pmt_x' }))).toEqual(
      ['body.payment_method_id'],
    )
    expect(paths(await put({ enabled: false, every: 5 }))).toEqual(['body.every'])
  })
})

describe('a sandbox key', () => {
  test('moves no money, grants nothing and shows nothing of the account to the other tenant', async () => {
    const { accountId, liveKey, sandboxKey } = await api.signUp()
    const bought = await api.call('POST', '/credits/purchase', sandboxKey, { credits: 100 })
    expect(bought.body).toMatchObject({
      status: 'paid',
      gateway: 'simulated',
      simulated: true,
      balance: 1_000,
    })
    const subscribed = await api.call('POST', '/billing/subscribe', sandboxKey, { plan: 'pro' })
    expect(subscribed.body).toMatchObject({ status: 'active', gateway: 'simulated', simulated: true })
    await api.call('POST', '/billing/payment-methods', sandboxKey, { token: 'pm_card_visa' })
    expect(await api.balance(accountId)).toBe(1_000)
    expect((await api.call('GET', '/credits', sandboxKey)).body.plan).toBe('free')
    for (const path of ['/billing/orders', '/billing/payment-methods'])
      expect(
        itemsOf(
          await api.call('GET', path, liveKey),
          path === '/billing/orders' ? 'orders' : 'payment_methods',
        ),
      ).toEqual([])
    expect((await api.call('GET', `/billing/orders/${bought.body.id}`, liveKey)).status).toBe(404)
    expect((await api.call('GET', '/billing/subscription', liveKey)).status).toBe(404)
    expect((await api.call('DELETE', '/billing/subscription', liveKey)).status).toBe(404)
  })

  test('can try what happens to a card that is declined, or that wants its owner', async () => {
    const { sandboxKey } = await api.signUp()
    const add = async (token: string) =>
      String((await api.call('POST', '/billing/payment-methods', sandboxKey, { token })).body.id)
    const buy = (payment_method_id: string) =>
      api.call('POST', '/credits/purchase', sandboxKey, { credits: 100, payment_method_id })
    const refused = await buy(await add('pm_card_chargeDeclined'))
    expect(code(refused)).toEqual([402, 'payment_failed'])
    expect((await buy(await add('pm_card_authenticationRequired'))).body).toMatchObject({
      status: 'requires_action',
    })
    expect((await buy(await add('pm_card_visa'))).body).toMatchObject({ status: 'paid' })
    const statuses = itemsOf(await api.call('GET', '/billing/orders', sandboxKey), 'orders').map(
      ({ status }) => status,
    )
    expect(statuses).toEqual(['paid', 'requires_action', 'failed'])
  })
})

test('what changes billing needs billing:write, and a key of the whole tenant', async () => {
  const key = async (body: Record<string, unknown>) =>
    String((await api.call('POST', '/api_keys', account.liveKey, { name: 'Key', ...body })).body.key)
  const reader = await key({ scopes: ['billing:read'] })
  const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'billing-limited' })
  const limited = await key({ scopes: ['billing:read', 'billing:write'], inbox_id: inbox.body.id })
  const changes: [string, string, unknown?][] = [
    ['POST', '/credits/purchase', { credits: 100 }],
    ['POST', '/billing/payment-methods', { token: 'tok_1' }],
    ['PATCH', '/billing/payment-methods/pmt_00000000000000000000000000', { set_default: true }],
    ['DELETE', '/billing/payment-methods/pmt_00000000000000000000000000'],
    ['POST', '/billing/subscribe', { plan: 'pro' }],
    ['DELETE', '/billing/subscription'],
    ['PUT', '/billing/auto-topup', { enabled: false }],
  ]
  for (const [method, path, body] of changes)
    for (const one of [reader, limited])
      expect(code(await api.call(method, path, one, body)), `${method} ${path}`).toEqual([403, 'forbidden'])
  for (const path of ['/billing/plans', '/billing/orders', '/billing/payment-methods', '/billing/auto-topup'])
    expect((await api.call('GET', path, reader)).status).toBe(200)
})

test('nothing of billing costs credits', async () => {
  const { accountId, liveKey } = await api.signUp()
  for (const path of ['/billing/plans', '/billing/orders', '/billing/payment-methods', '/billing/auto-topup'])
    await api.call('GET', path, liveKey)
  await api.call('PUT', '/billing/auto-topup', liveKey, { enabled: false })
  await api.call('POST', '/billing/payment-methods', liveKey, { token: 'tok_1' })
  expect(await api.balance(accountId)).toBe(1_000)
})

test('orders are listed page by page, by kind and status', async () => {
  const { liveKey } = await api.signUp()
  const made: string[] = []
  for (let i = 0; i < 5; i++)
    made.unshift(String((await api.call('POST', '/credits/purchase', liveKey, { credits: 10 + i })).body.id))
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await api.call('GET', `/billing/orders?kind=purchase&status=paid&limit=2${cursor}`, liveKey)
    seen.push(...itemsOf(page, 'orders').map(({ id }) => String(id)))
    cursor = page.body.next_cursor === null ? '' : `&cursor=${page.body.next_cursor}`
  } while (cursor !== '')
  expect(seen).toEqual(made)
  expect(itemsOf(await api.call('GET', '/billing/orders?status=failed', liveKey), 'orders')).toEqual([])
  expect((await api.call('GET', '/billing/orders?status=lost', liveKey)).status).toBe(422)
})

test('without Stripe, its events are not taken', async () => {
  const answer = await api.inject({
    method: 'POST',
    url: '/api/v1/billing/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    payload: '{}',
  })
  expect(code(answer)).toEqual([404, 'not_found'])
})
