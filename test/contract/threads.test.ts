/** Contract of threads. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { emitEvents } from '../../shared/flow/events/emit.ts'
import { applyThreadChanges } from '../../shared/store/thread.ts'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'talks' })).body.id)
})
afterAll(() => api.close())

const plant = (subject: string, createdAt: string, threadId = newId('thread')) =>
  plantMessage(api.database, account.sandboxTenantId, inboxId, { subject, createdAt, threadId })

test('threads are listed by most recent activity, page by page, also with equal times', async () => {
  const same = '2026-03-01T00:00:00.000Z'
  const planted = []
  for (let i = 0; i < 5; i++) planted.push((await plant(`same ${i}`, same)).threadId)
  const { threadId: revived } = await plant('revived', '2026-01-01T00:00:00.000Z')
  await plant('revived', '2026-04-01T00:00:00.000Z', revived)
  const seen: unknown[] = []
  let cursor = ''
  do {
    const answer = await api.call('GET', `/inboxes/talks/threads?limit=2${cursor}`, account.sandboxKey)
    expect(answer.status).toBe(200)
    seen.push(...itemsOf(answer, 'threads').map(({ id }) => id))
    cursor = answer.body.next_cursor === null ? '' : `&cursor=${answer.body.next_cursor}`
  } while (cursor !== '')
  expect(seen).toEqual([revived, ...planted.toReversed()])
  const [first] = itemsOf(await api.call('GET', '/inboxes/talks/threads', account.sandboxKey), 'threads')
  expect(first).toEqual({
    id: revived,
    inbox_id: inboxId,
    subject: 'revived',
    message_count: 2,
    last_message_at: '2026-04-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
  })
})

test('the single thread has its messages in chronological order', async () => {
  const { threadId } = await plant('one', '2026-05-02T00:00:00.000Z')
  await plant('two', '2026-05-03T00:00:00.000Z', threadId)
  await plant('zero', '2026-05-01T00:00:00.000Z', threadId)
  const { status, body } = await api.call('GET', `/inboxes/talks/threads/${threadId}`, account.sandboxKey)
  expect(status).toBe(200)
  const messages = body.messages as unknown as { subject: string }[]
  expect(messages.map(({ subject }) => subject)).toEqual(['zero', 'one', 'two'])
  expect(body).toMatchObject({ id: threadId, message_count: 3 })
})

test('the subject of a thread is that of its oldest assessed message', async () => {
  const threadId = newId('thread')
  const add = (subject: string, day: number, status: string) =>
    plantMessage(api.database, account.sandboxTenantId, inboxId, {
      subject,
      status,
      threadId,
      createdAt: `2026-05-2${day}T00:00:00.000Z`,
    })
  const subject = async () =>
    (await api.call('GET', `/inboxes/talks/threads/${threadId}`, account.sandboxKey)).body.subject
  const { id } = await add('first', 1, 'processing')
  expect(await subject()).toBe('')
  await add('second', 2, 'clean')
  expect(await subject()).toBe('second')
  await api.database.query("update messages set status = 'clean' where id = $1", [id])
  expect(await subject()).toBe('first')
})

test('the id of a merged thread answers the thread that it was joined to, and is not listed', async () => {
  const kept = await plant('kept', '2026-06-01T00:00:00.000Z')
  const merged = await plant('merged', '2026-06-02T00:00:00.000Z')
  await api.database.query('update messages set thread_id = $2 where thread_id = $1', [
    merged.threadId,
    kept.threadId,
  ])
  await api.database.query('update threads set merged_into = $2, message_count = 0 where id = $1', [
    merged.threadId,
    kept.threadId,
  ])
  const { body } = await api.call('GET', `/inboxes/talks/threads/${merged.threadId}`, account.sandboxKey)
  expect(body.id).toBe(kept.threadId)
  expect(body.messages).toHaveLength(2)
  const ids = itemsOf(
    await api.call('GET', '/inboxes/talks/threads?limit=100', account.sandboxKey),
    'threads',
  ).map(({ id }) => id)
  expect(ids).toContain(kept.threadId)
  expect(ids).not.toContain(merged.threadId)
})

test('the id of a merged thread lists what is in the one that it was joined to, and waits for it', async () => {
  const tenantId = account.sandboxTenantId
  const { id, threadId } = await plant('kept on', '2026-07-01T00:00:00.000Z')
  const merged = await plant('joined', '2026-07-02T00:00:00.000Z')
  const { next_cursor } = (await api.call('GET', '/inboxes/talks/wait?timeout=1', account.sandboxKey)).body
  await api.database.transaction(async (tx) => {
    const moved = [{ tenantId, from: merged.threadId, to: threadId }]
    await applyThreadChanges(tx, { created: [], joined: [], merged: moved, references: [] })
    const event = { type: 'message.received', tenantId, inboxId, messageId: id, facts: {} } as const
    await emitEvents(tx, api.queue, [event])
  })
  for (const path of ['/inboxes/talks/messages', '/messages'])
    for (const thread of [threadId, merged.threadId]) {
      const listed = await api.call('GET', `${path}?thread_id=${thread}`, account.sandboxKey)
      expect(itemsOf(listed, 'messages').map((one) => one.id)).toEqual([merged.id, id])
    }
  const query = `timeout=1&thread_id=${merged.threadId}&cursor=${next_cursor}`
  const { message } = (await api.call('GET', `/inboxes/talks/wait?${query}`, account.sandboxKey)).body
  expect(message?.id).toBe(id)
})

test('a thread is not found through another inbox', async () => {
  await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'other-talks' })
  const { threadId } = await plant('mine', '2026-07-01T00:00:00.000Z')
  expect((await api.call('GET', `/inboxes/other-talks/threads/${threadId}`, account.sandboxKey)).status).toBe(
    404,
  )
  expect((await api.call('GET', '/inboxes/talks/threads/thr_nonsense', account.sandboxKey)).status).toBe(404)
})
