/** Rate limits and revocation over two processes of the service, reached over HTTP as clients do. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'

let database: TestDatabase
let fleet: ServiceFleet
let services: ServiceProcess[]
beforeAll(async () => {
  database = await createDatabase()
  fleet = new ServiceFleet({
    DATABASE_URL: database.url,
    ROLES: 'api',
    RATE_LIMIT_PER_MINUTE: '100',
    RATE_LIMIT_PER_SECOND: '20',
  })
  services = await Promise.all([fleet.start(), fleet.start()])
})
afterAll(async () => {
  await fleet.end()
  await database.drop()
})

const get = (key: string, n = 0, path = '/api_keys') =>
  fetch(`${services[n % services.length]!.apiUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })

test('20 a second and 100 a minute, of both together; who obeys Retry-After is served', {
  timeout: 60_000,
}, async () => {
  const key = await signUp(services[0]!.apiUrl)
  let served = 0
  const rounds: number[] = []
  for (let round = 0; round < 12 && served < 100; round++) {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => get(key, n)))
    const good = answers.filter(({ status }) => status === 200).length
    rounds.push(good)
    served += good
    for (const { status, headers } of answers) {
      expect([200, 429]).toContain(status)
      for (const name of ['limit', 'remaining', 'reset', 'policy'])
        expect(headers.get(`ratelimit-${name}`), name).not.toBeNull()
    }
    const waits = answers
      .filter(({ headers }) => headers.has('retry-after'))
      .map(({ headers }) => Number(headers.get('retry-after')))
    expect(waits.length).toBe(30 - good)
    // The longest is the minute's, once that is used up.
    const wait = Math.max(...waits)
    if (wait > 2) break
    await sleep(wait * 1_000)
  }
  expect(rounds[0], 'a burst').toBeGreaterThanOrEqual(20)
  expect(
    rounds.every((good) => good > 0),
    'each wait was long enough',
  ).toBe(true)
  expect(Math.abs(served - 100), `${rounds}`).toBeLessThanOrEqual(1)
  const refused = await get(key)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit-limit')).toBe('100')
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('a revoked key is refused within a second by a process that has just served it', async () => {
  const key = await signUp(services[0]!.apiUrl)
  const made = await callApi(services[0]!.apiUrl, 'POST', '/api_keys', key, {
    name: 'doomed',
    scopes: ['api_keys:read'],
  })
  const doomed = String(made.key)
  expect((await get(doomed, 1)).status).toBe(200)
  await callApi(services[0]!.apiUrl, 'DELETE', `/api_keys/${made.id}`, key)
  const revoked = performance.now()
  let status = 200
  for (let n = 1; status === 200; n += 2) status = (await get(doomed, n)).status
  expect(status).toBe(401)
  expect(performance.now() - revoked).toBeLessThan(1_000)
})
