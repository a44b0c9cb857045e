/** A policy that is made while messages are sent: from its answer on it holds, on every process, and no message slips by. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let elsewhere: FastifyInstance
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  elsewhere = await api.anotherProcess()
  account = await api.signUp()
  await api.database.query('update accounts set credits = 100000')
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'sending' })
})
afterAll(async () => {
  await elsewhere.close()
  await api.close()
})

const mail = { to: 'ada@rival.example', subject: 'Order 1815', body: 'It left our house this morning.' }

/** Sends one message by one of the two processes; its status. */
async function send(n: number): Promise<number> {
  const { statusCode } = await (n % 2 === 0 ? api.app : elsewhere).inject({
    method: 'POST',
    url: '/api/v1/inboxes/sending/messages',
    headers: { authorization: `Bearer ${account.liveKey}` },
    payload: mail,
  })
  return statusCode
}

test('a message is sent, paid for and kept, or blocked by the policy that is there: nothing between', async () => {
  const before = await api.balance(account.accountId)
  expect([await send(0), await send(1)], 'both processes know the inbox').toEqual([201, 201])

  let made = false
  const early: number[] = []
  const late: number[] = []
  const senders = Array.from({ length: 8 }, async (_, n) => {
    // Each goes on until it has seen both sides.
    for (let left = 3; left > 0; ) {
      const after = made
      const status = await send(n)
      if (after) left--
      ;(after ? late : early).push(status)
    }
  })
  await expect.poll(() => early.length).toBeGreaterThan(8)
  const policy = await api.call('POST', '/policies', account.liveKey, {
    name: 'Not to rivals',
    type: 'domain_blocklist',
    action: 'block',
    config: { domains: ['rival.example'], direction: 'outbound' },
  })
  expect(policy.status).toBe(201)
  made = true
  await Promise.all(senders)

  expect(new Set(late), 'after the answer to the policy').toEqual(new Set([403]))
  expect(late).toHaveLength(24)
  const sent = 2 + early.filter((status) => status === 201).length
  expect(early.filter((status) => status !== 201 && status !== 403)).toEqual([])
  const kept = await api.database.query("select 1 from messages where direction = 'outbound'")
  expect(kept).toHaveLength(sent)
  expect(await api.balance(account.accountId)).toBe(before - 3 * sent - 2)
})
