/** Admission beside an account that someone holds: its own paid requests are put off, nobody else's. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { Admission } from '../../shared/flow/access/admission.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { ledgerAddsUp } from '../support/billing.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => api.close())

/** Holds an account while `work` runs, as a long transaction does. */
const whileHeld = <T>({ accountId }: TestAccount, work: () => Promise<T>): Promise<T> =>
  api.database.transaction(async (tx) => {
    await tx.query('select 1 from accounts where id = $1 for no key update', [accountId])
    return work()
  })

/** Counts the statements that wait for an account or a counter, `limits.accountLockMs` each at most. */
function countWaits(): () => number {
  const query = vi.spyOn(api.database, 'query')
  return () => query.mock.calls.filter(([text]) => text.includes("set_config('lock_timeout'")).length
}

async function settlerOf(admission: Admission, { liveKey }: TestAccount) {
  const principal = await admission.identify(liveKey, '192.0.2.1')
  return (credits: number) => admission.settle(principal, { credits, reason: 'read', reference: 'test' })
}

test('a held account puts off its own paid requests only, and for how long is bounded', async () => {
  const admission = new Admission(api.database, 100_000, 100_000)
  const [held, free] = [await api.signUp(), await api.signUp()]
  const [settleHeld, settleFree] = [await settlerOf(admission, held), await settlerOf(admission, free)]
  vi.useFakeTimers({ toFake: ['Date'] })
  await whileHeld(held, async () => {
    const waits = countWaits()
    const toHeld = Promise.all(Array.from({ length: 20 }, () => settleHeld(1)))
    const toFree = Promise.all(Array.from({ length: 20 }, () => settleFree(1)))
    expect((await toFree).map(({ refusal }) => refusal)).toEqual(Array(20).fill(null))
    for (const { refusal } of await toHeld) {
      expect(refusal?.code).toBe('unavailable')
      expect(refusal?.retryAfter).toBeGreaterThan(0)
    }
    const together = waits()
    expect(together, 'not one wait for each request').toBeLessThanOrEqual(4)
    expect((await settleHeld(0)).refusal, 'what costs nothing needs no account').toBeNull()
    const before = waits()
    expect((await settleHeld(1)).refusal?.code).toBe('unavailable')
    expect(waits(), 'nobody waits for it a second time').toBe(before)
  })
  expect(await api.balance(held.accountId)).toBe(1_000)
  expect(await api.balance(free.accountId)).toBe(980)
  expect(await ledgerAddsUp(api.database, free.accountId)).toBe(true)
  expect((await settleHeld(1)).refusal?.code).toBe('unavailable')
  vi.setSystemTime(Date.now() + limits.accountBusyMs)
  expect((await settleHeld(1)).refusal).toBeNull()
  expect(await api.balance(held.accountId)).toBe(999)
})

test('a counter that someone holds fails its batch once, and not each of its requests by itself', async () => {
  const admission = new Admission(api.database, 100_000, 0)
  const account = await api.signUp()
  const settle = await settlerOf(admission, account)
  await settle(0)
  await api.database.transaction(async (tx) => {
    await tx.query('select 1 from rate_limits where tenant_id = $1 for update', [account.tenantId])
    const waits = countWaits()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => settle(1)))
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(waits()).toBeLessThanOrEqual(4)
  })
  expect((await settle(1)).refusal).toBeNull()
})

test('the time for which locks are waited for ends with the statement', async () => {
  const admission = new Admission(api.database, 0, 0)
  await (await settlerOf(admission, await api.signUp()))(1)
  const rows = await Promise.all(
    Array.from({ length: 10 }, () =>
      api.database.query<{ lock_timeout: string }>("select current_setting('lock_timeout') as lock_timeout"),
    ),
  )
  expect(new Set(rows.map(([row]) => row?.lock_timeout))).toEqual(
    new Set([`${limits.databaseLockMs / 1_000}s`]),
  )
})
