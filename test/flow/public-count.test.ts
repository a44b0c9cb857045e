/** Counting callers without a key: two at once never wait for each other, and a deadlock elsewhere is told as passing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../../shared/lib/sql.ts'
import { countPublicRequest } from '../../shared/store/admission.ts'
import { createTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const window = { seconds: 3_600, limit: 5 }

/** Puts counters of windows that have ended into the store. */
const plantEnded = (...subjects: string[]) =>
  api.database.query(
    `insert into rate_limits (tenant_id, subject, seconds, started_at, count)
     select 'public', subject, 3600, now() - interval '2 hours', 5 from unnest($1::text[]) as s(subject)`,
    [subjects],
  )

/** Resolves for both once both have got so far. */
function meeting(): () => Promise<void> {
  let missing = 2
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    missing--
    if (missing === 0) resolve()
    return promise
  }
}

test('two callers whose counters have both ended count at once, whatever the order of their statements', async () => {
  await plantEnded('signup a', 'signup b')
  const met = meeting()
  /** Waits, after its first statement, for the other to have made its own. */
  const halting = (tx: Sql): Sql => {
    let first = true
    return {
      async query<Row extends object>(text: string, values?: unknown[]) {
        const rows = await tx.query<Row>(text, values)
        const wait = first
        first = false
        if (wait) await met()
        return rows
      },
    }
  }
  const count = (subject: string) =>
    api.database.transaction((tx) => countPublicRequest(halting(tx), subject, window))
  const uses = await Promise.all([count('signup a'), count('signup b')])
  expect(uses).toMatchObject([
    { used: 1, limit: 5 },
    { used: 1, limit: 5 },
  ])
  await plantEnded('signup c')
  await countPublicRequest(api.database, 'signup a', window)
  const left = await api.database.query<{ subject: string }>(
    "select subject from rate_limits where tenant_id = 'public' order by subject",
  )
  expect(left.map(({ subject }) => subject)).toEqual(['signup a', 'signup b'])
})

test('what Postgres gives up in a deadlock is unavailable for now, and no error of ours', async () => {
  const [one, other] = [await api.signUp(), await api.signUp()]
  const met = meeting()
  const lockBoth = (first: string, second: string) =>
    api.database.transaction(async (tx) => {
      const lock = (id: string) => tx.query('select 1 from accounts where id = $1 for update', [id])
      await lock(first)
      await met()
      await lock(second)
    })
  const outcomes = await Promise.allSettled([
    lockBoth(one.accountId, other.accountId),
    lockBoth(other.accountId, one.accountId),
  ])
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  expect(failed).toMatchObject([{ reason: { code: 'unavailable' } }])
})
