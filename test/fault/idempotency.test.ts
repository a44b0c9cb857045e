/** A repeated request after kill -9: whatever the process was doing, it is done once, and answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { ServiceFleet, signUp } from '../support/service-process.ts'

/** Times that a client asks, a second apart: a claim of the dead process lapses long before. */
const mostTries = 180

let testDatabase: TestDatabase
let database: Database
let fleet: ServiceFleet
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, createLog('fatal'))
  fleet = new ServiceFleet({ DATABASE_URL: testDatabase.url, ROLES: 'api' })
})
afterEach(() => fleet.end())
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** One request, as a client sees it: its answer, or none. */
async function create(
  apiUrl: string,
  key: string,
  slug: string,
): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(`${apiUrl}/api/v1/inboxes`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `create ${slug}`,
      },
      body: JSON.stringify({ slug }),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}

test('requests that a killed process was at are made once, whether it had committed them or not', async () => {
  const slugs = Array.from({ length: 150 }, (_, i) => `kill-${i}`)
  const first = await fleet.start()
  const key = await signUp(first.apiUrl)
  const answers = new Map<string, string>()
  let begun = 0
  const clients = Array.from({ length: 10 }, async () => {
    while (begun < slugs.length) {
      const slug = slugs[begun++]!
      const answer = await create(first.apiUrl, key, slug)
      if (answer?.status === 201) answers.set(slug, answer.text)
      // In the middle of it: some are done, some are begun, some are committed and not answered.
      if (answers.size === 60) first.signal('SIGKILL')
    }
  })
  await Promise.all(clients)
  await first.ended
  const committed = await database.query("select 1 from inboxes where slug like 'kill-%'")
  expect(answers.size).toBeGreaterThanOrEqual(60)
  expect(answers.size).toBeLessThan(slugs.length)

  const second = await fleet.start()
  /** As clients are told to: while the dead process has a claim on it, or this one has no room for all, again after a second. */
  const repeat = async (slug: string) => {
    let answer = await create(second.apiUrl, key, slug)
    for (let tries = 1; tries < mostTries && (answer?.status === 409 || answer?.status === 503); tries++) {
      await sleep(1_000)
      answer = await create(second.apiUrl, key, slug)
    }
    return answer
  }
  const repeated = await Promise.all(slugs.map(repeat))
  expect(repeated.filter((answer) => answer?.status !== 201)).toEqual([])
  for (const [index, slug] of slugs.entries())
    if (answers.has(slug)) expect(repeated[index]?.text).toBe(answers.get(slug))
  const inboxes = await database.query("select 1 from inboxes where slug like 'kill-%'")
  expect(inboxes).toHaveLength(slugs.length)
  expect(committed.length).toBeLessThan(slugs.length)
  const [account] = await database.query<{ credits: number }>(
    'select min(credits)::int as credits from accounts',
  )
  expect(account!.credits, 'each was charged once').toBe(1_000 - 5 * slugs.length)
  expect(fleet.logged([key])).toEqual([])
})
