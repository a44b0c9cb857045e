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
const serve = new URL('../../shared/lib/serve-thread.ts', import.meta.url).href
const threads = (handle: string): ThreadPool => {
  const code = `import { serveThread } from ${JSON.stringify(serve)}; serveThread(${handle})`
  return new ThreadPool(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { size: 1 })
}
const dying = threads('() => process.exit(1)')
const waiting = threads('() => new Promise(() => {})')
let assessors = broken
beforeAll(async () => {
  house = await startHouse({ CLAMAV_URL: 'tcp://127.0.0.1:9' })
  const chosen = { run: (...task: Parameters<ThreadPool['run']>) => assessors.run(...task) } as ThreadPool
  api = await createTestApi({}, { assessors: chosen })
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'desk' })
})
afterAll(async () => {
  await Promise.all([house.stop(), api.close()])
  await Promise.all([broken.close(), dying.close(), waiting.close()])
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

const stored = async () =>
  (await api.database.query<{ count: number }>('select count(*)::int as count from messages'))[0]!.count
const refused = { status: 503, body: { error: { code: 'unavailable' } } }

test('a message that no thread could look at is refused for now, for nothing: no person is asked', async () => {
  assessors = broken
  const before = await api.balance(account.accountId)
  const answer = await api.call('POST', '/inboxes/desk/messages', account.liveKey, mail)
  expect(answer).toMatchObject(refused)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect([await stored(), await api.balance(account.accountId)]).toEqual([0, before])
})

test('a message that is being assessed when the service ends is refused likewise, and its key is free', async () => {
  assessors = waiting
  const before = await api.balance(account.accountId)
  const ask = () =>
    api.call('POST', '/inboxes/desk/messages', account.liveKey, mail, { 'idempotency-key': 'order-1815' })
  const asked = ask()
  await expect.poll(() => waiting.depth).toBe(1)
  await waiting.close()
  expect(await asked).toMatchObject(refused)
  expect([await stored(), await api.balance(account.accountId)]).toEqual([0, before])
  assessors = dying
  const again = await ask()
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([202, undefined])
})

test('an analysis and a simulation without a thread are refused for now', async () => {
  assessors = broken
  const message = { from: 'ada@peer.example', subject: 'Order 1815', body: 'It is on its way.' }
  expect(await api.call('POST', '/analyze', account.liveKey, { message })).toMatchObject(refused)
  const given = { direction: 'inbound', from: 'ada@peer.example', body: 'It is on its way.' }
  const simulated = await api.call('POST', '/policies/simulate', account.liveKey, { message: given })
  expect(simulated).toMatchObject(refused)
})

test('what could not be assessed for what it says waits for a reviewer, and says so', async () => {
  assessors = dying
  const { status, body } = await api.call('POST', '/inboxes/desk/messages', account.liveKey, mail)
  expect(status).toBe(202)
  expect(body).toMatchObject({
    status: 'withheld',
    verdict: 'withheld',
    security_analysis: { summary: 'The message could not be assessed.' },
    approval: { reasons: ['unjudged'] },
  })
})
