/** How often a draft is read: once, whoever looks at it before it leaves, and an analysed message as well. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'desk' })
})
afterAll(() => api.close())
afterEach(() => vi.restoreAllMocks())

const content = Buffer.from('The order is on its way.').toString('base64')
const attachments = [
  { filename: 'note.txt', content_type: 'text/plain', content },
  { filename: 'note.csv', content_type: 'text/csv', content },
]
const draft = { to: ['ada@peer.example'], subject: 'Order 1815', body: 'It left on Monday.', attachments }

/** The kinds of task that parser threads were given with the bytes of a message. */
async function readings(request: () => Promise<{ status: number }>): Promise<string[]> {
  const run = vi.spyOn(ThreadPool.prototype, 'run')
  expect((await request()).status).toBeLessThan(300)
  return run.mock.calls.flatMap(([input]) => {
    const { kind, bytes } = input as { kind?: string; bytes?: Uint8Array }
    return kind === undefined || bytes === undefined ? [] : [kind]
  })
}

test('a send with attachments is read once for its text, the antivirus and its parts', async () => {
  expect(await readings(() => api.call('POST', '/inboxes/desk/messages', account.liveKey, draft))).toEqual([
    'draft',
  ])
})

test.each([
  ['inbound', 'analysed'],
  ['outbound', 'draft'],
])('an analysed message (%s) is read once', async (direction, kind) => {
  const message = { ...draft, from: 'ada@peer.example' }
  expect(await readings(() => api.call('POST', '/analyze', account.liveKey, { direction, message }))).toEqual(
    [kind],
  )
})
