/** What an agent had read before it wrote: recorded as it reads, shown with the approval. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { ReadRecord } from '../../shared/flow/access/read-record.ts'
import { purgeOldReads } from '../../shared/flow/retention/reads.ts'
import { createLog } from '../../shared/lib/log.ts'
import { findReadsBefore, keepReads } from '../../shared/store/message-read.ts'
import { createTestApi, type Json, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inbox: Json
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  inbox = (await api.call('POST', '/inboxes', account.liveKey, { slug: 'desk', security_level: 4 })).body
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'other' })
})
afterAll(() => api.close())
afterEach(() => vi.restoreAllMocks())

type Fields = NonNullable<Parameters<typeof plantMessage>[3]>
const plant = (fields: Fields = {}) => plantMessage(api.database, account.tenantId, String(inbox.id), fields)

async function agentKey(fields: object = {}): Promise<{ id: string; key: string }> {
  const { body } = await api.call('POST', '/api_keys', account.liveKey, { name: 'agent', ...fields })
  return { id: String(body.id), key: String(body.key) }
}

async function held(key: string): Promise<string> {
  const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left on Monday.' }
  const { body, text } = await api.call('POST', '/inboxes/desk/messages', key, mail)
  expect(body.approval?.id, text).toBeDefined()
  return String(body.approval?.id)
}

async function provenance(approvalId: string, key = account.liveKey): Promise<Json[]> {
  await api.door.settled()
  const { body } = await api.call('GET', `/approvals/${approvalId}`, key)
  return body.provenance as unknown as Json[]
}
const idsOf = (items: Json[]) => items.map(({ message_id }) => message_id)

test('each way to read a message is on record, and so is that it came before', async () => {
  const agent = await agentKey()
  const asked = async (path: string) => {
    const answer = await api.call('GET', path, agent.key)
    expect(answer.status, answer.text).toBe(200)
  }
  const ways: ((id: string, threadId: string, attachmentId: string) => Promise<void>)[] = [
    (id) => asked(`/messages/${id}`),
    (id) => asked(`/messages/${id}?view=agent`),
    (id) => asked(`/messages/${id}/raw`),
    (_id, threadId) => asked(`/inboxes/desk/threads/${threadId}`),
    (_id, threadId) => asked(`/inboxes/desk/messages?thread_id=${threadId}`),
    (_id, threadId) => asked(`/messages?thread_id=${threadId}`),
    async (id) => {
      const labelled = await api.call('PATCH', `/messages/${id}`, agent.key, { labels: { add: ['seen'] } })
      expect(labelled.status, labelled.text).toBe(200)
    },
    (_id, _threadId, attachmentId) => asked(`/attachments/${attachmentId}`),
    (_id, threadId) => asked(`/inboxes/desk/wait?thread_id=${threadId}&since=2020-01-01T00:00:00Z&timeout=1`),
  ]
  const read: string[] = []
  for (const way of ways) {
    const { id, threadId, attachmentIds } = await plant({ attachments: [{ scanStatus: 'clean' }] })
    await way(id, threadId, attachmentIds[0] ?? '')
    read.unshift(id)
  }
  const approval = await held(agent.key)
  const late = await plant()
  await asked(`/messages/${late.id}`)
  // Again: the time before it wrote is kept.
  await asked(`/messages/${read[0]}`)
  const shown = await provenance(approval)
  expect(idsOf(shown).toSorted()).toEqual(read.toSorted())
  const { created_at } = (await api.call('GET', `/approvals/${approval}`, account.liveKey)).body
  for (const { read_at } of shown) expect(String(read_at) <= String(created_at)).toBe(true)
})

test('shows the sender, the verdict and whether the sender is proven, as they are now', async () => {
  const agent = await agentKey()
  const { id, threadId } = await plant({
    subject: 'Remittance',
    verdict: 'flagged',
    status: 'flagged',
    riskScore: 44,
  })
  await api.call('GET', `/messages/${id}`, agent.key)
  const approval = await held(agent.key)
  expect(await provenance(approval)).toEqual([
    {
      message_id: id,
      inbox_id: inbox.id,
      inbox_slug: 'desk',
      thread_id: threadId,
      from: 'ada@example.com',
      from_name: 'Ada',
      subject: 'Remittance',
      status: 'flagged',
      verdict: 'flagged',
      risk_score: 44,
      authenticated: false,
      received_at: expect.any(String),
      read_at: expect.any(String),
    },
  ])
  await api.database.query(
    `update messages set authentication = '{"dmarc": {"result": "pass", "domain": "example.com"}}' where id = $1`,
    [id],
  )
  expect(await provenance(approval)).toMatchObject([{ authenticated: true }])
  await api.call('DELETE', `/messages/${id}`, account.liveKey)
  expect(await provenance(approval)).toEqual([])
})

test('of more than are shown, what is not clean is never among what is left out', async () => {
  const agent = await agentKey()
  const flagged = await plant({ verdict: 'flagged', status: 'flagged', riskScore: 60 })
  await api.call('GET', `/messages/${flagged.id}`, agent.key)
  const clean = await Promise.all(Array.from({ length: limits.recordedReadsShown }, () => plant()))
  await api.door.settled()
  const at = new Date().toISOString()
  const reads = clean.map(({ id }) => ({
    tenantId: account.tenantId,
    keyId: agent.id,
    messageId: id,
    firstAt: at,
    lastAt: at,
  }))
  await keepReads(api.database, reads)
  const shown = await provenance(await held(agent.key))
  expect(shown).toHaveLength(limits.recordedReadsShown)
  // The oldest of them, and there all the same.
  expect(shown.at(-1)).toMatchObject({ message_id: flagged.id, verdict: 'flagged' })
})

test('what nobody was shown is not on record: withheld mail, answers without content, other keys, other inboxes', async () => {
  const agent = await agentKey()
  const withheld = await plant({ status: 'withheld', verdict: 'withheld' })
  const [headed, others, own] = [
    await plant(),
    await plant(),
    await plant({ direction: 'outbound', status: 'sent' }),
  ]
  expect((await api.call('GET', `/messages/${withheld.id}`, agent.key)).body.content_hidden).toBe(true)
  await api.call('HEAD', `/messages/${headed.id}`, agent.key)
  await api.call('GET', `/messages/${others.id}`, account.liveKey)
  await api.call('GET', `/messages/${own.id}`, agent.key)
  const approval = await held(agent.key)
  expect(await provenance(approval)).toEqual([])

  const readAgain = await plant()
  await api.call('GET', `/messages/${readAgain.id}`, agent.key)
  const second = await held(agent.key)
  expect(idsOf(await provenance(second))).toEqual([readAgain.id])
  const elsewhere = await agentKey({
    inbox_id: String((await api.call('GET', '/inboxes/other', account.liveKey)).body.id),
    scopes: ['approvals:read'],
  })
  const [{ tenant_id, message_id }] = (await api.database.query<{ tenant_id: string; message_id: string }>(
    'select tenant_id, message_id from approvals where id = $1',
    [second],
  )) as [{ tenant_id: string; message_id: string }]
  const [reach] = await api.database.query<{ inbox_id: string }>(
    'select inbox_id from api_keys where id = $1',
    [elsewhere.id],
  )
  const within = { tenantId: tenant_id, inboxId: reach!.inbox_id }
  expect(await findReadsBefore(api.database, within, message_id)).toEqual([])
})

const readAt = (keyId: string, messageId: string, at: string) => ({
  tenantId: account.tenantId,
  keyId,
  messageId,
  firstAt: at,
  lastAt: at,
})

test('of one key the newest are kept, for some days, and a page shows some of them', async () => {
  const planted: string[] = []
  for (let n = 0; n < 5; n++) planted.push((await plant()).id)
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1_000).toISOString()
  for (const [n, id] of planted.entries()) await keepReads(api.database, [readAt('key_bound', id, at(n))], 3)
  const kept = () =>
    api.database
      .query<{ id: string }>(
        "select message_id as id from message_reads where key_id = 'key_bound' order by last_read_at desc",
      )
      .then((rows) => rows.map(({ id }) => id))
  expect(await kept()).toEqual(planted.slice(2).toReversed())
  // What is read again is new again.
  await keepReads(api.database, [readAt('key_bound', planted[2]!, at(20))], 3)
  expect(await kept()).toEqual([planted[2], planted[4], planted[3]])
  await api.database.query(
    'update message_reads set last_read_at = now() - make_interval(days => $1) where message_id = $2',
    [limits.recordedReadDays, planted[3]],
  )
  await purgeOldReads(api.serviceDatabase)
  expect(await kept()).toEqual([planted[2], planted[4]])
  expect([limits.recordedReadsPerKey, limits.recordedReadDays, limits.recordedReadsShown]).toEqual([
    500, 7, 50,
  ])
})

test('an approval shows the newest of many', async () => {
  const agent = await agentKey()
  const many = limits.recordedReadsShown + 2
  const planted: string[] = []
  for (let n = 0; n < many; n++) planted.push((await plant()).id)
  const at = (n: number) => new Date(Date.now() - 600_000 + n * 1_000).toISOString()
  await keepReads(
    api.database,
    planted.map((id, n) => readAt(agent.id, id, at(n))),
  )
  const shown = await provenance(await held(agent.key))
  expect(idsOf(shown)).toEqual(planted.toReversed().slice(0, limits.recordedReadsShown))
})

test('more than can wait is not put on record, nor what the database does not take, and a read does not notice', async () => {
  const record = new ReadRecord(api.serviceDatabase, createLog('silent'))
  const principal = { tenantId: account.tenantId, keyId: 'key_flood', session: false } as never
  const { id } = await plant()
  record.note(principal, [id])
  record.note(principal, Array(limits.recordedReadsWaiting).fill(id))
  await record.settled()
  const rows = () => api.database.query("select from message_reads where key_id = 'key_flood'")
  expect(await rows()).toHaveLength(1)

  const failing = new ReadRecord(
    { query: async () => Promise.reject(new Error('away')) } as never,
    createLog('silent'),
  )
  failing.note(principal, [id])
  await failing.settled()
  expect(await rows()).toHaveLength(1)
})
