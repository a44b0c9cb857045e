/** A message that leaves, or is only analysed, and holds up its scorer for ever: it goes to a person, and nobody else waits. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssessThreadData } from '../../shared/judge/assess-thread.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { stubbornScorer } from '../support/stubborn-scorer.ts'

/** The service's own threads; what will never let go is given up sooner, so that the test is short. */
class HastyPool extends ThreadPool {
  override run<Output>(input: unknown, deadlineMs: number): Promise<Output> {
    const holds = /\[(?:hang|spin)\]/.test(JSON.stringify(input))
    return super.run<Output>(input, holds ? 200 : deadlineMs)
  }
}

const workerData: AssessThreadData = { dnsServers: [], llm: null, scorers: [stubbornScorer] }
let assessors: HastyPool
let api: TestApi
let account: TestAccount
beforeAll(async () => {
  const module = new URL('../../shared/judge/assess-thread.ts', import.meta.url)
  assessors = new HastyPool(module, { size: 1, perThread: 2, workerData })
  api = await createTestApi({}, { assessors })
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'desk' })
})
afterAll(async () => {
  await api.close()
  await assessors.close()
})

const send = (subject: string) =>
  api.call('POST', '/inboxes/desk/messages', account.liveKey, {
    to: 'ada@peer.example',
    subject,
    body: 'It left on Monday.',
  })

test.each(['[hang]', '[spin]'])('a send whose scorer never ends (%s) waits for a reviewer', async (how) => {
  const { status, body } = await send(`Order 1815 ${how}`)
  expect(status).toBe(202)
  expect(body).toMatchObject({
    status: 'withheld',
    security_analysis: { summary: 'The message could not be assessed.' },
    approval: { reasons: ['unjudged'] },
  })
  // On another thread, the next one is judged as ever.
  expect((await send('Order 1816')).status).toBe(201)
})

test.each(['inbound', 'outbound'])(
  'an analysis (%s) whose scorer never ends is refused, for nothing',
  async (direction) => {
    const before = await api.balance(account.accountId)
    const message = { from: 'ada@peer.example', to: ['bob@peer.example'], subject: '[hang]', body: 'Hello.' }
    const { status, body } = await api.call('POST', '/analyze', account.liveKey, { direction, message })
    expect([status, body.error?.code]).toEqual([422, 'validation_error'])
    expect(await api.balance(account.accountId)).toBe(before)
  },
)
