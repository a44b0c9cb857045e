/** A webhook delivery that is being retried, delivered at once: by the job it has, and as one of its attempts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { type House, startHouse } from '../support/house.ts'

const timeout = 60_000
let house: House
beforeAll(async () => {
  house = await startHouse({ WEBHOOK_RETRY_DELAYS: '0,3600,3600' })
})
afterAll(() => house.stop())

interface Delivery {
  id: string
  status: string
  attempt_count: number
  next_attempt_at: string | null
}
async function deliveryOf({ slug }: Inbox): Promise<Delivery> {
  const { body } = await house.api('GET', `/inboxes/${slug}/webhook/deliveries`)
  const [delivery] = body.deliveries as unknown as Delivery[]
  return delivery!
}
const jobsOf = ({ id }: Delivery) =>
  house.database.query<{ wait: number }>(
    `select extract(epoch from start_after - now())::int as wait from pgboss.job
     where name = 'deliver' and data ->> 'deliveryId' = $1`,
    [id],
  )
const redeliver = ({ slug }: Inbox, { id }: Delivery) =>
  house.api('POST', `/inboxes/${slug}/webhook/deliveries/${id}/redeliver`)

/** An inbox, and its delivery once so many attempts have failed. */
async function afterAttempts(inbox: Inbox, count: number): Promise<Delivery> {
  await expect.poll(async () => (await deliveryOf(inbox))?.attempt_count, { timeout }).toBe(count)
  return deliveryOf(inbox)
}
async function retried(): Promise<{ inbox: Inbox; delivery: Delivery }> {
  const inbox = await house.createInbox({ webhook_url: house.receiver.url })
  house.receiver.answer({ status: 500 })
  await house.send({ to: inbox.address }, { rcptTo: [inbox.address] })
  return { inbox, delivery: await afterAttempts(inbox, 1) }
}

test('its next attempt is made now, once, however often that is asked for at once', async () => {
  const { inbox, delivery } = await retried()
  expect(delivery.status).toBe('pending')
  const before = house.receiver.received.length
  // Until all have asked: one that has ended may be delivered again.
  house.receiver.answer('hang')
  const answers = await Promise.all([1, 2, 3].map(() => redeliver(inbox, delivery)))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  const taken = answers.find(({ status }) => status === 202)!.body
  expect(taken).toMatchObject({ id: delivery.id, status: 'pending', attempt_count: 1 })
  expect(Date.parse(String(taken.next_attempt_at))).toBeLessThan(Date.parse(delivery.next_attempt_at!))
  await afterAttempts(inbox, 2)
  expect(house.receiver.received.length - before).toBe(1)
  expect(house.receiver.received.at(-1)!.headers['webhook-id']).toBe(delivery.id)
  expect(await jobsOf(delivery)).toHaveLength(1)
  expect((await redeliver(inbox, delivery)).status).toBe(202)
  await afterAttempts(inbox, 3)
  expect(await deliveryOf(inbox)).toMatchObject({ status: 'succeeded', next_attempt_at: null })
  expect(await jobsOf(delivery)).toEqual([])
})

test('it counts as one of its attempts: where it fails, the rest follow as planned', async () => {
  const { inbox, delivery } = await retried()
  house.receiver.answer({ status: 503 })
  expect((await redeliver(inbox, delivery)).status).toBe(202)
  const second = await afterAttempts(inbox, 2)
  expect(second.status).toBe('pending')
  const jobs = await jobsOf(delivery)
  expect(jobs).toHaveLength(1)
  expect(jobs[0]!.wait).toBeGreaterThan(3_000)
  house.receiver.answer({ status: 503 })
  expect((await redeliver(inbox, delivery)).status).toBe(202)
  expect(await afterAttempts(inbox, 3)).toMatchObject({ status: 'failed', next_attempt_at: null })
  expect(await jobsOf(delivery)).toEqual([])
})

test('while an attempt is under way there is nothing to hasten', async () => {
  const { inbox, delivery } = await retried()
  house.receiver.answer('hang')
  const before = house.receiver.received.length
  expect((await redeliver(inbox, delivery)).status).toBe(202)
  await expect.poll(() => house.receiver.received.length, { timeout }).toBe(before + 1)
  const { status, body } = await redeliver(inbox, delivery)
  expect([status, body.error?.code]).toEqual([409, 'not_redeliverable'])
  await afterAttempts(inbox, 2)
  expect(house.receiver.received.length).toBe(before + 1)
})
