/** Contract of deleting a message: what goes with it, what stays, what has to be over first, and who may. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { messageIdHash } from '../../shared/domain/message-id.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { indexMessages } from '../../shared/flow/search/index-messages.ts'
import { insertEvents } from '../../shared/store/event.ts'
import { applyThreadChanges } from '../../shared/store/thread.ts'
import { recordAttempts } from '../../shared/store/webhook-delivery.ts'
import {
  type Answer,
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
  const made = { slug: 'tidy', webhook_url: 'https://hooks.example/' }
  inboxId = String((await call('POST', '/inboxes', made)).body.id)
})
afterAll(() => api.close())

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  api.call(method, path, account.sandboxKey, body)
const remove = (id: string) => call('DELETE', `/messages/${id}`)
const plant = (planted: Planted = {}) => plantMessage(api.database, account.sandboxTenantId, inboxId, planted)
const inbox = async () => (await call('GET', '/inboxes/tidy')).body
const usage = async () => {
  const [row] = await api.database.query<{ bytes: string; count: number }>(
    'select stored_bytes as bytes, message_count as count from inboxes where id = $1',
    [inboxId],
  )
  return { bytes: Number(row!.bytes), count: row!.count }
}

/** Tables of the service in which the id of a message is written. */
async function tablesWith(id: string): Promise<string[]> {
  const tables = await api.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await api.database.query(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [
        id,
      ])
      return rows.length === 0 ? [] : [name]
    }),
  )
  return found.flat().sort()
}

test('takes all that hangs on the message, and leaves the audit log alone', async () => {
  const { sandboxTenantId: tenantId } = account
  await plant({ subject: 'kept' })
  await api.database.query('update inboxes set stored_bytes = 100 where id = $1', [inboxId])
  const before = await usage()
  const { id, threadId, attachmentIds } = await plant({
    subject: 'Doomed',
    status: 'flagged',
    verdict: 'flagged',
    attachments: [{ scanStatus: 'clean' }],
  })
  await api.database.query('update inboxes set stored_bytes = stored_bytes + 100 where id = $1', [inboxId])
  await call('PATCH', `/messages/${id}`, { labels: ['vip'], metadata: { order: 7 } })
  await call('POST', `/messages/${id}/feedback`, { label: 'spam' })
  await indexMessages(api.database, [
    { tenantId, inboxId, id, subject: 'Doomed', people: [], files: [], body: '' },
  ])
  const event = { tenantId, inboxId, messageId: id, type: 'message.received' as const, facts: {} }
  const deliveryId = newId('webhookDelivery')
  await api.database.transaction((tx) => insertEvents(tx, [{ ...event, deliveryId }]))
  await api.database.query(
    `insert into thread_references (tenant_id, inbox_id, message_id_hash, thread_id) values ($1, $2, decode($3, 'hex'), $4)`,
    [tenantId, inboxId, messageIdHash(`${id}@example.com`), threadId],
  )
  expect(await tablesWith(id)).toEqual(
    expect.arrayContaining([
      'attachments',
      'events',
      'feedback',
      'message_contents',
      'raw_messages',
      'rare_states',
    ]),
  )
  const file = await call('GET', `/attachments/${attachmentIds[0]}`)
  expect((await inbox()).flagged_count).toBe(1)

  const answer = await call('DELETE', `/inboxes/tidy/messages/${id}`)
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(await tablesWith(id)).toEqual(['audit_entries'])
  expect(await usage()).toEqual(before)
  expect((await inbox()).flagged_count).toBe(0)
  for (const path of [`/messages/${id}`, `/messages/${id}/raw`, `/attachments/${attachmentIds[0]}`])
    expect((await call('GET', path)).status).toBe(404)
  expect((await call('GET', `/inboxes/tidy/threads/${threadId}`)).status).toBe(404)
  expect(
    await api.database.query('select 1 from thread_references where thread_id = $1', [threadId]),
  ).toEqual([])
  const download = new URL(String(file.body.download_url))
  expect(
    (await api.call('GET', `${download.pathname.replace('/api/v1', '')}${download.search}`, '')).status,
  ).toBe(404)
  expect(itemsOf(await call('GET', '/inboxes/tidy/messages?q=doomed'), 'messages')).toEqual([])
  expect((await remove(id)).status).toBe(404)

  const log = await call('GET', '/audit_log?event_type=msg_deleted')
  expect(itemsOf(log, 'entries')).toMatchObject([
    { inbox_id: inboxId, metadata: { message_id: id, direction: 'inbound', status: 'flagged' } },
  ])
})

test('leaves the rest of its thread, which is as old as its newest message then', async () => {
  const first = await plant({ subject: 'first', createdAt: '2026-01-01T00:00:00.000Z' })
  const { threadId } = first
  const second = await plant({ subject: 'second', threadId, createdAt: '2026-01-02T00:00:00.000Z' })
  expect((await remove(second.id)).status).toBe(204)
  const { body } = await call('GET', `/inboxes/tidy/threads/${threadId}`)
  expect(body).toMatchObject({ message_count: 1, last_message_at: '2026-01-01T00:00:00.000Z' })
})

test('leaves nothing of its subject with a thread that goes on, nor with one that was merged into it', async () => {
  const first = await plant({ subject: 'Words of the first', createdAt: '2026-01-01T00:00:00.000Z' })
  const { threadId } = first
  await plant({ subject: 'Words that stay', threadId, createdAt: '2026-01-02T00:00:00.000Z' })
  const merged = await plant({ subject: 'Words of a merged one', createdAt: '2026-01-03T00:00:00.000Z' })
  await api.database.transaction((tx) =>
    applyThreadChanges(tx, {
      created: [],
      joined: [],
      merged: [{ tenantId: account.sandboxTenantId, from: merged.threadId, to: threadId }],
      references: [],
    }),
  )
  for (const { id } of [first, merged]) expect((await remove(id)).status).toBe(204)
  expect(await tablesWith('Words of')).toEqual([])
  expect(await tablesWith('Words that stay')).toContain('threads')
  const { body } = await call('GET', `/inboxes/tidy/threads/${threadId}`)
  expect(body).toMatchObject({ subject: 'Words that stay', message_count: 1 })
})

test('of a delivery that is under way nothing is kept, and nothing is tried again', async () => {
  const { sandboxTenantId: tenantId } = account
  const { id } = await plant()
  const deliveryId = newId('webhookDelivery')
  const event = { tenantId, inboxId, messageId: id, type: 'message.received' as const, facts: {}, deliveryId }
  await api.database.transaction((tx) => insertEvents(tx, [event]))
  await remove(id)
  await recordAttempts(api.database, [
    {
      tenantId,
      deliveryId,
      messageId: id,
      attempt: 1,
      madeAt: new Date().toISOString(),
      url: 'https://hooks.example/',
      responseStatus: 200,
      responseBody: '',
      error: null,
      latencyMs: 5,
      status: 'succeeded',
      nextAttemptAt: null,
    },
  ])
  expect(await tablesWith(id)).toEqual(['audit_entries'])
  expect(await tablesWith(deliveryId)).toEqual([])
})

describe('what something is still to be done with is refused, and stays', () => {
  test.each([
    ['inbound', 'processing', 'examined'],
    ['outbound', 'queued', 'being sent'],
    ['outbound', 'scheduled', 'cancel it'],
    ['outbound', 'withheld', 'reject its approval'],
  ] as const)('%s %s', async (direction, status, says) => {
    const { id } = await plant({ direction, status })
    const { status: answered, body } = await remove(id)
    expect({ answered, code: body.error?.code }).toEqual({ answered: 409, code: 'not_deletable' })
    expect(body.error?.message).toContain(says)
    expect((await call('GET', `/messages/${id}`)).status).toBe(200)
  })

  test.each([
    ['inbound', 'withheld'],
    ['inbound', 'delivered'],
    ['outbound', 'sent'],
    ['outbound', 'rejected'],
  ] as const)('%s %s is deleted', async (direction, status) => {
    expect((await remove((await plant({ direction, status })).id)).status).toBe(204)
  })
})

test('an agent has no right to it, nor any key limited to one inbox', async () => {
  const { id } = await plant()
  for (const wanted of [{ name: 'agent' }, { name: 'limited', inbox_id: inboxId, scopes }]) {
    const key = String((await call('POST', '/api_keys', wanted)).body.key)
    const { status, body } = await api.call('DELETE', `/messages/${id}`, key)
    expect([status, body.error?.code]).toEqual([403, 'forbidden'])
  }
  expect((await call('GET', `/messages/${id}`)).status).toBe(200)
})
