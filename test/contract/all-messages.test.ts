/** Contract of listing and searching the messages of all inboxes that a key sees. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { indexMessages } from '../../shared/flow/search/index-messages.ts'
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
const inboxes: Record<string, string> = {}
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  for (const slug of ['first', 'second', 'gone'])
    inboxes[slug] = String((await call('POST', '/inboxes', { slug })).body.id)
  inboxes.live = String((await api.call('POST', '/inboxes', account.liveKey, { slug: 'live' })).body.id)
  await plant('first', { subject: 'one', body: 'invoice' })
  await plant('second', {
    subject: 'two',
    body: 'invoice, an invoice',
    status: 'flagged',
    verdict: 'flagged',
  })
  await plant('gone', { subject: 'of a deleted inbox', body: 'invoice' })
  await plant('live', { subject: 'of the other mode', body: 'invoice' }, account.tenantId)
  const sent = await plant('first', { subject: 'three', direction: 'outbound', status: 'failed' })
  await call('PATCH', `/messages/${sent}`, { labels: ['vip'] })
  await plant('second', {
    subject: 'four',
    status: 'withheld',
    verdict: 'withheld',
    body: 'an invoice of a stranger',
  })
  // Out of sight, with its rows still there, as they are until housekeeping has removed them.
  await api.database.query(`update inboxes set deleted_at = now() where id = $1`, [inboxes.gone])
})
afterAll(() => api.close())

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  api.call(method, path, account.sandboxKey, body)

async function plant(slug: string, planted: Planted, tenantId = account.sandboxTenantId): Promise<string> {
  const inboxId = inboxes[slug]!
  const { id } = await plantMessage(api.database, tenantId, inboxId, planted)
  const { subject = '', body = '' } = planted
  await indexMessages(api.database, [{ tenantId, inboxId, id, subject, people: [], files: [], body }])
  return id
}

const subjects = (answer: Answer) => itemsOf(answer, 'messages').map(({ subject }) => subject)
const listed = async (query = '') => subjects(await call('GET', `/messages${query}`))

test('lists those of every inbox that is there, newest first, page by page', async () => {
  expect(await listed()).toEqual(['four', 'three', 'two', 'one'])
  const first = await call('GET', '/messages?limit=3')
  expect(subjects(first)).toEqual(['four', 'three', 'two'])
  const second = await call('GET', `/messages?limit=3&cursor=${first.body.next_cursor}`)
  expect(subjects(second)).toEqual(['one'])
  expect(second.body).toMatchObject({ has_more: false, next_cursor: null })
  const elsewhere = await call('GET', `/inboxes/first/messages?limit=3&cursor=${first.body.next_cursor}`)
  expect(elsewhere.status).toBe(422)
})

test('takes the filters of one inbox, and its own', async () => {
  expect(await listed('?status=flagged,failed')).toEqual(['three', 'two'])
  expect(await listed('?status=readable')).toEqual(['two', 'one'])
  expect(await listed('?direction=outbound')).toEqual(['three'])
  expect(await listed('?label=vip')).toEqual(['three'])
  expect(await listed(`?inbox_id=${inboxes.second}`)).toEqual(['four', 'two'])
  for (const id of [inboxes.gone, inboxes.live, 'inb_nobody'])
    expect((await call('GET', `/messages?inbox_id=${id}&q=invoice`)).body).toEqual({
      messages: [],
      has_more: false,
      next_cursor: null,
    })
  expect((await call('GET', '/messages?colour=blue')).status).toBe(422)
})

test('searches all of them, the best match first', async () => {
  const answer = await call('GET', '/messages?q=invoice -stranger')
  expect(subjects(answer)).toEqual(['two', 'one'])
  expect(answer.body.search_truncated).toBe(false)
  expect(itemsOf(answer, 'messages')[1]).toMatchObject({ highlight: { body: '<mark>invoice</mark>' } })
  expect(await listed('?q=invoice&status=withheld')).toEqual(['four'])
})

test('shows a key without the scope no more of what is withheld than one inbox does', async () => {
  const made = await call('POST', '/api_keys', { name: 'agent' })
  const [shown] = itemsOf(
    await api.call('GET', '/messages?status=withheld', String(made.body.key)),
    'messages',
  )
  expect(shown).toMatchObject({ subject: 'four', body: '', content_hidden: true })
  expect(subjects(await api.call('GET', '/messages?q=stranger', String(made.body.key)))).toEqual([])
})

test('a key limited to one inbox sees that one, whatever it asks for', async () => {
  const made = await call('POST', '/api_keys', { name: 'limited', inbox_id: inboxes.first, scopes })
  const key = String(made.body.key)
  expect(subjects(await api.call('GET', '/messages', key))).toEqual(['three', 'one'])
  expect(subjects(await api.call('GET', '/messages?q=invoice', key))).toEqual(['one'])
  expect(subjects(await api.call('GET', `/messages?inbox_id=${inboxes.second}`, key))).toEqual([])
})

test('finds what only old messages of a large tenant say, unless it has more inboxes than are looked up together', async () => {
  const old = 'an old heirloom'
  await plant('first', { subject: 'heirloom', body: old, createdAt: '2020-01-01T00:00:00.000Z' })
  await api.database.query(
    `with made as (
       insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', 'msg_7' || right('0000000000000000000000000' || n, 25)))).*
       from messages m, generate_series(1, $2::int) n where m.subject = 'one' and m.tenant_id = $1 returning id, inbox_id
     )
     insert into message_search (tenant_id, message_id, inbox_id, vector)
     select $1, id, inbox_id, (''' ' || inbox_id || ''' other:1')::tsvector from made`,
    [account.sandboxTenantId, limits.searchLooked + 1],
  )
  expect(await listed('?q=heirloom')).toEqual(['heirloom'])

  await api.database.query(
    `insert into inboxes (tenant_id, id, slug, webhook_secret) select $1, 'inb_' || n, 'many-' || n, '' from generate_series(1, $2::int) n`,
    [account.sandboxTenantId, limits.searchInboxes],
  )
  const first = await call('GET', '/messages?q=heirloom')
  expect(first.body).toMatchObject({ messages: [], has_more: true, search_truncated: true })
  expect(await listed(`?q=heirloom&cursor=${first.body.next_cursor}`)).toEqual(['heirloom'])
})
