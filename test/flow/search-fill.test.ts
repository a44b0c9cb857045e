/** Mail that was stored before search existed becomes searchable: bit by bit, by many workers at once, and once for all. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { fillSearch } from '../../shared/flow/search/fill.ts'
import { createLog } from '../../shared/lib/log.ts'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'

const log = createLog('fatal')
const count = 3 * limits.searchFillBatch + 7
let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'old' })).body.id)
  const planted = {
    subject: 'Order',
    body: 'Where is my parcel?',
    attachments: [{ filename: 'bill.pdf', scanStatus: 'clean' }],
  }
  for (let n = 0; n < count; n++)
    await plantMessage(
      api.database,
      account.sandboxTenantId,
      inboxId,
      n === 5 ? planted : { body: 'Nothing.' },
    )
  await plantMessage(api.database, account.sandboxTenantId, inboxId, {
    body: 'A parcel not looked at yet.',
    status: 'processing',
    verdict: null,
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.query('delete from message_search')
  await api.database.query(
    'update search_fill set last_tenant_id = null, last_message_id = null, done_at = null',
  )
})

const found = async (q: string) =>
  itemsOf(await api.call('GET', `/inboxes/old/messages?q=${q}`, account.sandboxKey), 'messages')
const searchable = async () =>
  (await api.database.query<{ id: string }>('select message_id as id from message_search order by 1')).map(
    ({ id }) => id,
  )
const isDone = async () =>
  (await api.database.query('select from search_fill where done_at is not null')).length === 1
const fill = (signal = new AbortController().signal) => fillSearch({ database: api.database, log }, signal)

test('it is found by all that is shown of it, and what is not assessed is not', async () => {
  expect(await found('parcel')).toEqual([])
  await fill()
  expect(await isDone()).toBe(true)
  for (const q of ['parcel', 'order parcel', 'bill']) expect(await found(q)).toHaveLength(1)
  expect(await searchable()).toHaveLength(count)
})

test('a process that ends leaves the rest to the next, newest first, and what is searchable stays as it is', async () => {
  const stop = new AbortController()
  const first = fill(stop.signal)
  await expect.poll(searchable).not.toEqual([])
  stop.abort()
  await first
  const some = await searchable()
  expect(some.length).toBeLessThan(count)
  expect(await isDone()).toBe(false)
  const [oldest] = await api.database.query<{ id: string }>(
    `select id from messages where status <> 'processing' order by id desc offset $1 limit 1`,
    [some.length - 1],
  )
  expect(some[0]).toBe(oldest!.id)
  await api.database.query(`update message_search set vector = '''kept''' where message_id = $1`, [some[0]])
  await fill()
  expect(await searchable()).toHaveLength(count)
  const kept = await api.database.query(`select from message_search where vector = '''kept'''`)
  expect(kept).toHaveLength(1)
})

test('many workers at once make each searchable once', async () => {
  await Promise.all([fill(), fill(), fill()])
  await fill()
  expect(await searchable()).toHaveLength(count)
  expect(await isDone()).toBe(true)
})

test('once it is done, nothing is looked at again', async () => {
  await fill()
  await api.database.query('delete from message_search')
  await fill()
  expect(await searchable()).toEqual([])
})
