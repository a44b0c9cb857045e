/** Contract of billing with Stripe: real requests of its SDK, against a server that speaks its protocol. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GatewayUnavailableError } from '../../shared/billing/gateway.ts'
import { createStripeGateway } from '../../shared/billing/stripe/gateway.ts'
import { removeDeletedAccounts } from '../../shared/flow/account/delete.ts'
import { payWhatIsDue } from '../../shared/flow/billing/work.ts'
import { type Answer, createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'
import { billingParts, ledgerAddsUp, ledgerOf, postEvent, tell } from '../support/billing.ts'
import { StripeServer } from '../support/stripe-server.ts'

let stripe: StripeServer
let api: TestApi
beforeAll(async () => {
  stripe = await StripeServer.start()
  api = await createTestApi(stripe.settings)
})
afterAll(async () => {
  await api.close()
  await stripe.stop()
})
beforeEach(() => stripe.calm())

const code = ({ status, body }: Answer) => [status, body.error?.code]

/** An account with a payment method. */
async function customer(token = 'pm_card_visa'): Promise<TestAccount & { methodId: string }> {
  const account = await api.signUp()
  const added = await api.call('POST', '/billing/payment-methods', account.liveKey, { token })
  return { ...account, methodId: String(added.body.id) }
}

const buy = ({ liveKey }: TestAccount, body: Record<string, unknown>, idempotencyKey?: string) =>
  api.call(
    'POST',
    '/credits/purchase',
    liveKey,
    body,
    idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  )

const intentsOf = ({ tenantId }: TestAccount) =>
  [...stripe.intents.values()].filter(({ metadata }) => metadata.tenant_id === tenantId)
const paidOf = (account: TestAccount) => intentsOf(account).filter(({ status }) => status === 'succeeded')

const retryNow = ({ tenantId }: TestAccount) =>
  api.database.query(
    'update orders set next_attempt_at = now() where tenant_id = $1 and next_attempt_at is not null',
    [tenantId],
  )

describe('payment methods', () => {
  test('are attached to a customer at Stripe, and shown as Stripe describes them', async () => {
    const account = await api.signUp()
    const added = await api.call('POST', '/billing/payment-methods', account.liveKey, {
      token: 'pm_card_visa',
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      gateway: 'stripe',
      type: 'card',
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2031,
      is_default: true,
    })
    await api.call('POST', '/billing/payment-methods', account.liveKey, { token: 'tok_visa' })
    const known = [...stripe.customers.values()].filter(
      ({ metadata }) => (metadata as { tenant_id: string }).tenant_id === account.tenantId,
    )
    expect(known).toMatchObject([{ name: 'Acme', email: 'ops@acme.example' }])
    const attached = () => [...stripe.methods.values()].filter(({ customer }) => customer === known[0]!.id)
    expect(attached()).toHaveLength(2)
    await api.call('DELETE', `/billing/payment-methods/${added.body.id}`, account.liveKey)
    expect(attached()).toHaveLength(1)
  })

  test('the default is the one that Stripe takes for invoices, and stays while Stripe says no', async () => {
    const account = await customer()
    const { liveKey, tenantId, methodId: first } = account
    const add = await api.call('POST', '/billing/payment-methods', liveKey, { token: 'tok_another' })
    const second = String(add.body.id)
    const setDefault = (id: string) =>
      api.call('PATCH', `/billing/payment-methods/${id}`, liveKey, { set_default: true })
    const ofStripe = async (id: string) => {
      const [row] = await api.database.query<{ reference: string }>(
        'select reference from payment_methods where tenant_id = $1 and id = $2',
        [tenantId, id],
      )
      return row!.reference
    }
    const settings = () => stripe.customers.get(stripe.customerOf(tenantId))?.invoice_settings
    expect(settings()).toEqual({ default_payment_method: await ofStripe(first) })
    const secondReference = await ofStripe(second)
    stripe.trouble(/customers\/cus_/, { status: 500 }, 2)
    expect(code(await setDefault(second))).toEqual([503, 'unavailable'])
    expect((await buy(account, { credits: 500 })).body.payment_method_id).toBe(first)
    expect((await setDefault(second)).body).toMatchObject({ id: second, is_default: true })
    expect(settings()).toEqual({ default_payment_method: secondReference })
    expect((await buy(account, { credits: 500 })).body.payment_method_id).toBe(second)
    // Removed at Stripe, by hand.
    Object.assign(stripe.methods.get(await ofStripe(first))!, { customer: null })
    const refused = await setDefault(first)
    expect(code(refused)).toEqual([402, 'payment_failed'])
    expect(refused.text).not.toContain('pm_')
    expect((await buy(account, { credits: 500 })).body.payment_method_id).toBe(second)
    const third = (await api.call('POST', '/billing/payment-methods', liveKey, { token: 'tok_third' })).body
    await api.call('DELETE', `/billing/payment-methods/${second}`, liveKey)
    expect(settings()).toEqual({ default_payment_method: await ofStripe(String(third.id)) })
  })

  test('that are declined are 402, and tokens that Stripe does not know 422', async () => {
    const { liveKey } = await api.signUp()
    const add = (token: string) => api.call('POST', '/billing/payment-methods', liveKey, { token })
    const declined = await add('pm_card_chargeDeclined')
    expect(code(declined)).toEqual([402, 'payment_failed'])
    expect(declined.body.error?.message).toContain('Your card was declined.')
    expect(code(await add('pm_unknown'))).toEqual([422, 'validation_error'])
  })

  test('of an account that Stripe does not take as a customer are 402, without a word of its own', async () => {
    const { liveKey } = await api.signUp()
    const add = () => api.call('POST', '/billing/payment-methods', liveKey, { token: 'pm_card_visa' })
    stripe.trouble(/customers$/, { status: 400, type: 'invalid_request_error', code: 'email_invalid' })
    const refused = await add()
    expect(code(refused)).toEqual([402, 'payment_failed'])
    expect(refused.body.error?.message).toBe('The payment gateway refused the account.')
    expect(
      itemsOf(await api.call('GET', '/billing/payment-methods', liveKey), 'payment_methods'),
    ).toHaveLength(0)
    expect((await add()).status).toBe(201)
  })

  test('a token is good for one use, and a repeated request is the same use', async () => {
    const { liveKey } = await api.signUp()
    const add = () =>
      api.call(
        'POST',
        '/billing/payment-methods',
        liveKey,
        { token: 'tok_once' },
        { 'idempotency-key': 'add' },
      )
    stripe.trouble(/attach$/, { status: 500 }, 2)
    expect(code(await add())).toEqual([503, 'unavailable'])
    const added = await add()
    expect(added.status).toBe(201)
    expect((await add()).text).toBe(added.text)
    expect(
      itemsOf(await api.call('GET', '/billing/payment-methods', liveKey), 'payment_methods'),
    ).toHaveLength(1)
  })
})

describe('a purchase', () => {
  test('is paid with the default payment method, by an intent that names the order', async () => {
    const account = await customer()
    const bought = await buy(account, { credits: 5_000 })
    expect(bought.status).toBe(201)
    expect(bought.body).toMatchObject({
      status: 'paid',
      gateway: 'stripe',
      amount: 2_500,
      payment_method_id: account.methodId,
      balance: 6_000,
    })
    expect(bought.body).not.toHaveProperty('client_secret')
    expect(paidOf(account)).toMatchObject([
      { amount: 2_500, currency: 'usd', metadata: { order_id: bought.body.id } },
    ])
    const request = stripe.requests.findLast(({ path }) => path === '/v1/payment_intents')!
    expect(request.idempotencyKey).toBe(bought.body.id)
    expect(request.form).not.toHaveProperty('off_session')
    expect(await ledgerAddsUp(api.database, account.accountId)).toBe(true)
  })

  test('without a payment method is 422, and no order', async () => {
    const account = await api.signUp()
    expect(code(await buy(account, { credits: 500 }))).toEqual([422, 'validation_error'])
    expect(itemsOf(await api.call('GET', '/billing/orders', account.liveKey), 'orders')).toEqual([])
  })

  test('with a card that is declined is 402, grants nothing, and is the same when it is repeated', async () => {
    const account = await customer('pm_card_chargeCustomerFail')
    const declined = await buy(account, { credits: 500 }, 'declined')
    expect(code(declined)).toEqual([402, 'payment_failed'])
    expect(declined.body.error?.message).toBe('The payment failed: Your card was declined.')
    const again = await buy(account, { credits: 500 }, 'declined')
    expect([again.status, again.text]).toEqual([402, declined.text])
    expect(intentsOf(account)).toHaveLength(1)
    const [order] = itemsOf(await api.call('GET', '/billing/orders', account.liveKey), 'orders')
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'generic_decline' } })
    expect(await api.balance(account.accountId)).toBe(1_000)
  })

  test('below what Stripe takes is refused without a word of its own', async () => {
    const account = await customer()
    const refused = await buy(account, { credits: 10 })
    expect(code(refused)).toEqual([402, 'payment_failed'])
    expect(refused.text).not.toContain('$0.50')
  })

  test('that its owner has to confirm waits for that, with the client secret, and grants the credits then', async () => {
    const account = await customer('pm_card_authenticationRequired')
    const asked = await buy(account, { credits: 500 }, 'confirm')
    const [intent] = intentsOf(account)
    expect(asked.status).toBe(201)
    expect(asked.body).toMatchObject({
      status: 'requires_action',
      client_secret: intent!.client_secret,
      balance: 1_000,
    })
    expect((await buy(account, { credits: 500 }, 'confirm')).text).toBe(asked.text)
    const stored = await api.database.query('select row_to_json(o)::text from orders o')
    expect(JSON.stringify(stored), 'the secret is not kept in clear').not.toContain('_secret_')

    const event = stripe.event('payment_intent.succeeded', stripe.finish(intent!.id, 'succeeded'))
    const statuses = await Promise.all([event, event, event].map((one) => postEvent(api, one)))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await tell(api, stripe, 'payment_intent.succeeded', intent!), 'another event of the same').toBe(
      200,
    )
    expect(await api.balance(account.accountId)).toBe(1_500)
    expect((await api.call('GET', `/billing/orders/${asked.body.id}`, account.liveKey)).body.status).toBe(
      'paid',
    )
  })

  test('that its owner does not confirm has failed', async () => {
    const account = await customer('pm_card_authenticationRequired')
    const { body } = await buy(account, { credits: 500 })
    const intent = intentsOf(account)[0]!
    await tell(api, stripe, 'payment_intent.canceled', stripe.finish(intent.id, 'canceled'))
    expect((await api.call('GET', `/billing/orders/${body.id}`, account.liveKey)).body).toMatchObject({
      status: 'failed',
      failure: { code: 'canceled' },
    })
    await tell(api, stripe, 'payment_intent.succeeded', stripe.finish(intent.id, 'succeeded'))
    expect(await api.balance(account.accountId), 'whoever is told later knows better').toBe(1_500)
  })

  test.each([
    ['the answer is lost', 'lose answer'],
    ['the connection breaks', 'close'],
    ['Stripe answers 500', { status: 500 }],
    ['Stripe answers 429', { status: 429, code: 'rate_limit' }],
  ] as const)('is processing while %s, and paid once afterwards', async (_what, trouble) => {
    const account = await customer()
    stripe.trouble(/payment_intents$/, trouble, 2)
    const asked = await buy(account, { credits: 500 }, 'trouble')
    expect(asked.body).toMatchObject({ status: 'processing', balance: 1_000 })
    stripe.calm()
    await retryNow(account)
    await payWhatIsDue(billingParts(api.database, stripe.settings))
    expect((await api.call('GET', `/billing/orders/${asked.body.id}`, account.liveKey)).body.status).toBe(
      'paid',
    )
    expect(await api.balance(account.accountId)).toBe(1_500)
    expect(paidOf(account)).toHaveLength(1)
    expect((await buy(account, { credits: 500 }, 'trouble')).text).toBe(asked.text)
    expect(paidOf(account)).toHaveLength(1)
  })

  test('whose process dies after the payment is ended by the repeated request: one payment, one grant', async () => {
    const account = await customer()
    const dying = await createTestApi(stripe.settings, {
      database: {
        ...api.database,
        // The payment is made, and its outcome never written.
        transaction: (work) =>
          paidOf(account).length > 0 ? Promise.reject(new Error('killed')) : api.database.transaction(work),
      },
    })
    try {
      const body = { credits: 500 }
      const headers = { 'idempotency-key': 'killed' }
      expect((await dying.call('POST', '/credits/purchase', account.liveKey, body, headers)).status).toBe(500)
      expect(paidOf(account)).toHaveLength(1)
      expect(await api.balance(account.accountId)).toBe(1_000)
    } finally {
      await dying.close()
    }
    const again = await buy(account, { credits: 500 }, 'killed')
    expect(again.body).toMatchObject({ status: 'paid', balance: 1_500 })
    expect(paidOf(account)).toHaveLength(1)
    expect(itemsOf(await api.call('GET', '/billing/orders', account.liveKey), 'orders')).toHaveLength(1)
  })

  describe('whose payment Stripe no longer knows', () => {
    const gone = async () => {
      const account = await customer('pm_card_authenticationRequired')
      const { body } = await buy(account, { credits: 500 })
      const [intent] = intentsOf(account)
      stripe.intents.delete(intent!.id)
      await api.database.query(
        "update orders set status = 'processing', next_attempt_at = now() where tenant_id = $1",
        [account.tenantId],
      )
      return { account, id: String(body.id), intent: intent! }
    }
    const order = ({ liveKey }: TestAccount, id: string) => api.call('GET', `/billing/orders/${id}`, liveKey)
    const parts = () => billingParts(api.database, stripe.settings)

    test('fails once, with a reason, and is asked for no more', async () => {
      const { account, id, intent } = await gone()
      const before = stripe.requests.length
      for (let round = 0; round < 2; round++) {
        await payWhatIsDue(parts())
        await retryNow(account)
      }
      expect((await order(account, id)).body).toMatchObject({
        status: 'failed',
        failure: { code: 'payment_unknown', message: 'The payment gateway knows of no such payment.' },
      })
      const asked = stripe.requests.slice(before).filter(({ path }) => path.endsWith(intent.id))
      expect(asked).toHaveLength(1)
      expect(await api.balance(account.accountId)).toBe(1_000)
      const log = await api.call('GET', '/audit_log?event_type=billing&severity=medium', account.liveKey)
      const failures = itemsOf(log, 'entries').filter(({ description }) => /failed/.test(String(description)))
      expect(failures).toMatchObject([{ metadata: { order_id: id, failure: 'payment_unknown' } }])
    })

    test('is asked for later where Stripe refuses the question for another reason', async () => {
      const { account, id, intent } = await gone()
      const trouble = { status: 400, type: 'invalid_request_error', code: 'parameter_invalid' } as const
      stripe.trouble(new RegExp(intent.id), trouble)
      await payWhatIsDue(parts())
      expect((await order(account, id)).body.status).toBe('processing')
      stripe.intents.set(intent.id, intent)
      stripe.finish(intent.id, 'succeeded')
      await retryNow(account)
      await payWhatIsDue(parts())
      expect((await order(account, id)).body.status).toBe('paid')
      expect(await api.balance(account.accountId)).toBe(1_500)
    })
  })

  test('that gets no answer for a day is given up, and still granted should Stripe tell of it', async () => {
    const account = await customer()
    stripe.trouble(/payment_intents$/, 'lose answer', 2)
    const { body } = await buy(account, { credits: 500 })
    await api.database.query(
      "update orders set created_at = created_at - interval '24 hours', next_attempt_at = now() where tenant_id = $1",
      [account.tenantId],
    )
    await payWhatIsDue(billingParts(api.database, stripe.settings))
    const order = () => api.call('GET', `/billing/orders/${body.id}`, account.liveKey)
    expect((await order()).body).toMatchObject({ status: 'failed', failure: { code: 'unresolved' } })
    await tell(api, stripe, 'payment_intent.succeeded', paidOf(account)[0]!)
    expect((await order()).body.status).toBe('paid')
    expect(await api.balance(account.accountId)).toBe(1_500)
  })
})

describe('events', () => {
  test('without a valid signature of the very bytes, or too old, are refused and change nothing', async () => {
    const account = await customer('pm_card_authenticationRequired')
    await buy(account, { credits: 500 })
    const intent = stripe.finish(intentsOf(account)[0]!.id, 'succeeded')
    const good = stripe.event('payment_intent.succeeded', intent)
    const forged = [
      { ...good, signature: '' },
      { ...good, signature: 't=1,v1=00' },
      { ...good, body: good.body.replace('"livemode":false', '"livemode": false') },
      stripe.event('payment_intent.succeeded', intent, { secret: 'whsec_of_somebody_else' }),
      stripe.event('payment_intent.succeeded', intent, { time: Math.floor(Date.now() / 1_000) - 3_600 }),
      { body: '', signature: good.signature },
      { body: '{', signature: good.signature },
    ]
    for (const event of forged) expect(code(await postEvent(api, event))).toEqual([401, 'unauthorized'])
    expect(await api.balance(account.accountId)).toBe(1_000)
    expect((await postEvent(api, good)).body).toEqual({ received: true })
    expect(await api.balance(account.accountId)).toBe(1_500)
  })

  test('of payments that are not ours, or not of the amount of their order, change nothing', async () => {
    const account = await customer('pm_card_authenticationRequired')
    const { body } = await buy(account, { credits: 500 })
    const intent = stripe.finish(intentsOf(account)[0]!.id, 'succeeded')
    for (const odd of [
      { ...intent, metadata: {}, id: 'pi_of_another_shop' },
      { ...intent, metadata: { tenant_id: 'ten_none', order_id: String(body.id) }, id: 'pi_forged' },
      { ...intent, amount_received: 1 },
      { ...intent, currency: 'jpy' },
    ])
      expect(await tell(api, stripe, 'payment_intent.succeeded', odd)).toBe(200)
    const strange = { id: 'ch_2', object: 'charge', payment_intent: 'pi_strange', amount_refunded: 500 }
    expect(await tell(api, stripe, 'charge.refunded', strange)).toBe(200)
    expect(await tell(api, stripe, 'customer.created', { id: 'cus_1', object: 'customer' })).toBe(200)
    expect(await api.balance(account.accountId)).toBe(1_000)
  })

  test('of a refund take credits back in proportion, once, and never below 0', async () => {
    const account = await customer()
    const { body } = await buy(account, { credits: 1_000 })
    const charge = (amount_refunded: number) => ({
      id: 'ch_1',
      object: 'charge',
      payment_intent: paidOf(account)[0]!.id,
      amount: 500,
      amount_refunded,
    })
    const half = stripe.event('charge.refunded', charge(250))
    await postEvent(api, half)
    await postEvent(api, half)
    expect(await api.balance(account.accountId)).toBe(1_500)
    await api.database.query(
      `with spent as (update accounts set credits = 100 where id = $1 returning credits)
       insert into credit_entries (account_id, id, amount, reason, balance_after) select $1, 'crd_spent', -1400, 'test', credits from spent`,
      [account.accountId],
    )
    await tell(api, stripe, 'charge.refunded', charge(500))
    await tell(api, stripe, 'charge.refunded', charge(250))
    expect(await api.balance(account.accountId)).toBe(0)
    expect(await ledgerAddsUp(api.database, account.accountId)).toBe(true)
    expect((await ledgerOf(api.database, account.accountId)).at(-1)).toMatchObject({
      amount: -100,
      reason: 'refund',
    })
    expect((await api.call('GET', `/billing/orders/${body.id}`, account.liveKey)).body).toMatchObject({
      status: 'refunded',
      refunded_amount: 500,
    })
  })
})

describe('a subscription', () => {
  const subscribe = ({ liveKey }: TestAccount, plan: string, more = {}) =>
    api.call('POST', '/billing/subscribe', liveKey, { plan, ...more })
  const ofTenant = ({ tenantId }: TestAccount) =>
    [...stripe.subscriptions.values()].filter(
      ({ metadata }) => (metadata as { tenant_id: string }).tenant_id === tenantId,
    )

  test('is made at Stripe, and each paid invoice grants its month once', async () => {
    const account = await customer()
    const made = await subscribe(account, 'starter')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ plan: 'starter', status: 'active', gateway: 'stripe' })
    expect(await api.balance(account.accountId)).toBe(6_000)
    const [subscription] = ofTenant(account)
    const id = String(subscription!.id)
    const first = (await (
      await fetch(`${stripe.url}/v1/subscriptions/${id}`, { headers: bearer() })
    ).json()) as {
      latest_invoice: Record<string, unknown>
    }
    await tell(api, stripe, 'invoice.paid', first.latest_invoice)
    expect(await api.balance(account.accountId), 'the first month is granted already').toBe(6_000)
    const second = stripe.renew(id)
    const event = stripe.event('invoice.paid', second)
    await Promise.all([postEvent(api, event), postEvent(api, event)])
    await tell(api, stripe, 'customer.subscription.updated', subscription!)
    expect(await api.balance(account.accountId)).toBe(11_000)
    expect(await ledgerAddsUp(api.database, account.accountId)).toBe(true)
    expect([...stripe.prices.values()].filter(({ unit_amount }) => unit_amount === 1_900)).toHaveLength(1)
  })

  test('that is refunded gives the credits of that month back, whichever event comes first', async () => {
    const account = await customer()
    await subscribe(account, 'starter')
    const [subscription] = ofTenant(account)
    const refundOf = (invoice: unknown, amount_refunded: number) => ({
      id: 'ch_period',
      object: 'charge',
      payment_intent: stripe.intentOf(String(invoice)).id,
      amount: 1_900,
      amount_refunded,
    })
    const first = subscription!.latest_invoice
    stripe.trouble(/invoice_payments$/, { status: 500 }, 2)
    expect(await tell(api, stripe, 'charge.refunded', refundOf(first, 950)), 'Stripe is to repeat it').toBe(
      503,
    )
    const half = stripe.event('charge.refunded', refundOf(first, 950))
    expect((await postEvent(api, half)).status).toBe(200)
    await postEvent(api, half)
    expect(await api.balance(account.accountId)).toBe(6_000 - 2_500)
    await tell(api, stripe, 'charge.refunded', refundOf(first, 1_900))
    expect(await api.balance(account.accountId)).toBe(1_000)
    const second = stripe.renew(String(subscription!.id))
    await tell(api, stripe, 'charge.refunded', refundOf(second.id, 1_900))
    await tell(api, stripe, 'invoice.paid', second)
    expect(await api.balance(account.accountId), 'refunded before it was told as paid').toBe(1_000)
    const orders = itemsOf(
      await api.call('GET', '/billing/orders?kind=subscription', account.liveKey),
      'orders',
    )
    expect(orders).toMatchObject([
      { status: 'refunded', refunded_amount: 1_900 },
      { status: 'refunded', refunded_amount: 1_900 },
    ])
    expect(await ledgerAddsUp(api.database, account.accountId)).toBe(true)
  })

  test('asked for by several requests at once is one', async () => {
    const account = await customer()
    const answers = await Promise.all([1, 2, 3].map(() => subscribe(account, 'pro')))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(ofTenant(account)).toHaveLength(1)
    expect(await api.balance(account.accountId)).toBe(31_000)
  })

  test('changes to another plan with a new month; a card that is declined leaves it as it was', async () => {
    const account = await customer()
    await subscribe(account, 'starter')
    const changed = await subscribe(account, 'pro')
    expect(changed.body).toMatchObject({ plan: 'pro', status: 'active' })
    expect(await api.balance(account.accountId)).toBe(36_000)
    expect((await api.call('GET', '/credits', account.liveKey)).body.plan).toBe('pro')
    const bad = await api.call('POST', '/billing/payment-methods', account.liveKey, {
      token: 'pm_card_chargeCustomerFail',
    })
    const refused = await subscribe(account, 'scale', { payment_method_id: bad.body.id })
    expect(code(refused)).toEqual([402, 'payment_failed'])
    expect((await api.call('GET', '/billing/subscription', account.liveKey)).body.plan).toBe('pro')
    expect(ofTenant(account)).toHaveLength(1)
  })

  test('whose first payment is declined does not begin', async () => {
    const account = await customer('pm_card_chargeCustomerFail')
    expect(code(await subscribe(account, 'starter'))).toEqual([402, 'payment_failed'])
    expect((await api.call('GET', '/billing/subscription', account.liveKey)).status).toBe(404)
    expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }])
    expect(await api.balance(account.accountId)).toBe(1_000)
    await api.call('POST', '/billing/payment-methods', account.liveKey, {
      token: 'pm_card_visa',
      set_default: true,
    })
    expect((await subscribe(account, 'starter')).body.status).toBe('active')
  })

  test('with a payment method that Stripe no longer has is refused without a word of its own', async () => {
    const account = await customer()
    for (const method of stripe.methods.values())
      if (method.customer === stripe.customerOf(account.tenantId)) method.customer = null
    const refused = await subscribe(account, 'starter')
    expect(code(refused)).toEqual([402, 'payment_failed'])
    expect(refused.text).not.toMatch(/pm_|No such/)
    expect((await api.call('GET', '/billing/subscription', account.liveKey)).status).toBe(404)
  })

  test('that its owner has to confirm is incomplete until then', async () => {
    const account = await customer('pm_card_authenticationRequired')
    const made = await subscribe(account, 'starter')
    expect(made.body).toMatchObject({
      status: 'incomplete',
      client_secret: expect.stringMatching(/_secret_/),
    })
    expect((await api.call('GET', '/credits', account.liveKey)).body.plan).toBe('free')
    const [subscription] = ofTenant(account)
    subscription!.status = 'active'
    const invoice = stripe.renew(String(subscription!.id))
    Object.assign(invoice, { billing_reason: 'subscription_create' })
    await tell(api, stripe, 'invoice.paid', invoice)
    await tell(api, stripe, 'customer.subscription.updated', subscription!)
    expect((await api.call('GET', '/billing/subscription', account.liveKey)).body.status).toBe('active')
    expect(await api.balance(account.accountId)).toBe(999 + 5_000)
  })

  test('that is cancelled ends with its month, as Stripe tells; events in any order', async () => {
    const account = await customer()
    await subscribe(account, 'starter')
    const [subscription] = ofTenant(account)
    expect((await api.call('DELETE', '/billing/subscription', account.liveKey)).status).toBe(204)
    expect(subscription).toMatchObject({ cancel_at_period_end: true })
    const stale = structuredClone(subscription!)
    subscription!.status = 'canceled'
    await tell(api, stripe, 'customer.subscription.deleted', subscription!)
    await tell(api, stripe, 'customer.subscription.updated', stale)
    expect((await api.call('GET', '/billing/subscription', account.liveKey)).status).toBe(404)
    expect((await api.call('GET', '/credits', account.liveKey)).body.plan).toBe('free')
  })

  test('that was ended at Stripe, unheard of, is given up, and makes room for another one', async () => {
    for (const plan of ['starter', 'pro']) {
      const account = await customer()
      await subscribe(account, 'starter')
      Object.assign(ofTenant(account)[0]!, { status: 'canceled' })
      const again = await subscribe(account, plan)
      expect(again.body, plan).toMatchObject({ plan, status: 'active', cancel_at_period_end: false })
      expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }, { status: 'active' }])
      Object.assign(ofTenant(account)[1]!, { status: 'canceled' })
      const cancelled = await api.call('DELETE', '/billing/subscription', account.liveKey)
      expect(cancelled.status, cancelled.text).toBe(204)
      expect((await api.call('GET', '/billing/subscription', account.liveKey)).status).toBe(404)
      expect((await api.call('GET', '/credits', account.liveKey)).body.plan).toBe('free')
    }
  })

  test('that was cancelled here, and then ended at Stripe, is not gone on with', async () => {
    const account = await customer()
    await subscribe(account, 'starter')
    await api.call('DELETE', '/billing/subscription', account.liveKey)
    Object.assign(ofTenant(account)[0]!, { status: 'canceled' })
    expect((await subscribe(account, 'starter')).body).toMatchObject({ plan: 'starter', status: 'active' })
    expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }, { status: 'active' }])
  })

  test('of a plan that is not offered any more is put on record once it is paid for', async () => {
    const account = await customer()
    await subscribe(account, 'starter')
    const [subscription] = ofTenant(account)
    Object.assign(subscription!.metadata as object, { plan: 'gone' })
    const event = stripe.event('invoice.paid', stripe.renew(String(subscription!.id)))
    for (let time = 0; time < 2; time++) expect((await postEvent(api, event)).status).toBe(200)
    expect(await api.balance(account.accountId)).toBe(6_000)
    const audit = await api.call('GET', '/audit_log?event_type=billing&severity=high', account.liveKey)
    expect(itemsOf(audit, 'entries')).toMatchObject([
      {
        description: 'A month was paid of a plan that is not offered any more; no credits were granted.',
        metadata: { plan: 'gone', amount: 1_900, gateway: 'stripe' },
      },
    ])
  })

  test('whose renewal fails is past_due, and grants nothing', async () => {
    const account = await customer()
    await subscribe(account, 'starter')
    const [subscription] = ofTenant(account)
    subscription!.status = 'past_due'
    const invoice = stripe.renew(String(subscription!.id), 'open')
    await tell(api, stripe, 'invoice.paid', invoice)
    await tell(api, stripe, 'customer.subscription.updated', subscription!)
    expect((await api.call('GET', '/billing/subscription', account.liveKey)).body.status).toBe('past_due')
    expect(await api.balance(account.accountId)).toBe(6_000)
  })

  test('is begun once, though the answer of Stripe is lost', async () => {
    const account = await customer()
    stripe.trouble(/subscriptions$/, 'lose answer', 2)
    expect(code(await subscribe(account, 'starter'))).toEqual([503, 'unavailable'])
    // Stripe takes the same values only: whichever payment method is the default by now.
    const more = { token: 'pm_card_mastercard', set_default: true }
    await api.call('POST', '/billing/payment-methods', account.liveKey, more)
    expect((await subscribe(account, 'starter')).body).toMatchObject({ status: 'active' })
    expect(ofTenant(account)).toHaveLength(1)
    expect(await api.balance(account.accountId)).toBe(6_000)
  })

  test('that never came to be is not paid for by who then chooses another plan', async () => {
    const account = await customer()
    stripe.trouble(/subscriptions$/, { status: 503 }, 2)
    expect(code(await subscribe(account, 'pro'))).toEqual([503, 'unavailable'])
    const before = stripe.requests.length
    expect((await subscribe(account, 'starter')).body).toMatchObject({ plan: 'starter', status: 'active' })
    const orders = stripe.requests.slice(before).filter(({ form }) => form.items !== undefined)
    expect(orders).toMatchObject([{ path: '/v1/subscriptions', form: { metadata: { plan: 'starter' } } }])
    expect(ofTenant(account)).toMatchObject([{ metadata: { plan: 'starter' } }])
    expect(await api.balance(account.accountId)).toBe(6_000)
  })

  test('that is given up before Stripe was heard of it ends there, too', async () => {
    const account = await customer()
    stripe.trouble(/subscriptions$/, 'lose answer', 2)
    expect(code(await subscribe(account, 'pro'))).toEqual([503, 'unavailable'])
    const [begun] = ofTenant(account)
    expect(begun).toMatchObject({ status: 'active' })
    expect((await api.call('DELETE', '/billing/subscription', account.liveKey)).status).toBe(204)
    expect(await tell(api, stripe, 'customer.subscription.created', begun!)).toBe(200)
    expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }])
    expect((await api.call('GET', '/billing/subscription', account.liveKey)).status).toBe(404)
    expect((await api.call('GET', '/credits', account.liveKey)).body.plan).toBe('free')
  })

  test('whose account is gone before Stripe has answered ends there, too', async () => {
    const account = await customer()
    const { subscribing } = await api.database.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>(
        'select pg_backend_pid() as pid from accounts where id = $1 for no key update',
        [account.accountId],
      )
      const subscribing = subscribe(account, 'starter')
      await expect
        .poll(() =>
          api.database.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
            own!.pid,
          ]),
        )
        .toHaveLength(1)
      expect(ofTenant(account)).toMatchObject([{ status: 'active' }])
      // The removal of a deleted account, which has found nothing to end at Stripe.
      await tx.query(
        `select set_config('agent_email.erased_tenants', string_agg(id, ','), true) from tenants where account_id = $1`,
        [account.accountId],
      )
      await tx.query('delete from accounts where id = $1', [account.accountId])
      return { subscribing }
    })
    expect(code(await subscribing)).toEqual([401, 'unauthorized'])
    expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }])
  })

  describe('whose beginning Stripe never answered', () => {
    const parts = () => billingParts(api.database, stripe.settings)
    const unanswered = async () => {
      const account = await customer()
      stripe.trouble(/subscriptions$/, 'lose answer', 2)
      expect(code(await subscribe(account, 'starter'))).toEqual([503, 'unavailable'])
      expect(ofTenant(account)).toMatchObject([{ status: 'active' }])
      return account
    }
    const deleteAccount = async ({ liveKey }: TestAccount) =>
      expect((await api.call('DELETE', '/account', liveKey, { confirm: 'Acme' })).status).toBe(204)
    const left = ({ accountId }: TestAccount) =>
      api.database.query('select 1 from accounts where id = $1', [accountId])
    /** Housekeeping, once whatever was asked of Stripe before the deletion has come to an end. */
    const removeLater = async ({ accountId }: TestAccount) => {
      await api.database.query(
        "update accounts set deleted_at = deleted_at - interval '2 minutes' where id = $1",
        [accountId],
      )
      await removeDeletedAccounts(parts())
    }

    test('ends with its account, and nothing else of that customer does', async () => {
      const account = await unanswered()
      const byHand = { id: 'sub_by_hand', customer: stripe.customerOf(account.tenantId), status: 'active' }
      stripe.subscriptions.set(byHand.id, { ...byHand, metadata: {}, items: [] })
      await deleteAccount(account)
      expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }])
      expect(stripe.subscriptions.get(byHand.id)).toMatchObject({ status: 'active' })
      await removeLater(account)
      expect(await left(account)).toEqual([])
    })

    test('ends with its account, though it was given up before', async () => {
      const account = await unanswered()
      expect((await api.call('DELETE', '/billing/subscription', account.liveKey)).status).toBe(204)
      expect(ofTenant(account)).toMatchObject([{ status: 'active' }])
      await deleteAccount(account)
      expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }])
    })

    test('keeps its deleted account on record until Stripe has ended it', async () => {
      const account = await unanswered()
      stripe.trouble(/subscriptions$/, { status: 500 }, 4)
      await deleteAccount(account)
      await removeLater(account)
      expect(ofTenant(account)).toMatchObject([{ status: 'active' }])
      expect(await left(account)).toHaveLength(1)
      stripe.calm()
      await removeDeletedAccounts(parts())
      expect(ofTenant(account)).toMatchObject([{ status: 'canceled' }])
      expect(await left(account)).toEqual([])
    })

    test('and that came to be once its account was deleted, ends as well', async () => {
      const account = await customer()
      stripe.trouble(/subscriptions$/, { status: 500 }, 2)
      expect(code(await subscribe(account, 'starter'))).toEqual([503, 'unavailable'])
      await deleteAccount(account)
      expect(await left(account)).toHaveLength(1)
      // What was on its way to Stripe all the time.
      const { metadata } = stripe.requests.findLast(({ form }) => form.items !== undefined)!.form
      const late = { id: 'sub_late', customer: stripe.customerOf(account.tenantId), status: 'active' }
      stripe.subscriptions.set(late.id, { ...late, metadata, items: [] })
      await removeLater(account)
      expect(ofTenant(account)).toMatchObject([{ id: 'sub_late', status: 'canceled' }])
      expect(await left(account)).toEqual([])
    })
  })

  test('goes on with the payment method that Stripe has for it, whichever is the default by then', async () => {
    const account = await customer()
    await subscribe(account, 'starter')
    const other = await api.call('POST', '/billing/payment-methods', account.liveKey, {
      token: 'pm_card_mastercard',
      set_default: true,
    })
    await api.call('DELETE', '/billing/subscription', account.liveKey)
    const kept = await subscribe(account, 'starter')
    expect(kept.body).toMatchObject({ cancel_at_period_end: false, payment_method_id: account.methodId })
    // Another plan is paid with the default.
    const changed = await subscribe(account, 'pro')
    expect(changed.body).toMatchObject({ plan: 'pro', payment_method_id: other.body.id })
  })
})

const bearer = () => ({ authorization: `Bearer ${stripe.secretKey}` })

test('a sandbox key never gets to Stripe', async () => {
  const { sandboxKey } = await api.signUp()
  const before = stripe.requests.length
  await api.call('POST', '/billing/payment-methods', sandboxKey, { token: 'pm_card_visa' })
  expect((await api.call('POST', '/credits/purchase', sandboxKey, { credits: 100 })).body).toMatchObject({
    status: 'paid',
    simulated: true,
  })
  expect((await api.call('POST', '/billing/subscribe', sandboxKey, { plan: 'pro' })).status).toBe(201)
  await api.call('DELETE', '/billing/subscription', sandboxKey)
  expect(stripe.requests.length).toBe(before)
})

test('with a key that Stripe does not take, an order is processing, and no key is told', async () => {
  const account = await customer()
  const wrong = await createTestApi(
    { ...stripe.settings, STRIPE_SECRET_KEY: 'sk_test_wrong_0123456789' },
    { database: api.database },
  )
  try {
    const asked = await wrong.call('POST', '/credits/purchase', account.liveKey, { credits: 500 })
    expect(asked.body).toMatchObject({ status: 'processing' })
    expect(asked.text).not.toContain('sk_test')
  } finally {
    await wrong.close()
  }
  await retryNow(account)
  await payWhatIsDue(billingParts(api.database, stripe.settings))
  expect(await api.balance(account.accountId)).toBe(1_500)
})

test('Stripe that never answers is unavailable after its time, and the payment is one all the same', async () => {
  const account = await customer()
  const order = {
    orderId: 'ord_00000000000000000000000000',
    tenantId: account.tenantId,
    amount: 500,
    currency: 'usd',
    description: 'Credits',
    offSession: false,
    reference: null,
    customer: stripe.customerOf(account.tenantId),
    method: [...stripe.methods.values()].findLast(({ behaviour }) => behaviour === 'pays')!.id as string,
  }
  const { secretKey, webhookSecret, url } = stripe
  const gateway = createStripeGateway({ secretKey, webhookSecret, url, timeoutMs: 100 })
  stripe.trouble(/payment_intents$/, 'hang', 2)
  await expect(gateway.pay(order)).rejects.toThrow(GatewayUnavailableError)
  expect(await gateway.pay(order)).toMatchObject({ status: 'paid' })
  expect(paidOf(account)).toHaveLength(1)
})
