/** Rate limits and revocation over two processes of the service, reached over HTTP as clients do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { type DatabaseClock, stopDatabaseClock } from '../support/database-clock.ts'
import { movableClock, moveClocks } from '../support/movable-clock.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'

let testDatabase: TestDatabase
let database: Database
/** What windows are told by: however long a burst takes here, it is one moment there. */
let clock: DatabaseClock
let fleet: ServiceFleet
let services: ServiceProcess[]
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 1, createLog('fatal'))
  clock = await stopDatabaseClock(database)
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    ...movableClock,
    ROLES: 'api',
    RATE_LIMIT_PER_MINUTE: '100',
    RATE_LIMIT_PER_SECOND: '20',
  })
  services = await Promise.all([fleet.start(), fleet.start()])
})
afterAll(async () => {
  await fleet.end()
  await database.close()
  await testDatabase.drop()
})

const get = (key: string, n = 0, path = '/api_keys') =>
  fetch(`${services[n % services.length]!.apiUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })

/** The answers to `count` requests at once, half of them at each process. */
const burst = (key: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => get(key, n)))

/** Lets a second pass; each process remembers for one, by its own clock, whom it refused. */
async function nextSecond(): Promise<void> {
  await clock.advance(1)
  await moveClocks(services)
}

const served = (answers: Response[]) => answers.filter(({ status }) => status === 200).length

test('20 a second of both together; who obeys Retry-After is served', async () => {
  const key = await signUp(services[0]!.apiUrl)
  for (let round = 0; round < 3; round++) {
    const answers = await burst(key, 25)
    expect(served(answers)).toBe(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    for (const { headers } of refused) {
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('ratelimit-limit')).toBe('20')
      expect(headers.get('ratelimit-policy')).toBe('20;w=1, 100;w=60')
    }
    // What is told is obeyed: that it is long enough is the point.
    await nextSecond()
  }
})

test('100 a minute of both together', async () => {
  const key = await signUp(services[0]!.apiUrl)
  let all = 0
  for (let round = 0; round < 7; round++) {
    const answers = await burst(key, 18)
    all += served(answers)
    if (all < 100) await nextSecond()
  }
  expect(all).toBe(100)
  const refused = await get(key)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit-limit')).toBe('100')
  expect(refused.headers.get('ratelimit-policy')).toBe('20;w=1, 100;w=60')
  // Five seconds have passed since the first.
  expect(refused.headers.get('retry-after')).toBe('55')
})

test('a revoked key is refused at once by a process that has just served it', async () => {
  const key = await signUp(services[0]!.apiUrl)
  const made = await callApi(services[0]!.apiUrl, 'POST', '/api_keys', key, {
    name: 'doomed',
    scopes: ['api_keys:read'],
  })
  const doomed = String(made.key)
  expect((await get(doomed, 1)).status).toBe(200)
  await callApi(services[0]!.apiUrl, 'DELETE', `/api_keys/${made.id}`, key)
  expect((await get(doomed, 1)).status).toBe(401)
})
