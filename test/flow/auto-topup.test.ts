/** Auto top-up: begun once when the balance falls below the threshold, whoever notices, and paid once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BillingParts } from '../../shared/flow/billing/parts.ts'
import { lookAfter, payWhatIsDue, workBilling } from '../../shared/flow/billing/work.ts'
import { createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'
import { billingParts, ledgerAddsUp, ledgerOf, tell } from '../support/billing.ts'
import { StripeServer } from '../support/stripe-server.ts'

let stripe: StripeServer
let api: TestApi
let parts: BillingParts
beforeAll(async () => {
  stripe = await StripeServer.start()
  api = await createTestApi(stripe.settings)
  parts = billingParts(api.database, stripe.settings)
})
afterAll(async () => {
  await api.close()
  await stripe.stop()
})
beforeEach(() => stripe.calm())
// What a request begins of a top-up it does not wait for, and each round pays whatever is due: of this test only.
afterEach(async () => {
  await api.database.query('update auto_topups set enabled = false, due_at = null')
  await api.database.query("update orders set next_attempt_at = 'infinity' where status = 'processing'")
})

interface Topup {
  threshold?: number
  credits?: number
  token?: string
}

/** An account that tops up. */
async function accountWith({ threshold = 900, credits = 500, token = 'pm_card_visa' }: Topup = {}) {
  const account = await api.signUp()
  const method = await api.call('POST', '/billing/payment-methods', account.liveKey, { token })
  const set = await api.call('PUT', '/billing/auto-topup', account.liveKey, {
    enabled: true,
    threshold,
    credits,
    payment_method_id: method.body.id,
  })
  expect(set.status).toBe(200)
  return account
}

const settings = async ({ liveKey }: TestAccount) =>
  (await api.call('GET', '/billing/auto-topup', liveKey)).body

const ordersOf = async ({ liveKey }: TestAccount, query = '') =>
  itemsOf(await api.call('GET', `/billing/orders?kind=auto_topup${query}`, liveKey), 'orders')

const setBalance = (account: TestAccount, credits: number) =>
  api.database.query(
    `with set_to as (update accounts set credits = $2 where id = $1 returning credits)
     insert into credit_entries (account_id, id, amount, reason, balance_after)
     select $1, 'crd_' || gen_random_uuid(), credits - (select credits from accounts where id = $1), 'test', credits from set_to`,
    [account.accountId, credits],
  )

const read = (account: TestAccount, via: TestApi['call'] = api.call) =>
  via('GET', '/inboxes', account.liveKey)

/** Resolves when a top-up of the account is due. */
const due = (account: TestAccount) =>
  expect
    .poll(() =>
      api.database.query('select 1 from auto_topups where tenant_id = $1 and due_at is not null', [
        account.tenantId,
      ]),
    )
    .toHaveLength(1)

const later = (account: TestAccount) =>
  api.database.query('update auto_topups set due_at = now() where tenant_id = $1 and due_at is not null', [
    account.tenantId,
  ])

test('a read that leaves less than the threshold begins one, and at the threshold itself none does', async () => {
  const account = await accountWith()
  await setBalance(account, 901)
  expect((await read(account)).status).toBe(200)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toEqual([])
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  expect(await api.balance(account.accountId)).toBe(899 + 500)
  const [order] = await ordersOf(account)
  expect(order).toMatchObject({
    status: 'paid',
    credits: 500,
    amount: 250,
    currency: 'usd',
    gateway: 'stripe',
  })
  expect((await ledgerOf(api.database, account.accountId)).at(-1)).toMatchObject({
    amount: 500,
    reason: 'auto_topup',
    reference: order!.id,
  })
  const intent = stripe.paid.find(({ metadata }) => metadata.order_id === String(order!.id))
  expect(intent).toMatchObject({ amount: 250 })
  expect(stripe.requests.findLast(({ path }) => path === '/v1/payment_intents')?.form).toMatchObject({
    off_session: 'true',
    confirm: 'true',
  })
  expect(await settings(account)).toMatchObject({ enabled: true, under_way: false, failure: null })
})

test('a write begins one in the transaction of its charge', async () => {
  const account = await accountWith()
  await setBalance(account, 902)
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'topup-write' })
  const rows = await api.database.query(
    'select 1 from auto_topups where tenant_id = $1 and due_at is not null',
    [account.tenantId],
  )
  expect(rows).toHaveLength(1)
})

test('of 100 requests at once on two processes that cross the threshold, with two workers, one tops up', async () => {
  const account = await accountWith({ threshold: 950, credits: 5_000 })
  const other = await createTestApi(stripe.settings, { database: api.database })
  const stop = [workBilling(parts), workBilling(billingParts(api.database, stripe.settings))]
  try {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        i % 4 === 0
          ? api.call('POST', '/inboxes', account.liveKey, { slug: `topup-crowd-${i}` })
          : read(account, i % 2 === 0 ? api.call : other.call),
      ),
    )
    await expect.poll(() => ordersOf(account, '&status=paid')).toHaveLength(1)
    for (let i = 0; i < 5; i++) await payWhatIsDue(parts)
  } finally {
    await Promise.all(stop.map((end) => end()))
    await other.close()
  }
  expect(await ordersOf(account)).toHaveLength(1)
  expect(stripe.paid.filter(({ metadata }) => metadata.tenant_id === account.tenantId)).toHaveLength(1)
  expect(await ledgerAddsUp(api.database, account.accountId)).toBe(true)
})

test('each further crossing tops up once more', async () => {
  const account = await accountWith()
  for (const round of [1, 2, 3]) {
    await setBalance(account, 900)
    await read(account)
    await due(account)
    await payWhatIsDue(parts)
    expect(await ordersOf(account)).toHaveLength(round)
    expect(await api.balance(account.accountId)).toBe(1_399)
  }
})

test('switched on below the threshold, it tops up at once; without credits too', async () => {
  const account = await api.signUp()
  await setBalance(account, 0)
  await api.call('POST', '/billing/payment-methods', account.liveKey, { token: 'pm_card_visa' })
  const set = await api.call('PUT', '/billing/auto-topup', account.liveKey, {
    enabled: true,
    threshold: 10,
    credits: 100,
  })
  expect(set.body).toMatchObject({ enabled: true, under_way: true })
  await payWhatIsDue(parts)
  expect(await api.balance(account.accountId)).toBe(100)
})

test('what nobody began is begun by the worker', async () => {
  const account = await accountWith()
  await setBalance(account, 0)
  expect((await read(account)).status).toBe(402)
  await due(account)
  await api.database.query('update auto_topups set due_at = null where tenant_id = $1', [account.tenantId])
  await api.database.query('update accounts set topup_below = 900 where id = $1', [account.accountId])
  await lookAfter(parts)
  await payWhatIsDue(parts)
  expect(await api.balance(account.accountId)).toBe(500)
})

test('an answer that gets lost is asked for again, and paid once', async () => {
  const account = await accountWith()
  await setBalance(account, 900)
  await read(account)
  await due(account)
  stripe.trouble(/payment_intents$/, 'lose answer', 2)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toMatchObject([{ status: 'processing' }])
  expect(await settings(account)).toMatchObject({ under_way: true })
  expect(await api.balance(account.accountId)).toBe(899)
  await read(account)
  await api.database.query('update orders set next_attempt_at = now() where tenant_id = $1', [
    account.tenantId,
  ])
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toMatchObject([{ status: 'paid' }])
  expect(await api.balance(account.accountId)).toBe(898 + 500)
  expect(stripe.paid.filter(({ metadata }) => metadata.tenant_id === account.tenantId)).toHaveLength(1)
})

test('a payment whose process died is ended by another, with what Stripe tells of it meanwhile', async () => {
  const account = await accountWith()
  await setBalance(account, 900)
  await read(account)
  await due(account)
  stripe.trouble(/payment_intents$/, 'lose answer', 2)
  await payWhatIsDue(parts)
  const intent = stripe.paid.find(({ metadata }) => metadata.tenant_id === account.tenantId)!
  expect(await tell(api, stripe, 'payment_intent.succeeded', intent)).toBe(200)
  expect(await api.balance(account.accountId)).toBe(1_399)
  await api.database.query('update orders set next_attempt_at = now() where tenant_id = $1', [
    account.tenantId,
  ])
  await payWhatIsDue(parts)
  expect(await api.balance(account.accountId)).toBe(1_399)
})

test('an order that is paid after all, once another is under way, leaves that one be', async () => {
  const account = await accountWith({ token: 'pm_card_chargeCustomerFail' })
  await setBalance(account, 900)
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  const [first] = await ordersOf(account)
  expect(first).toMatchObject({ status: 'failed' })
  await later(account)
  stripe.trouble(/payment_intents$/, { status: 500 }, 2)
  await payWhatIsDue(parts)
  expect(await ordersOf(account, '&status=processing')).toHaveLength(1)
  const [intent] = [...stripe.intents.values()].filter(({ metadata }) => metadata.order_id === first!.id)
  expect(await tell(api, stripe, 'payment_intent.succeeded', stripe.finish(intent!.id, 'succeeded'))).toBe(
    200,
  )
  expect(await api.balance(account.accountId)).toBe(899 + 500)
  expect(await settings(account)).toMatchObject({ under_way: true })
  await setBalance(account, 100)
  await read(account)
  await lookAfter(parts)
  await payWhatIsDue(parts)
  expect(await ordersOf(account), 'no third one beside the second').toHaveLength(2)
})

test('a card that is declined is tried three times in all, then auto top-up is off, and the audit log says so', async () => {
  const account = await accountWith({ token: 'pm_card_chargeCustomerFail' })
  await setBalance(account, 900)
  await read(account)
  await due(account)
  for (const failures of [1, 2]) {
    await payWhatIsDue(parts)
    await payWhatIsDue(parts)
    expect(await ordersOf(account), 'not before its time').toHaveLength(failures)
    expect(await settings(account)).toMatchObject({
      enabled: true,
      under_way: false,
      failure: { code: 'generic_decline', message: 'Your card was declined.' },
    })
    await read(account)
    await later(account)
  }
  await payWhatIsDue(parts)
  expect(await ordersOf(account, '&status=failed')).toHaveLength(3)
  expect(await settings(account)).toMatchObject({ enabled: false, failure: { code: 'generic_decline' } })
  await read(account)
  await lookAfter(parts)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toHaveLength(3)
  const audit = await api.call('GET', '/audit_log?event_type=billing&severity=high', account.liveKey)
  expect(itemsOf(audit, 'entries')).toMatchObject([
    { description: 'An auto top-up failed, and was switched off.', metadata: { failures: 3 } },
  ])
  const again = await api.call('PUT', '/billing/auto-topup', account.liveKey, {
    enabled: true,
    threshold: 10,
    credits: 500,
  })
  expect(again.body).toMatchObject({ enabled: true, failure: null })
})

test('credits that are bought meanwhile end what was to be tried again, until they are used up', async () => {
  const account = await accountWith({ token: 'pm_card_chargeCustomerFail' })
  await setBalance(account, 900)
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toMatchObject([{ status: 'failed' }])
  const { body } = await api.call('POST', '/billing/payment-methods', account.liveKey, {
    token: 'pm_card_visa',
  })
  const buy = (credits: number) =>
    api.call('POST', '/credits/purchase', account.liveKey, { credits, payment_method_id: body.id })
  await setBalance(account, 650)
  expect((await buy(150)).body).toMatchObject({ status: 'paid', balance: 800 })
  await due(account)
  expect((await buy(100)).body).toMatchObject({ status: 'paid', balance: 900 })
  await later(account)
  await payWhatIsDue(parts)
  expect(await ordersOf(account), 'there is enough').toHaveLength(1)
  expect(await settings(account)).toMatchObject({ enabled: true, under_way: false })
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toHaveLength(2)
})

test('a card that wants its owner can not be charged without: that is a failure', async () => {
  const account = await accountWith({ token: 'pm_card_authenticationRequired' })
  await setBalance(account, 900)
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toMatchObject([
    { status: 'failed', failure: { code: 'authentication_required' } },
  ])
})

test('whose payment method is removed is switched off, says so once, and charges no other card', async () => {
  const account = await accountWith()
  const { liveKey, tenantId } = account
  const { payment_method_id: named } = await settings(account)
  await api.call('POST', '/billing/payment-methods', liveKey, {
    token: 'pm_card_mastercard',
    set_default: true,
  })
  expect((await api.call('DELETE', `/billing/payment-methods/${named}`, liveKey)).status).toBe(204)
  const off = {
    enabled: false,
    under_way: false,
    failure: {
      code: 'payment_method_removed',
      message: 'The account no longer has the payment method of auto top-up. Choose another one.',
    },
  }
  expect(await settings(account)).toMatchObject(off)
  await setBalance(account, 900)
  await read(account)
  await lookAfter(parts)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toEqual([])
  expect(stripe.paid.filter(({ metadata }) => metadata.tenant_id === tenantId)).toEqual([])
  expect(await settings(account)).toMatchObject(off)
  const audit = await api.call('GET', '/audit_log?event_type=billing&severity=high', liveKey)
  expect(itemsOf(audit, 'entries')).toMatchObject([
    {
      description: 'An auto top-up failed, and was switched off.',
      metadata: { failure: 'payment_method_removed', enabled: false },
    },
  ])
  const again = { enabled: true, threshold: 900, credits: 500 }
  expect((await api.call('PUT', '/billing/auto-topup', liveKey, again)).body).toMatchObject({
    enabled: true,
    failure: null,
  })
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toMatchObject([{ status: 'paid' }])
})

test('whose payment method is removed while one is under way pays that, and is switched off at the next', async () => {
  const account = await accountWith()
  const { payment_method_id: named } = await settings(account)
  await api.call('POST', '/billing/payment-methods', account.liveKey, {
    token: 'pm_card_mastercard',
    set_default: true,
  })
  await setBalance(account, 900)
  await read(account)
  await due(account)
  stripe.trouble(/payment_intents$/, 'lose answer', 2)
  await payWhatIsDue(parts)
  await api.call('DELETE', `/billing/payment-methods/${named}`, account.liveKey)
  expect(await settings(account)).toMatchObject({ enabled: true, under_way: true, failure: null })
  const [intent] = stripe.paid.filter(({ metadata }) => metadata.tenant_id === account.tenantId)
  await tell(api, stripe, 'payment_intent.succeeded', intent!)
  expect(await ordersOf(account)).toMatchObject([{ status: 'paid' }])
  await setBalance(account, 900)
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toHaveLength(1)
  expect(await settings(account)).toMatchObject({
    enabled: false,
    failure: { code: 'payment_method_removed' },
  })
})

test('that names no payment method goes on with the next default, where the one until then is removed', async () => {
  const account = await accountWith()
  const { payment_method_id: first } = await settings(account)
  const unnamed = { enabled: true, threshold: 900, credits: 500 }
  await api.call('PUT', '/billing/auto-topup', account.liveKey, unnamed)
  const next = await api.call('POST', '/billing/payment-methods', account.liveKey, {
    token: 'pm_card_mastercard',
  })
  await api.call('DELETE', `/billing/payment-methods/${first}`, account.liveKey)
  expect(await settings(account)).toMatchObject({ enabled: true, failure: null })
  await setBalance(account, 900)
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toMatchObject([{ status: 'paid', payment_method_id: next.body.id }])
})

test('without a payment method it fails, and says why', async () => {
  const account = await accountWith()
  const unnamed = { enabled: true, threshold: 900, credits: 500 }
  await api.call('PUT', '/billing/auto-topup', account.liveKey, unnamed)
  const [method] = itemsOf(
    await api.call('GET', '/billing/payment-methods', account.liveKey),
    'payment_methods',
  )
  await api.call('DELETE', `/billing/payment-methods/${method!.id}`, account.liveKey)
  await setBalance(account, 900)
  await read(account)
  await due(account)
  await payWhatIsDue(parts)
  expect(await settings(account)).toMatchObject({ enabled: true, failure: { code: 'no_payment_method' } })
})

test('switched off, nothing is bought, also of what was due', async () => {
  const account = await accountWith()
  await setBalance(account, 900)
  await read(account)
  await due(account)
  await api.call('PUT', '/billing/auto-topup', account.liveKey, { enabled: false })
  await payWhatIsDue(parts)
  await read(account)
  await lookAfter(parts)
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toEqual([])
})

test('switched off while a payment is under way, its failure is no alarm: nobody else switched it off', async () => {
  const account = await accountWith({ token: 'pm_card_chargeCustomerFail' })
  await setBalance(account, 900)
  await read(account)
  await due(account)
  stripe.trouble(/payment_intents$/, { status: 500 }, 2)
  await payWhatIsDue(parts)
  await api.call('PUT', '/billing/auto-topup', account.liveKey, { enabled: false })
  expect(await settings(account)).toMatchObject({ enabled: false, under_way: true })
  await api.database.query('update orders set next_attempt_at = now() where tenant_id = $1', [
    account.tenantId,
  ])
  await payWhatIsDue(parts)
  expect(await ordersOf(account)).toMatchObject([{ status: 'failed' }])
  expect(await settings(account)).toMatchObject({
    enabled: false,
    under_way: false,
    failure: { code: 'generic_decline' },
  })
  const log = await api.call('GET', '/audit_log?event_type=billing', account.liveKey)
  expect(itemsOf(log, 'entries')[0]).toMatchObject({
    severity: 'medium',
    description: 'An auto top-up failed; it had been switched off meanwhile.',
    metadata: { failure: 'generic_decline', enabled: false },
  })
})

test('an account that is deleted pays nothing more, also of what was ordered before', async () => {
  const account = await accountWith()
  await setBalance(account, 900)
  await read(account)
  await due(account)
  // Stripe is away, and so the account stays where it is for a while.
  stripe.trouble(/payment_intents$/, { status: 500 }, 2)
  await payWhatIsDue(parts)
  stripe.trouble(/payment_methods/, { status: 500 }, 2)
  expect((await api.call('DELETE', '/account', account.liveKey, { confirm: 'Acme' })).status).toBe(204)
  const left = await api.database.query(
    "update orders set next_attempt_at = now() where tenant_id = $1 and status = 'processing' returning 1",
    [account.tenantId],
  )
  expect(left).toHaveLength(1)
  await payWhatIsDue(parts)
  expect(stripe.paid.filter(({ metadata }) => metadata.tenant_id === account.tenantId)).toEqual([])
})

test('a sandbox key keeps settings of its own, which come to nothing', async () => {
  const account = await api.signUp()
  const set = await api.call('PUT', '/billing/auto-topup', account.sandboxKey, {
    enabled: true,
    threshold: 5_000,
    credits: 100,
  })
  expect(set.body).toMatchObject({ enabled: true, threshold: 5_000, under_way: false })
  expect(await settings(account)).toMatchObject({ enabled: false, threshold: null })
  await lookAfter(parts)
  await payWhatIsDue(parts)
  expect(await api.balance(account.accountId)).toBe(1_000)
})
