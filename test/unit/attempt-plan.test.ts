/** What an attempt means for a message, and how much of large mail is in memory at once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueRecipients, planAttempt } from '../../shared/flow/outbound/attempt-plan.ts'
import { ByteBudget } from '../../shared/flow/outbound/byte-budget.ts'
import type { HandedOver } from '../../shared/flow/outbound/hand-over.ts'
import type { Outcome } from '../../shared/relay/transport.ts'

const now = Date.UTC(2026, 10, 21)
const plan = { delays: [60, 300, 900], hours: 120 }
const hour = 3_600_000

const handed = (index: number, outcome: Outcome, notBefore?: number): HandedOver => ({
  index,
  result: {
    outcome,
    code: outcome === 'waiting' ? null : 450,
    enhancedCode: null,
    text: 'because',
    ...(notBefore === undefined ? {} : { notBefore }),
  },
  simulated: false,
})

const at = (attempts: number, hoursAgo: number | null, results: HandedOver[], random = 0.5) =>
  planAttempt(
    {
      attempts,
      firstAttemptAt: hoursAgo === null ? null : new Date(now - hoursAgo * hour).toISOString(),
      retryAt: null,
      recipients: [],
    },
    results,
    plan,
    now,
    random,
  )

test('recipients that have their end keep it, and the others are tried again after the delay of the table', () => {
  const attempted = at(0, null, [handed(0, 'sent'), handed(1, 'failed'), handed(2, 'deferred')])
  expect(attempted.recipients.map(({ status }) => status)).toEqual(['sent', 'failed', 'pending'])
  expect(attempted.next).toEqual(new Date(now + 60_000))
  expect(at(1, 1, [handed(0, 'deferred')]).next).toEqual(new Date(now + 300_000))
  expect(at(9, 1, [handed(0, 'deferred')]).next).toEqual(new Date(now + 900_000))
  expect(at(0, null, [handed(0, 'sent'), handed(1, 'failed')]).next).toBeNull()
})

test('what failed together is not tried together', () => {
  expect(at(0, null, [handed(0, 'deferred')], 0).next).toEqual(new Date(now + 54_000))
  expect(at(0, null, [handed(0, 'deferred')], 1).next).toEqual(new Date(now + 66_000))
})

test('what only had to wait counts as no attempt, and comes again when there is room', () => {
  const attempted = at(3, 1, [handed(0, 'waiting', now + 2_000)])
  expect(attempted).toMatchObject({ tried: false, recipients: [], next: new Date(now + 2_000) })
  expect(at(0, null, [handed(0, 'waiting')]).next!.getTime()).toBeGreaterThan(now)
  expect(at(0, null, [handed(0, 'waiting', now + 2_000), handed(1, 'deferred')]).next).toEqual(
    new Date(now + 2_000),
  )
})

test('who was put off is left out until it is time, and counts once, however often others find no room', () => {
  const recipients = [0, 1, 2].map((index) => ({
    index,
    address: `${index}@peer.example`,
    field: 'to' as const,
    status: 'pending' as const,
    code: null,
    enhancedCode: null,
    reason: index === 0 ? 'busy' : null,
  }))
  const retryAt = new Date(now + 60_000).toISOString()
  const message = { attempts: 1, firstAttemptAt: new Date(now).toISOString(), retryAt, recipients }
  const due = (at: number) => dueRecipients(message, at).map(({ index }) => index)
  expect(due(now + 2_000)).toEqual([1, 2])
  expect(due(now + 60_000)).toEqual([0, 1, 2])
  const planned = (at: number, ...results: HandedOver[]) => planAttempt(message, results, plan, at, 0.5)
  const none = { tried: false, retryAt: new Date(now + 60_000) }
  expect(planned(now, handed(1, 'waiting', now + 2_000), handed(2, 'deferred'))).toMatchObject({
    ...none,
    next: new Date(now + 2_000),
  })
  expect(planned(now, handed(1, 'sent'), handed(2, 'failed'))).toMatchObject({ ...none, next: none.retryAt })
  // An attempt that took longer than that: those who were left out come soon.
  expect(planned(now + 90_000, handed(1, 'sent'), handed(2, 'sent')).next).toEqual(new Date(now + 90_250))
  const all = [handed(0, 'deferred'), handed(1, 'sent'), handed(2, 'waiting', now + 62_000)]
  expect(planned(now + 60_000, ...all)).toMatchObject({
    tried: true,
    next: new Date(now + 62_000),
    retryAt: new Date(now + 360_000),
  })
})

test('an attempt that sends to some while others wait counts when it ends', () => {
  expect(at(0, null, [handed(0, 'sent'), handed(1, 'waiting')]).tried).toBe(false)
  expect(at(0, 1, [handed(1, 'sent')])).toMatchObject({ tried: true, next: null })
})

const down = (index: number): HandedOver => {
  const { result, ...one } = handed(index, 'waiting', now + 2_000)
  return { ...one, result: { ...result, down: true } }
}

test('after five days it is given up, whether it was tried or its destination left alone', () => {
  for (const inVain of [handed(0, 'deferred'), down(0)]) {
    const attempted = at(20, 120, [inVain, handed(1, 'sent')])
    expect(attempted.next).toBeNull()
    expect(attempted.recipients).toMatchObject([
      { status: 'failed', enhancedCode: '4.4.7', reason: 'given up: because' },
      { status: 'sent' },
    ])
  }
  expect(at(20, 119, [handed(0, 'deferred')]).next).not.toBeNull()
})

test('who only found no room is given up at no time: there is an attempt first', () => {
  const attempted = at(20, 120, [handed(0, 'waiting', now + 2_000), handed(1, 'deferred')])
  expect(attempted).toMatchObject({ next: new Date(now + 2_000), tried: false })
  expect(attempted.recipients).toMatchObject([{ index: 1, status: 'failed', enhancedCode: '4.4.7' }])
})

test('there is a next attempt if and only if a recipient is left', () => {
  const outcomes = fc.array(fc.constantFrom<Outcome>('sent', 'failed', 'deferred', 'waiting'), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(outcomes, fc.nat(30), fc.nat(130), (list, attempts, hours) => {
      const results = list.map((outcome, index) => handed(index, outcome))
      const { next, recipients } = at(attempts, hours, results)
      const open = list.filter((one) => one === 'waiting' || (one === 'deferred' && hours < 120)).length
      expect(next === null).toBe(open === 0)
      if (next !== null) expect(next.getTime()).toBeGreaterThan(now)
      expect(recipients.filter(({ status }) => status !== 'pending')).toHaveLength(list.length - open)
    }),
  )
})

test('large messages wait for each other, small ones for none, and one too large for all has it to itself', async () => {
  const megabyte = 1_048_576
  const budget = new ByteBudget(10 * megabyte)
  const order: string[] = []
  const take = (name: string, bytes: number) => budget.take(bytes, name).then(() => order.push(name))
  await take('a', 6 * megabyte)
  const b = take('b', 6 * megabyte)
  const huge = take('huge', 50 * megabyte)
  await take('small', 1_000)
  expect(order).toEqual(['a', 'small'])
  budget.give(6 * megabyte, 'a')
  await b
  expect(order).toEqual(['a', 'small', 'b'])
  budget.give(6 * megabyte, 'b')
  await huge
  budget.give(50 * megabyte, 'huge')
  await take('c', 10 * megabyte)
  expect(order.at(-1)).toBe('c')
})

test('large messages of one account that slow hosts hold up leave room for those of others', async () => {
  const megabyte = 1_048_576
  const budget = new ByteBudget(256 * megabyte)
  const order: string[] = []
  const take = (group: string) => budget.take(25 * megabyte, group).then(() => order.push(group))
  const slow = Array.from({ length: 20 }, () => take('slow'))
  await Promise.all(slow.slice(0, 2))
  await take('other')
  expect(order).toEqual(['slow', 'slow', 'other'])
  for (let given = 0; given < 20; given++) {
    await slow[given]
    budget.give(25 * megabyte, 'slow')
  }
  expect(order.filter((group) => group === 'slow')).toHaveLength(20)
})
