/** Webhooks that a receiver has taken while the database fails in some way: each is posted once, and counted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FailingTable } from '../support/failing-table.ts'
import { type House, startHouse } from '../support/house.ts'

let house: House
let attempts: FailingTable
beforeAll(async () => {
  house = await startHouse()
  attempts = await FailingTable.make(house.database, 'webhook_attempts', 'insert')
})
afterAll(async () => {
  await attempts.end()
  await house.stop()
})

async function strikes(times: number): Promise<void> {
  const before = await attempts.strikes()
  await expect.poll(() => attempts.strikes()).toBeGreaterThanOrEqual(before + times)
}

test.each([
  ['57014', 'a statement is cancelled'],
  ['53100', 'the disk is full'],
  ['40P01', 'there is a deadlock'],
  ['40001', 'a transaction can not be serialized'],
  ['25P03', 'a transaction was idle for too long'],
  ['58030', 'the disk fails'],
  ['57P03', 'the server takes no connections'],
  ['XX000', 'the server has an error of its own'],
])(
  '%s, %s: what the receiver has taken is counted when that is over, and not posted again',
  async (sqlstate) => {
    const inbox = await house.createInbox({ webhook_url: house.receiver.url })
    const before = house.receiver.received.length
    await attempts.begin(sqlstate)
    const { id } = await house.send('Subject: Taken\n\nHello.\n', { rcptTo: [inbox.address] })
    await strikes(4)
    await attempts.end()
    await expect.poll(async () => (await house.message(id)).status).toBe('delivered')
    await house.drain()
    expect(house.receiver.received.length - before).toBe(1)
    const { body } = await house.api('GET', `/inboxes/${inbox.slug}/webhook/deliveries`)
    expect(body.deliveries).toMatchObject([
      { status: 'succeeded', attempt_count: 1, attempts: [{ attempt: 1, response_status: 200 }] },
    ])
  },
)

test('a refused request whose record fails is one attempt, and the next one follows', async () => {
  const inbox = await house.createInbox({ webhook_url: house.receiver.url })
  const before = house.receiver.received.length
  house.receiver.answer({ status: 500 })
  await attempts.begin('57014')
  const { id } = await house.send('Subject: Refused\n\nHello.\n', { rcptTo: [inbox.address] })
  await strikes(4)
  expect(house.receiver.received.length - before).toBe(1)
  await attempts.end()
  await expect.poll(async () => (await house.message(id)).status).toBe('delivered')
  expect(house.receiver.received.length - before).toBe(2)
})
