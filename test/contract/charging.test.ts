/** Contract of credits: what is charged, what isn't, and what happens when they end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

async function accountWith(
  slug: string,
  credits: number,
): Promise<TestAccount & { inboxId: string; messageId: string }> {
  const account = await api.signUp()
  const { body } = await api.call('POST', '/inboxes', account.liveKey, { slug })
  const inboxId = String(body.id)
  const { id } = await plantMessage(api.database, account.tenantId, inboxId, {
    attachments: [{ scanStatus: 'clean' }],
  })
  await api.database.query('update accounts set credits = $2 where id = $1', [account.accountId, credits])
  return { ...account, inboxId, messageId: id }
}

test('each read costs what the table says, with a ledger entry that leads to the balance', async () => {
  const account = await accountWith('costs', 100)
  const cost = async (path: string, method = 'GET') => {
    const before = await api.balance(account.accountId)
    expect((await api.call(method, path, account.liveKey)).status).toBe(200)
    return before - (await api.balance(account.accountId))
  }
  expect(await cost('/inboxes')).toBe(1)
  expect(await cost('/inboxes/costs')).toBe(1)
  expect(await cost('/inboxes/costs/messages')).toBe(1)
  expect(await cost(`/messages/${account.messageId}`)).toBe(1)
  expect(await cost(`/messages/${account.messageId}/attachments`)).toBe(0)
  expect(await cost('/inboxes/costs/threads')).toBe(1)
  expect(await cost('/audit_log')).toBe(1)
  expect(await cost('/audit-logs')).toBe(1)
  expect(await cost('/credits')).toBe(1)
  expect(await cost('/credits/history')).toBe(0)
  expect(await cost('/api_keys')).toBe(0)
  expect(await cost('/inboxes', 'HEAD')).toBe(1)
  const credits = await api.call('GET', '/credits', account.liveKey)
  expect(credits.body).toEqual({ balance: 90, plan: 'free', updated_at: expect.any(String) })
  const history = await api.call('GET', '/credits/history', account.liveKey)
  expect(itemsOf(history, 'entries')[0]).toEqual({
    id: expect.stringMatching(/^crd_/),
    amount: -1,
    reason: 'get_credits',
    balance_after: 90,
    reference: credits.headers['x-request-id'],
    created_at: expect.any(String),
  })
})

test('a request that fails costs nothing', async () => {
  const account = await accountWith('free-failures', 100)
  const infected = await plantMessage(api.database, account.tenantId, account.inboxId, {
    attachments: [{ scanStatus: 'infected' }, { scanStatus: 'pending' }],
  })
  const failing: [string, string, unknown?][] = [
    ['GET', '/inboxes/nowhere'],
    ['GET', '/messages/msg_00000000000000000000000000'],
    ['GET', '/inboxes?limit=0'],
    ['GET', `/attachments/${infected.attachmentIds[0]}`],
    ['GET', `/attachments/${infected.attachmentIds[1]}`],
    ['GET', `/messages/${infected.id}/raw`],
    ['POST', '/inboxes', { slug: 'free-failures' }],
    ['POST', '/inboxes', { slug: 'Bad Slug' }],
    ['POST', `/messages/${account.messageId}/release`],
    ['POST', '/messages/msg_00000000000000000000000000/release'],
  ]
  for (const [method, path, body] of failing)
    expect((await api.call(method, path, account.liveKey, body)).status).toBeGreaterThanOrEqual(400)
  expect(await api.balance(account.accountId)).toBe(100)
})

test('sandbox keys use no credits, even when there are none', async () => {
  const account = await accountWith('sandboxed', 0)
  expect((await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'sandboxed-too' })).status).toBe(201)
  expect((await api.call('GET', '/inboxes', account.sandboxKey)).status).toBe(200)
  expect((await api.call('GET', '/credits', account.sandboxKey)).body.balance).toBe(0)
})

test('without credits a charged request is 402, shows nothing and changes nothing', async () => {
  const account = await accountWith('broke', 0)
  const withheld = await plantMessage(api.database, account.tenantId, account.inboxId, {
    status: 'withheld',
    subject: 'Secret subject',
  })
  for (const path of [
    '/inboxes',
    '/inboxes/broke',
    `/messages/${withheld.id}`,
    '/credits',
    '/audit_log',
    `/messages/${withheld.id}/raw`,
  ]) {
    const { status, body, text } = await api.call('GET', path, account.liveKey)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ code: 'credits_exhausted', status: 402 })
    expect(text).not.toContain('Secret')
    expect(text).not.toContain('broke')
  }
  expect((await api.call('POST', '/inboxes', account.liveKey, { slug: 'broke-two' })).status).toBe(402)
  expect((await api.call('POST', `/messages/${withheld.id}/release`, account.liveKey)).status).toBe(402)
  expect(await api.database.query("select 1 from inboxes where slug = 'broke-two'")).toEqual([])
  const [row] = await api.database.query<{ status: string }>('select status from messages where id = $1', [
    withheld.id,
  ])
  expect(row!.status).toBe('withheld')
  expect((await api.call('GET', '/api_keys', account.liveKey)).status, 'what is free stays').toBe(200)
})

test('the balance never goes below 0, whatever happens at once on two processes', async () => {
  const account = await accountWith('contended', 40)
  const elsewhere = await createTestApi({}, { database: api.database })
  try {
    const requests = Array.from({ length: 90 }, (_, i) => {
      const via = i % 2 === 0 ? api : elsewhere
      return i % 10 === 0
        ? via.call('POST', '/inboxes', account.liveKey, { slug: `contended-${i}` })
        : via.call('GET', i % 3 === 0 ? '/inboxes' : '/inboxes/contended', account.liveKey)
    })
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    const spent = statuses.reduce((sum, status) => sum + (status === 200 ? 1 : status === 201 ? 5 : 0), 0)
    expect(new Set(statuses)).toEqual(new Set([...statuses.filter((status) => status < 400), 402]))
    expect(await api.balance(account.accountId)).toBe(40 - spent)
    expect(40 - spent).toBeGreaterThanOrEqual(0)
    expect(40 - spent, 'only what one inbox costs can be left').toBeLessThan(5)
  } finally {
    await elsewhere.close()
  }
  const entries: { amount: number; balance_after: number }[] = []
  let cursor = ''
  do {
    const page = await api.call('GET', `/credits/history?limit=7${cursor}`, account.liveKey)
    entries.push(...(itemsOf(page, 'entries') as unknown as typeof entries))
    cursor = page.body.next_cursor === null ? '' : `&cursor=${page.body.next_cursor}`
  } while (cursor !== '')
  const chain = entries.filter(({ balance_after }) => balance_after < 40)
  chain.forEach((entry, index) => {
    const before = chain[index + 1]?.balance_after ?? 40
    expect(entry.balance_after, `entry ${index} of the ledger`).toBe(before + entry.amount)
  })
})
