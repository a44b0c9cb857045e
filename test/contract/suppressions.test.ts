/** Contract of the suppression list. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { insertSuppressions } from '../../shared/store/suppression.ts'
import { createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.liveKey, { slug: 'sender' })).body.id)
})
afterAll(() => api.close())

const suppress = (address: string, key = account.liveKey, reason?: string) =>
  api.call('POST', '/suppressions', key, { address, ...(reason === undefined ? {} : { reason }) })
const list = (query = '', key = account.liveKey) => api.call('GET', `/suppressions${query}`, key)
const remove = (address: string, key = account.liveKey) =>
  api.call('DELETE', `/suppressions/${encodeURIComponent(address)}`, key)
const addressesOf = async (query = '', key = account.liveKey) =>
  itemsOf(await list(query, key), 'suppressions').map(({ address }) => address)

async function keyOf(order: Record<string, unknown>): Promise<string> {
  const { body, text } = await api.call('POST', '/api_keys', account.liveKey, { name: 'limited', ...order })
  if (body.key === undefined) throw new Error(text)
  return String(body.key)
}

test('an address is put on the list, with why; again, it stays as it is; and it costs nothing', async () => {
  const before = await api.balance(account.accountId)
  const { status, body } = await suppress('Ada@Example.COM', account.liveKey, 'Asked on the phone.')
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^sup_[0-9a-z]{26}$/),
    address: 'Ada@example.com',
    reason: 'manual',
    detail: 'Asked on the phone.',
    inbox_id: null,
    message_id: null,
    created_at: expect.stringMatching(/Z$/),
  })
  const again = await suppress('ada@example.com', account.liveKey, 'Other words.')
  expect(again.status).toBe(201)
  expect(again.body).toEqual(body)
  expect(await api.balance(account.accountId)).toBe(before)
  const log = await api.call('GET', '/audit_log?event_type=settings', account.liveKey)
  expect(
    itemsOf(log, 'entries').filter(({ metadata }) => JSON.stringify(metadata).includes(String(body.id))),
  ).toHaveLength(1)
  expect((await remove('ADA@example.com')).status).toBe(204)
  expect((await remove('ada@example.com')).status).toBe(404)
})

test.each([
  '',
  'nobody',
  'a@b@c',
  'a b@example.com',
  'ada@example.com, bob@example.com',
  'Ada <ada@example.com>',
  'ada@example.com\u0000',
])('what is no address is refused: %j', async (address) => {
  const answer = await suppress(address)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('body.address')
})

test('the list goes page by page, newest first, and is filtered by address, reason and time', async () => {
  const addresses = []
  for (let i = 0; i < 5; i++) addresses.push(`page-${i}@example.com`)
  for (const address of addresses) await suppress(address)
  const seen: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = await list(`?limit=2${cursor}`)
    seen.push(...itemsOf(page, 'suppressions').map(({ address }) => address))
    if (page.body.next_cursor === null) break
    cursor = `&cursor=${page.body.next_cursor}`
  }
  expect(seen).toEqual(addresses.toReversed())
  expect(await addressesOf('?address=PAGE-3@example.com')).toEqual(['page-3@example.com'])
  expect(await addressesOf('?reason=hard_bounce')).toEqual([])
  expect(await addressesOf('?reason=manual&limit=1')).toEqual(['page-4@example.com'])
  expect(await addressesOf('?since=2100-01-01T00:00:00Z')).toEqual([])
  expect((await list('?reason=other')).status).toBe(422)
  expect((await list('?address=%00')).status).toBe(422)
})

test('a tag is another address, and letter case means nothing', async () => {
  await suppress('Grace+news@example.com')
  const send = (to: string) =>
    api.call('POST', '/inboxes/sender/messages', account.liveKey, { to, subject: 'Order', body: 'It left.' })
  const refused = await send('Grace <gRACE+NEWS@example.com>')
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject({ code: 'recipient_suppressed' })
  expect(refused.text).toContain('gRACE+NEWS@example.com')
  expect((await send('grace@example.com')).status).toBe(201)
})

test('an international domain is found and taken off as it was given, or in ASCII', async () => {
  const given = 'Ada@Bücher.example'
  for (const other of [given, 'ada@xn--bcher-kva.example']) {
    expect((await suppress(given)).body.address).toBe('Ada@xn--bcher-kva.example')
    expect(await addressesOf(`?address=${encodeURIComponent(other)}`)).toEqual(['Ada@xn--bcher-kva.example'])
    expect((await remove(other)).status).toBe(204)
  }
  expect((await remove(given)).status).toBe(404)
})

test('a Greek domain is found as it was given, whichever sigma stands at the end of a word', async () => {
  const given = 'Ada@ΟΔΟΣ-1.example'
  expect((await suppress(given)).status).toBe(201)
  expect(await addressesOf(`?address=${encodeURIComponent(given)}`)).toHaveLength(1)
  expect((await remove(given)).status).toBe(204)
})

test('a refused send costs nothing and stores nothing', async () => {
  await suppress('paid@example.com')
  const before = await api.balance(account.accountId)
  const messages = () =>
    api.database.query("select 1 from messages where inbox_id = $1 and direction = 'outbound'", [inboxId])
  const stored = (await messages()).length
  const order = { to: 'x@example.com', bcc: 'paid@example.com', subject: 'Order', body: 'It left.' }
  expect((await api.call('POST', '/inboxes/sender/messages', account.liveKey, order)).status).toBe(409)
  expect(await api.balance(account.accountId)).toBe(before)
  expect(await messages()).toHaveLength(stored)
})

test('a key of one inbox sees and takes off what it put there, and nothing else; live and sandbox are apart', async () => {
  const limited = await keyOf({ inbox_id: inboxId })
  await suppress('of-all@example.com')
  expect((await suppress('of-inbox@example.com', limited)).body).toMatchObject({ inbox_id: inboxId })
  expect(await addressesOf('', limited)).toEqual(['of-inbox@example.com'])
  expect((await remove('of-all@example.com', limited)).status).toBe(404)
  expect((await suppress('of-all@example.com', limited)).status).toBe(403)
  expect((await remove('of-inbox@example.com', limited)).status).toBe(204)
  expect(await addressesOf('?address=of-all@example.com', account.sandboxKey)).toEqual([])
  expect((await remove('of-all@example.com', account.sandboxKey)).status).toBe(404)
})

test('what a key of one inbox put there stays once the account puts it there, too, on record', async () => {
  const limited = await keyOf({ inbox_id: inboxId })
  const { body: first } = await suppress('board@example.com', limited, 'To have it first.')
  const { status, body } = await suppress('board@example.com', account.liveKey, 'Nobody writes to the board.')
  expect(status).toBe(201)
  expect(body).toEqual({ ...first, detail: 'Nobody writes to the board.', inbox_id: null })
  expect((await remove('board@example.com', limited)).status).toBe(404)
  expect((await suppress('board@example.com', limited)).status).toBe(403)
  expect(await addressesOf('?address=board@example.com')).toEqual(['board@example.com'])
  const log = await api.call('GET', '/audit_log?event_type=settings', account.liveKey)
  expect(
    itemsOf(log, 'entries').filter(({ metadata }) => JSON.stringify(metadata).includes(String(first.id))),
  ).toHaveLength(2)
})

describe('what a key of one inbox put there, and then bounces', () => {
  const bounceOf = (address: string, noticedBy: string) => ({
    tenantId: account.tenantId,
    id: newId('suppression'),
    address,
    reason: 'hard_bounce' as const,
    detail: '550 5.1.1 No such user here',
    inboxId: noticedBy,
    messageId: null,
  })

  test('stays, also where it bounces while the key takes it off', async () => {
    const limited = await keyOf({ inbox_id: inboxId })
    const address = 'meanwhile@example.com'
    await suppress(address, limited)
    const { removing } = await api.database.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await insertSuppressions(tx, [bounceOf(address, inboxId)])
      const removing = remove(address, limited)
      await expect
        .poll(() =>
          api.database.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
            own!.pid,
          ]),
        )
        .toHaveLength(1)
      return { removing }
    })
    expect((await removing).status).toBe(403)
    expect(itemsOf(await list(`?address=${address}`), 'suppressions')).toMatchObject([
      { reason: 'hard_bounce' },
    ])
  })

  test('is that of the inbox that noticed, and no other one is shown what it was told', async () => {
    const limited = await keyOf({ inbox_id: inboxId })
    const other = await api.call('POST', '/inboxes', account.liveKey, { slug: 'other-sender' })
    const address = 'noticed@example.com'
    await suppress(address, limited)
    await insertSuppressions(api.database, [bounceOf(address, String(other.body.id))])
    expect(itemsOf(await list(`?address=${address}`), 'suppressions')).toMatchObject([
      { reason: 'hard_bounce', inbox_id: other.body.id },
    ])
    expect(await addressesOf(`?address=${address}`, limited)).toEqual([])
    expect((await remove(address, limited)).status).toBe(404)
    expect(await addressesOf(`?address=${address}`, await keyOf({ inbox_id: other.body.id }))).toEqual([
      address,
    ])
  })
})

test('reading needs messages:read, and writing messages:write', async () => {
  const reader = await keyOf({ scopes: ['messages:read'] })
  expect((await list('', reader)).status).toBe(200)
  expect((await suppress('x@example.com', reader)).status).toBe(403)
  expect((await remove('of-all@example.com', reader)).status).toBe(403)
})

test('an address as long as one may be is taken off the list, too', async () => {
  const label = 'a'.repeat(60)
  const address = `${'b'.repeat(64)}@${label}.${label}.${label}.exampl`
  expect(address).toHaveLength(254)
  expect((await suppress(address)).status).toBe(201)
  expect((await remove(address)).status).toBe(204)
})
