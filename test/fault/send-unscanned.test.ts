/** Sending while a part that judges is away: nothing leaves that wasn't looked at. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'

const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It is on its way.' }

let house: House
let api: TestApi
let account: TestAccount
// Threads that never come up: a module that isn't there.
const broken = new ThreadPool(new URL('./no-such-thread.ts', import.meta.url), { size: 1 })
beforeAll(async () => {
  house = await startHouse({ CLAMAV_URL: 'tcp://127.0.0.1:9' })
  api = await createTestApi({}, { assessors: broken })
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'desk' })
})
afterAll(async () => {
  await Promise.all([house.stop(), api.close()])
  await broken.close()
})

test('without the antivirus, a message with attachments is refused for now, for nothing; any other is sent', async () => {
  const path = `/inboxes/${house.inbox.slug}/messages`
  const credits = async () =>
    (await house.database.query<{ credits: number }>('select credits from accounts'))[0]!.credits
  const before = await credits()
  const attachments = [{ filename: 'a.txt', content: 'aGVsbG8=' }]
  const refused = await house.api('POST', path, { ...mail, attachments })
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'unavailable'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await credits()).toBe(before)
  expect((await house.api('POST', path, mail)).status).toBe(201)
  await house.drain()
})

test('what could not be assessed waits for a reviewer, and says so', async () => {
  const { status, body } = await api.call('POST', '/inboxes/desk/messages', account.liveKey, mail)
  expect(status).toBe(202)
  expect(body).toMatchObject({
    status: 'withheld',
    verdict: 'withheld',
    security_analysis: { summary: 'The message could not be assessed.' },
    approval: { reasons: ['unjudged'] },
  })
})
