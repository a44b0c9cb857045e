/** Slugs of deleted inboxes: nobody but their former account takes them, until their time is over. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeFreedSlugs } from '../../shared/flow/inbox/purge-slugs.ts'
import { findRecipients } from '../../shared/store/inbox.ts'
import { hideInbox } from '../../shared/store/inbox-deletion.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let former: TestAccount
let other: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  former = await api.signUp()
  other = await api.signUp()
})
afterAll(() => api.close())

const take = async (slug: string, key: string) => {
  const { status, body } = await api.call('POST', '/inboxes', key, { slug })
  return status === 201 ? status : [status, body.error?.code]
}
const drop = async (slug: string, key: string) => (await api.call('DELETE', `/inboxes/${slug}`, key)).status
const taken = [409, 'slug_taken']
const days = (count: number, slug: string) =>
  api.database.query(
    'update freed_slugs set freed_at = freed_at - make_interval(days => $1) where slug = $2',
    [count, slug],
  )
const kept = async () =>
  (await api.database.query<{ slug: string }>('select slug from freed_slugs order by 1')).map(
    ({ slug }) => slug,
  )

test('only their former account takes them, in either mode, and what is refused costs nothing', async () => {
  expect(await take('orders', former.liveKey)).toBe(201)
  expect(await drop('orders', former.liveKey)).toBe(204)
  const before = await api.balance(other.accountId)
  for (const key of [other.liveKey, other.sandboxKey]) expect(await take('orders', key)).toEqual(taken)
  expect(await api.balance(other.accountId)).toBe(before)
  expect(await findRecipients(api.database, ['orders']), 'mail for it is for nobody').toEqual([])
  expect(await kept(), 'a refusal leaves it kept').toEqual(['orders'])
  expect(await take('orders', former.sandboxKey)).toBe(201)
  expect(await kept()).toEqual([])
  expect(await drop('orders', former.sandboxKey)).toBe(204)
  expect(await take('orders', other.liveKey)).toEqual(taken)
  expect(await take('orders', former.liveKey)).toBe(201)
})

test('after 90 days anybody takes them', async () => {
  await take('ninety', former.liveKey)
  await drop('ninety', former.liveKey)
  await days(89, 'ninety')
  expect(await take('ninety', other.liveKey)).toEqual(taken)
  await days(1, 'ninety')
  expect(await take('ninety', other.liveKey)).toBe(201)
  await drop('ninety', other.liveKey)
  expect(await take('ninety', former.liveKey), 'it is the last owner that counts').toEqual(taken)
})

test('nobody takes those of a deleted account, new or old, until their time is over', async () => {
  const leaving = await api.signUp()
  await take('left-before', leaving.liveKey)
  await drop('left-before', leaving.liveKey)
  await take('left-behind', leaving.liveKey)
  await take('left-sandbox', leaving.sandboxKey)
  expect((await api.call('DELETE', '/account', leaving.liveKey, { confirm: 'Acme' })).status).toBe(204)
  for (const slug of ['left-before', 'left-behind', 'left-sandbox']) {
    expect(await take(slug, other.liveKey)).toEqual(taken)
    await days(90, slug)
    expect(await take(slug, other.liveKey)).toBe(201)
  }
  const [row] = await api.database.query<{ count: number }>(
    'select count(*)::int as count from freed_slugs where account_id = $1',
    [leaving.accountId],
  )
  expect(row!.count).toBe(0)
})

test('whoever asks while the inbox is being deleted waits, and is refused', async () => {
  await take('contested', former.liveKey)
  let asked!: Promise<unknown>
  await api.database.transaction(async (tx) => {
    await hideInbox(tx, { tenantId: former.tenantId, inboxId: null }, 'contested')
    asked = take('contested', other.liveKey)
    await expect.poll(() => api.database.query('select 1 from pg_locks where not granted')).not.toEqual([])
  })
  expect(await asked).toEqual(taken)
})

test('of an account that takes one back, and others, exactly one has it', async () => {
  await take('wanted', former.liveKey)
  await drop('wanted', former.liveKey)
  const keys = [former.liveKey, other.liveKey, former.sandboxKey, other.sandboxKey]
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => take('wanted', keys[n % 4]!)))
  expect(answers.filter((answer) => answer === 201)).toHaveLength(1)
  const [inbox] = await api.database.query<{ account_id: string }>(
    "select t.account_id from inboxes i join tenants t on t.id = i.tenant_id where i.slug = 'wanted'",
  )
  expect(inbox!.account_id).toBe(former.accountId)
})

test('with a quarantine of no days anybody takes them at once', async () => {
  const open = await createTestApi({ SLUG_QUARANTINE_DAYS: '0' })
  const [one, two] = [await open.signUp(), await open.signUp()]
  await open.call('POST', '/inboxes', one.liveKey, { slug: 'free' })
  await open.call('DELETE', '/inboxes/free', one.liveKey)
  expect((await open.call('POST', '/inboxes', two.liveKey, { slug: 'free' })).status).toBe(201)
  await open.close()
})

test('what was kept for long enough is forgotten by housekeeping', async () => {
  for (const slug of ['forgotten', 'remembered']) {
    await take(slug, former.liveKey)
    await drop(slug, former.liveKey)
  }
  await days(90, 'forgotten')
  await Promise.all([purgeFreedSlugs(api.database, 90), purgeFreedSlugs(api.database, 90)])
  expect(await kept()).toContain('remembered')
  expect(await kept()).not.toContain('forgotten')
})
