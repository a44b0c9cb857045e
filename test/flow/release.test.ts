/** Releasing a withheld message. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApi,
  itemsOf,
  type Planted,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  const made = await api.call('POST', '/inboxes', account.liveKey, {
    slug: 'held',
    webhook_url: 'https://hooks.example/mail',
  })
  inboxId = String(made.body.id)
})
afterAll(() => api.close())

const plant = (planted: Planted = { status: 'withheld', verdict: 'withheld', riskScore: 95 }) =>
  plantMessage(api.database, account.tenantId, inboxId, planted)
const release = (id: string, key = account.liveKey) => api.call('POST', `/messages/${id}/release`, key)
const deliveries = (id: string) =>
  api.database.query<{ id: string; status: string; event: string }>(
    'select id, status, event from webhook_deliveries where message_id = $1',
    [id],
  )

test('moves the message to clean, keeps its verdict, charges 2 credits, records it and queues the webhook', async () => {
  const { id } = await plant()
  const before = await api.balance(account.accountId)
  const { status, body } = await release(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    status: 'clean',
    verdict: 'withheld',
    security_analysis: { risk_score: 95 },
    html_sanitized: null,
  })
  expect(await api.balance(account.accountId)).toBe(before - 2)
  const log = itemsOf(
    await api.call('GET', `/audit_log?event_type=msg_released&inbox_id=${inboxId}`, account.liveKey),
    'entries',
  )
  expect(log[0]).toMatchObject({ metadata: { message_id: id, user_id: expect.stringMatching(/^usr_/) } })
  const [delivery] = await deliveries(id)
  expect(delivery).toMatchObject({ status: 'pending', event: 'message.received' })
  const jobs = await api.database.query<{ data: unknown; group_id: string }>(
    "select data, group_id from pgboss.job where name = 'deliver' and data ->> 'deliveryId' = $1",
    [delivery!.id],
  )
  expect(jobs).toEqual([
    { data: { tenantId: account.tenantId, deliveryId: delivery!.id }, group_id: inboxId },
  ])
})

test('works on the path below the inbox too, but not below another one', async () => {
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'not-held' })
  const { id } = await plant()
  expect((await api.call('POST', `/inboxes/not-held/messages/${id}/release`, account.liveKey)).status).toBe(
    404,
  )
  expect((await api.call('POST', `/inboxes/held/messages/${id}/release`, account.liveKey)).status).toBe(200)
})

test('of many at once exactly one wins, is charged and is delivered', async () => {
  const { id } = await plant()
  const before = await api.balance(account.accountId)
  const answers = await Promise.all(Array.from({ length: 8 }, () => release(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
  expect(answers.find(({ status }) => status === 409)!.body.error?.code).toBe('not_withheld')
  expect(await api.balance(account.accountId)).toBe(before - 2)
  expect(await deliveries(id)).toHaveLength(1)
})

test('without a webhook_url nothing is queued', async () => {
  const { body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'held-quiet' })
  const { id } = await plantMessage(api.database, account.tenantId, String(body.id), { status: 'withheld' })
  expect((await release(id)).status).toBe(200)
  expect(await deliveries(id)).toEqual([])
})

test.each(['processing', 'clean', 'flagged', 'delivered', 'webhook_failed'])(
  'an inbound message that is %s is not released',
  async (status) => {
    const { id } = await plant({ status, verdict: status === 'processing' ? null : 'clean' })
    const answer = await release(id)
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'not_withheld'])
  },
)

test('an outbound message is released through its approval only', async () => {
  const { id } = await plant({ direction: 'outbound', status: 'withheld' })
  const { status, body } = await release(id)
  expect([status, body.error?.code]).toEqual([409, 'approval_required'])
})

test('an agent can not release its own mail', async () => {
  const agent = await api.call('POST', '/api_keys', account.liveKey, { name: 'agent' })
  const { id } = await plant()
  const { status, body } = await release(id, String(agent.body.key))
  expect([status, body.error?.code]).toEqual([403, 'forbidden'])
})

test('infected attachments stay locked after the release', async () => {
  const { id, attachmentIds } = await plant({
    status: 'withheld',
    verdict: 'withheld',
    attachments: [{ scanStatus: 'infected' }, { scanStatus: 'clean' }],
  })
  expect((await release(id)).status).toBe(200)
  expect((await api.call('GET', `/attachments/${attachmentIds[0]}`, account.liveKey)).status).toBe(403)
  expect((await api.call('GET', `/attachments/${attachmentIds[1]}`, account.liveKey)).status).toBe(200)
  expect((await api.call('GET', `/messages/${id}/raw`, account.liveKey)).status).toBe(403)
})
