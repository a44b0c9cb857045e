/** Quotas of tenants and the rate of inboxes: what is beyond them is refused, in words, before anything is stored. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PeerRate } from '../../services/smtp/peer-rate.ts'
import { createTestApi } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({
    QUOTA_STORED_BYTES: '60000',
    QUOTA_MESSAGES_PER_DAY: '6',
    INBOUND_PER_MINUTE: '3',
  })
})
afterAll(() => house.stop())

let serial = 0
/** An account with an inbox; each test has its own. */
async function account() {
  const order = { organization_name: 'Acme', contact_email: 'ops@acme.example' }
  const { body } = await house.api('POST', '/signup', order)
  const key = String(body.api_key?.key)
  const inboxOf = async (by = key) => {
    const slug = `quota-${++serial}x`
    return String((await house.api('POST', '/inboxes', { slug }, { key: by })).body.address)
  }
  return { key, sandboxKey: String(body.sandbox_api_key?.key), inboxOf }
}
const words = (bytes: number) => ({
  subject: `Mail ${++serial}`,
  body: 'words\r\n'.repeat(Math.floor(bytes / 7)),
})
/** `accepted`, or the reply that refused it. */
const bring = (to: string[], bytes = 100): Promise<string> =>
  house.send(words(bytes), { rcptTo: to }).then(
    () => 'accepted',
    (error: unknown) => String((error as Error).message),
  )
const full = /452.*4\.2\.2/s
const slow = /451.*4\.7\.1/s
const rowOf = async (address: string) => {
  const [row] = await house.database.query<{ bytes: number; sizes: number; messages: number }>(
    `select i.stored_bytes as bytes, i.day_messages as messages,
       (select coalesce(sum(size_bytes), 0)::bigint from messages m where m.inbox_id = i.id) as sizes
     from inboxes i where i.slug = $1`,
    [address.split('@')[0]],
  )
  return row!
}

describe('messages a day', () => {
  test('come and go, six together; then 452 and 403, also for a new inbox, and not for the sandbox', async () => {
    const { key, sandboxKey, inboxOf } = await account()
    const [one, two] = [await inboxOf(), await inboxOf()]
    for (const to of [one, one, two]) expect(await bring([to])).toBe('accepted')
    const mail = { to: 'ada@peer.example', subject: 'Order', body: 'It left.' }
    const send = (address: string, by = key) =>
      house.api('POST', `/inboxes/${address.split('@')[0]}/messages`, mail, { key: by })
    for (const from of [one, two, two]) expect((await send(from)).status).toBe(201)
    await expect
      .poll(async () => (await send(one)).body.error, { interval: 1_000 })
      .toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('6 messages a day') })
    await expect.poll(() => bring([two]), { interval: 1_000 }).toMatch(full)
    await house.api('DELETE', `/inboxes/${one.split('@')[0]}`, undefined, { key })
    const anew = await inboxOf()
    expect(await bring([anew]), 'what a deleted inbox took counts on').toMatch(full)
    const sandbox = await inboxOf(sandboxKey)
    expect(await bring([sandbox])).toBe('accepted')
    expect(await bring([sandbox, anew]), 'put off as a whole, and taken once').toMatch(full)
    await house.database.query('update inboxes set day = day - 1; update tenants set gone_day = gone_day - 1')
    await expect.poll(() => bring([anew]), { interval: 1_000 }).toBe('accepted')
  })
})

describe('stored bytes', () => {
  test('are those of the messages that are there, and come back with what is deleted', async () => {
    const { key, inboxOf } = await account()
    const [one, two] = [await inboxOf(), await inboxOf()]
    expect(await bring([one], 40_000)).toBe('accepted')
    expect(await bring([two], 1_000)).toBe('accepted')
    for (const address of [one, two]) {
      const { bytes, sizes, messages } = await rowOf(address)
      expect(bytes).toBe(sizes)
      expect(messages).toBe(1)
    }
    expect(await bring([two], 40_000)).toMatch(full)
    expect((await rowOf(two)).messages, 'nothing of it is stored').toBe(1)
    expect(await bring([two], 1_000), 'a small one has room').toBe('accepted')
    expect((await house.api('DELETE', `/inboxes/${one.split('@')[0]}`, undefined, { key })).status).toBe(204)
    await expect.poll(() => bring([two], 40_000), { interval: 1_000 }).toBe('accepted')
  })
})

test('an inbox takes three messages a minute from whomever, and then none; others go on', async () => {
  const { inboxOf } = await account()
  const [busy, calm] = [await inboxOf(), await inboxOf()]
  // A minute that doesn't end while the test is held up.
  await house.database.query(
    "update inboxes set minute = date_trunc('minute', now()) + interval '1 hour', minute_messages = 1 where slug = $1",
    [busy.split('@')[0]],
  )
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => bring([busy])))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(2)
  for (const outcome of outcomes) if (outcome !== 'accepted') expect(outcome).toMatch(slow)
  expect(await bring([calm])).toBe('accepted')
  await house.database.query("update inboxes set minute = minute - interval '2 hours'")
  expect(await bring([busy])).toBe('accepted')
})

test('inboxes of a tenant: no more than the quota, however many ask at once; a deleted one makes room', async () => {
  const api = await createTestApi({ QUOTA_INBOXES: '3' })
  const own = await api.signUp()
  const make = (slug: string, key = own.sandboxKey) => api.call('POST', '/inboxes', key, { slug })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => make(`many-${n}`)))
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(3)
  for (const { status, body } of answers)
    if (status !== 201)
      expect([status, body.error]).toMatchObject([
        403,
        { code: 'quota_exceeded', message: 'There are 3 inboxes, which is the most; delete one first.' },
      ])
  expect((await make('live-one', own.liveKey)).status).toBe(201)
  await api.call('DELETE', `/inboxes/${made[0]!.body.slug}`, own.sandboxKey)
  expect((await make('one-more')).status).toBe(201)
  await api.close()
})

test('a peer brings so many messages a minute; 0 is any number', () => {
  const rate = new PeerRate(2)
  const at = 60_000 * 1_000
  expect([rate.take('a', at), rate.take('a', at), rate.take('a', at + 59_999)]).toEqual([true, true, false])
  expect(rate.take('b', at)).toBe(true)
  expect(rate.take('a', at + 60_000)).toBe(true)
  const any = new PeerRate(0)
  expect(Array.from({ length: 10 }, () => any.take('a', at)).every(Boolean)).toBe(true)
})
