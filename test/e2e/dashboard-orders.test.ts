/** What is ordered in the dashboard: credits, plans, and deliveries of a time again; and what its lists keep to themselves. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'
import { fieldOf, SignedIn } from '../support/signed-in.ts'

let house: House
let owner: SignedIn
let viewer: SignedIn
beforeAll(async () => {
  house = await startHouse({ BILLING_GATEWAY: 'manual' })
  owner = await SignedIn.as(house)
  await house.api('POST', '/users', { email: 'viewer@acme.example', role: 'viewer' })
  await house.drain()
  viewer = await SignedIn.as(house, 'viewer@acme.example')
})
afterAll(() => house?.stop())

const billing = '/dashboard/billing'

test('a form that is sent twice buys once', async () => {
  const page = await owner.open(billing)
  // The gateway is `manual`: nobody is charged.
  expect(page.text).toContain('No payment is taken')
  expect(page.text).not.toContain('is charged')
  expect(page.text).not.toContain('payment method. Its credits')
  const form = { csrf: fieldOf(page, 'csrf')!, once: fieldOf(page, 'once')!, credits: '700' }
  for (let times = 0; times < 2; times++)
    expect(await owner.open(billing, form)).toMatchObject({
      status: 303,
      location: `${billing}?done=bought`,
    })
  const { orders } = (await house.api('GET', '/billing/orders')).body
  expect(orders).toMatchObject([{ kind: 'purchase', credits: 700, status: 'paid' }])
  // The next page is another order.
  expect((await owner.open(billing)).text).not.toContain(form.once)
})

test('a plan is chosen, changed, ended and kept; whoever only looks sees them without buttons', async () => {
  const subscription = async () => (await house.api('GET', '/billing/subscription')).body
  expect((await owner.open(billing)).text).toContain('credits are bought as you need them')
  const chosen = await owner.send(billing, { change: 'subscribe', plan: 'starter' })
  expect(chosen.location, chosen.text).toBe(`${billing}?done=subscribe`)
  expect(await subscription()).toMatchObject({ plan: 'starter', status: 'active' })
  const { text } = await owner.open(billing)
  expect(text).toContain('your plan')
  expect(text).not.toContain('Choose Starter')
  await owner.send(billing, { change: 'subscribe', plan: 'pro' })
  expect(await subscription()).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
  expect((await owner.send(billing, { change: 'cancel' })).location).toBe(
    `${billing}?done=cancel_subscription`,
  )
  expect(await subscription()).toMatchObject({ plan: 'pro', cancel_at_period_end: true })
  const ending = (await owner.open(billing)).text
  expect(ending).toContain('It ends <time')
  expect(ending).toContain('Keep Pro')
  expect(ending).not.toContain('End the plan')
  await owner.send(billing, { change: 'subscribe', plan: 'pro' })
  expect(await subscription()).toMatchObject({ plan: 'pro', cancel_at_period_end: false })

  const unknown = await owner.send(billing, { change: 'subscribe', plan: '<img src=x>' })
  expect(unknown.status).toBe(422)
  expect(unknown.text).toContain('role="alert"')
  expect(unknown.text).not.toContain('<img')
  const looked = await viewer.open(billing)
  expect(looked.text).toContain('your plan')
  expect(looked.text).not.toMatch(/Choose|Keep|End the plan/)
  const csrf = fieldOf(looked, 'csrf')!
  for (const form of [{ change: 'cancel' }, { change: 'subscribe', plan: 'scale' }, { credits: '1' }])
    expect((await viewer.open(billing, { csrf, ...form })).status).toBe(403)
  expect((await owner.open(billing, { change: 'cancel' })).status, 'without the mark of a page').toBe(403)
  expect(await subscription()).toMatchObject({ plan: 'pro', cancel_at_period_end: false })
})

const payment = `${billing}/payment`

test('payment methods are added, the default is told, and removed; owners only', async () => {
  const methods = async () =>
    (await house.api('GET', '/billing/payment-methods')).body.payment_methods as unknown as {
      id: string
      is_default: boolean
    }[]
  expect((await owner.open(billing)).text).toContain(`href="${payment}"`)
  expect((await owner.open(payment)).text).toContain('No payment methods yet.')
  const added = await owner.send(payment, { token: ' pm_card_visa ' })
  expect(added.location, added.text).toBe(`${payment}?done=create_payment_method`)
  await owner.send(payment, { token: 'pm_card_second', set_default: 'yes' })
  const kept = await methods()
  expect(kept).toHaveLength(2)
  const shown = (await owner.open(`${payment}?done=create_payment_method`)).text
  expect(shown).toContain('Payment method added.')
  expect(shown.match(/>Default<\/span>/g)).toHaveLength(1)
  expect(shown, 'what the token was').not.toContain('pm_card')
  const number = '4242424242424242'
  const refused = await owner.send(payment, { token: number })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('never the number of a card')
  expect(refused.text).not.toContain(number)
  const { id } = kept.find((one) => !one.is_default)!
  const madeDefault = await owner.send(payment, { make_default: id })
  expect(madeDefault.location, madeDefault.text).toBe(`${payment}?done=update_payment_method`)
  expect((await methods()).find((one) => one.is_default)?.id).toBe(id)
  expect((await owner.open(madeDefault.location!)).text).toContain(
    'The default is another payment method now.',
  )
  expect((await owner.send(payment, { remove: id })).location).toBe(`${payment}?done=delete_payment_method`)
  expect((await methods()).map((one) => one.id)).not.toContain(id)
  expect((await owner.send(payment, { remove: id })).status).toBe(404)

  const looked = await viewer.open(billing)
  expect(looked.text).not.toContain(payment)
  expect((await viewer.open(payment)).status).toBe(403)
  const csrf = fieldOf(looked, 'csrf')!
  for (const form of [
    { token: 'pm_card_theirs' },
    { remove: kept[0]!.id },
    { make_default: kept[0]!.id },
    { topup: 'yes' },
  ])
    expect((await viewer.open(payment, { csrf, ...form })).status).toBe(403)
  expect((await owner.open(payment, { token: 'pm_card_forged' })).status, 'without the mark of a page').toBe(
    403,
  )
  expect(await methods()).toHaveLength(1)
})

test('auto top-up is switched on with a threshold and an amount, and off again', async () => {
  const settings = async () => (await house.api('GET', '/billing/auto-topup')).body
  const form = { topup: 'yes', enabled: 'yes', threshold: '200', credits: '5000', payment_method_id: '' }
  const wrong = await owner.send(payment, { ...form, threshold: 'soon "><img>' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('role="alert"')
  expect(wrong.text, 'what was written stays').toContain('value="soon &quot;&gt;&lt;img&gt;"')
  expect(await settings()).toMatchObject({ enabled: false })
  expect((await owner.send(payment, form)).location).toBe(`${payment}?done=set_auto_topup`)
  expect(await settings()).toMatchObject({ enabled: true, threshold: 200, credits: 5_000 })
  expect((await owner.open(payment)).text).toContain(
    'On: when the balance falls below 200 credits, 5,000 are bought.',
  )
  await owner.send(payment, { ...form, enabled: '' })
  expect(await settings()).toMatchObject({ enabled: false, threshold: 200, credits: 5_000 })
})

test('a payment that its bank wants confirmed is shown with what to do', async () => {
  expect((await owner.open(payment)).text).not.toContain('Confirm your payment')
  await owner.send(payment, { token: 'pm_card_authenticationRequired', set_default: 'yes' })
  const bought = await owner.send(billing, { once: 'a-purchase-to-confirm', credits: '900' })
  expect(bought.location).toBe(`${payment}?done=confirm`)
  const { text } = await owner.open(payment)
  expect(text).toContain('Confirm your payment')
  expect(text).toContain('900 credits for')
  expect(text).toContain('nothing is charged')
})

test('deliveries of a time are made again, by what became of them', async () => {
  const { slug, address } = await house.createInbox({ webhook_url: house.receiver.url })
  const path = `/dashboard/inboxes/${slug}/deliveries`
  await house.send({ subject: 'Chairs', body: 'Twelve.' }, { rcptTo: [address] })
  await house.drain()
  const count = house.receiver.received.length
  const replay = (fields: Record<string, string>) => owner.send(path, { change: 'replayed', ...fields })
  expect((await replay({ since: '2020-01-01', status: 'failed' })).text).toContain(
    'There are none of that time',
  )
  expect((await replay({ since: '2020-01-01', status: 'succeeded' })).text).toContain('1 is delivered again')
  await house.drain()
  expect(house.receiver.received).toHaveLength(count + 1)
  const wrong = await replay({ since: 'yesterday "><img>', status: 'failed' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('role="alert"')
  expect(wrong.text).not.toContain('<img')
  const looked = await viewer.open(path)
  expect(looked.text).not.toContain('again')
  const csrf = fieldOf(await viewer.open(billing), 'csrf')!
  const asked = { csrf, change: 'replayed', since: '2020-01-01', status: 'succeeded' }
  expect((await viewer.open(path, asked)).status).toBe(403)
  expect((await owner.open('/dashboard/inboxes/no-such-inbox/deliveries')).status).toBe(404)
})

test('lists and conversations show no secrets that stand in names of files', async () => {
  const { slug, address } = await house.createInbox()
  const { id } = await house.send(
    {
      subject: 'The list',
      body: 'It is attached.',
      attachments: [
        { filename: 'AKIAQ3EGRV7XKDZ2MNPW.txt', content: 'Twelve.' },
        { filename: '"><img src=x>.txt', content: 'Six.' },
      ],
    },
    { rcptTo: [address] },
  )
  await house.drain()
  const path = `/dashboard/inboxes/${slug}`
  const { thread_id } = await house.message(id)
  for (const at of [path, `${path}?q=attached`, `${path}/conversations/${thread_id}`]) {
    const { status, text } = await owner.open(at)
    expect(status, at).toBe(200)
    expect(text, at).toContain('[secret]')
    expect(text, at).not.toContain('AKIAQ3EG')
    expect(text, at).not.toContain('<img')
  }
})

test('the page of API keys says how long a key that it makes lasts', async () => {
  expect((await owner.open('/dashboard/api-keys')).text).toContain('also after you sign out: <time')
})
