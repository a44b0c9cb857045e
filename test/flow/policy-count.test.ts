/** Counting for rate limits, on several connections at once: exact, in one order, and nothing for what is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import type { AppliedPolicy } from '../../shared/domain/policy.ts'
import type { Direction } from '../../shared/domain/status.ts'
import { type Counted, countMessages, wouldExceed } from '../../shared/flow/policy/count.ts'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { policyOf } from '../support/policies.ts'

let api: TestApi
let account: TestAccount
/** Two processes' pools. */
let pools: Database[]
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  pools = [1, 2].map(() => openDatabase(api.databaseUrl, 5, createLog('fatal')))
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
  await api.close()
})

const limit = (action: 'block' | 'flag', max_messages: number, more: Record<string, unknown> = {}) =>
  policyOf('rate_limit', action, { max_messages, window_seconds: 600, ...more }, { id: newId('policy') })

const message = (
  policies: AppliedPolicy[],
  counterparties = ['ada@example.com'],
  inboxId = 'inb_1',
): Counted => ({
  tenantId: account.tenantId,
  inboxId,
  policies,
  counterparties,
})

/** Which policies each message is over the limit of, counted in one transaction. */
const count = async (messages: Counted[], direction: Direction = 'outbound', pool = pools[0]!) =>
  (await pool.transaction((tx) => countMessages(tx, direction, messages))).map((fired) =>
    fired.map(({ policyId }) => policyId),
  )

const used = async ({ id }: AppliedPolicy) =>
  (
    await api.database.query<{ used: number }>(
      'select used from policy_counters where policy_id = $1 order by used',
      [id],
    )
  ).map((row) => row.used)

test('of many sends at once on two processes exactly as many pass as the limit says', async () => {
  const policy = limit('block', 13)
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, n) => count([message([policy])], 'outbound', pools[n % 2]!)),
  )
  expect(outcomes.filter(([fired]) => fired!.length === 0)).toHaveLength(13)
  expect(await used(policy)).toEqual([13])
})

test('batches with the same counters in opposite orders do not wait for each other for ever', async () => {
  const policies = [limit('block', 1_000, { per: 'counterparty' }), limit('flag', 1_000)]
  const people = Array.from({ length: 20 }, (_, n) => `p${n}@example.com`)
  const batch = people.map((person) => message(policies, [person]))
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      count(n % 2 === 0 ? batch : batch.toReversed(), 'inbound', pools[n % 2]!),
    ),
  )
  expect(await used(policies[0]!)).toEqual(Array(20).fill(20))
  expect(await used(policies[1]!)).toEqual([400])
})

test('within a batch the first messages pass, and those over a limit that blocks count nowhere', async () => {
  const [block, flag] = [limit('block', 2), limit('flag', 1)]
  expect(await count(Array.from({ length: 4 }, () => message([block, flag])))).toEqual([
    [],
    [flag.id],
    [block.id, flag.id],
    [block.id, flag.id],
  ])
  expect([await used(block), await used(flag)]).toEqual([[2], [2]])
})

test('a window begins with the first message that counts, and not with one that was refused', async () => {
  const [closed, open] = [limit('block', 0), limit('block', 1)]
  expect(await count([message([closed, open])], 'inbound')).toEqual([[closed.id]])
  const ends = async () =>
    (
      await api.database.query<{ left: number }>(
        `select extract(epoch from ends_at - now())::float8 as left from policy_counters where policy_id = $1`,
        [open.id],
      )
    )[0]!.left
  await api.database.query(
    `update policy_counters set ends_at = now() + interval '100 s' where policy_id = $1`,
    [open.id],
  )
  expect(await count([message([open])], 'inbound')).toEqual([[]])
  expect(await ends()).toBeGreaterThan(500)
  expect(await count([message([open])], 'inbound')).toEqual([[open.id]])
  expect(await ends()).toBeLessThanOrEqual(600)
})

test('a transaction that is rolled back has counted nothing', async () => {
  const policy = limit('block', 1)
  const failed = pools[0]!.transaction(async (tx) => {
    expect(await countMessages(tx, 'outbound', [message([policy])])).toEqual([[]])
    throw new Error('something else went wrong')
  })
  await expect(failed).rejects.toThrow('something else')
  expect(await count([message([policy])])).toEqual([[]])
  expect(await count([message([policy])])).toEqual([[policy.id]])
})

test('a send to several recipients counts once for each, and is over when one of them is', async () => {
  const policy = limit('block', 1, { per: 'counterparty' })
  expect(await count([message([policy], ['ada@example.com', 'Ada@EXAMPLE.com', 'bob@example.com'])])).toEqual(
    [[]],
  )
  expect(await used(policy)).toEqual([1, 1])
  expect(await count([message([policy], ['eve@example.com', 'bob@example.com'])])).toEqual([[policy.id]])
  expect(await count([message([policy], ['eve@example.com'])]), 'refused, so not counted').toEqual([[]])
})

test('inboxes and directions have counts of their own', async () => {
  const policy = limit('block', 1)
  const person = ['ada@example.com']
  expect(await count([message([policy])])).toEqual([[]])
  expect(await count([message([policy], person, 'inb_2')])).toEqual([[]])
  expect(await count([message([policy])], 'inbound')).toEqual([[]])
  expect(await count([message([policy])])).toEqual([[policy.id]])
})

test('a limit of 0 lets nothing pass; one that is disabled or looks the other way is not counted', async () => {
  const none = limit('block', 0)
  expect(await count([message([none])])).toEqual([[none.id]])
  const others = [{ ...limit('block', 0), enabled: false }, limit('block', 0, { direction: 'inbound' })]
  expect(await count([message(others)])).toEqual([[]])
  expect(await used(others[1]!)).toEqual([])
})

test('looking whether a message would be over counts nothing', async () => {
  const policy = limit('block', 1)
  const look = async () => (await wouldExceed(pools[0]!, 'outbound', message([policy]))).length
  expect([await look(), await look()]).toEqual([0, 0])
  await count([message([policy])])
  expect(await look()).toBe(1)
  expect(await used(policy)).toEqual([1])
})

test('counters whose window has ended go with later ones', async () => {
  const [old, fresh] = [limit('block', 1, { per: 'counterparty' }), limit('block', 9)]
  await count(Array.from({ length: 5 }, (_, n) => message([old], [`p${n}@example.com`])))
  await api.database.query(
    "update policy_counters set ends_at = now() - interval '1 second' where policy_id = $1",
    [old.id],
  )
  await count([message([fresh])])
  expect(await used(old)).toEqual([])
  expect(await used(fresh)).toEqual([1])
})
