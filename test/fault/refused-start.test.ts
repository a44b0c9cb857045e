/** What would start and not work, or do harm: it is refused with words, and exit 78. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, signUp } from '../support/service-process.ts'
import { startTransactionPooler } from '../support/transaction-pooler.ts'

let real: TestDatabase
let database: Database
let fleet: ServiceFleet
beforeAll(async () => {
  real = await createDatabase()
  database = openDatabase(real.url, 2, createLog('silent'))
  // What is refused is so before any role begins: this one loads the least.
  fleet = new ServiceFleet({ DATABASE_URL: real.url, ROLES: 'relay' })
})
afterAll(async () => {
  await fleet.end()
  await database.close()
  await real.drop()
})

const otherKey = 'another secret key of the tests, long enough too'

/** How a process with these settings ends, and its words. */
async function refusal(settings: Record<string, string>) {
  const before = fleet.log.length
  const service = fleet.spawn(settings)
  const { code } = await service.ended
  return { code, said: fleet.log.slice(before).filter((line) => line.startsWith('configuration:')) }
}

test('a key that is not the one the database was first used with is refused, and may be let in beside it', async () => {
  const first = await fleet.start({ ROLES: 'api' })
  const key = await signUp(first.apiUrl)
  await callApi(first.apiUrl, 'POST', '/inboxes', key, { slug: 'sealed' })
  await first.stop()

  const { code, said } = await refusal({ SECRET_KEY: otherKey })
  expect(code).toBe(78)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^configuration: SECRET_KEY: another one than/)
  expect(fleet.logged([otherKey])).toEqual([])
  await (await fleet.start()).stop()

  const fingerprint = /fingerprint ([0-9a-f]{32})/.exec(said[0]!)?.[1]
  await database.query('insert into secret_key_fingerprints (fingerprint) values ($1)', [fingerprint])
  await (await fleet.start({ SECRET_KEY: otherKey })).stop()
  await (await fleet.start()).stop()

  // Who has the one before as well changes to it.
  const newKey = 'a secret key to change to, which is long enough, too'
  expect((await refusal({ SECRET_KEY: newKey })).code).toBe(78)
  await (await fleet.start({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: otherKey })).stop()
  await (await fleet.start({ SECRET_KEY: newKey })).stop()
})

test('a database from before fingerprints takes the key that opens what is in it, and no other', async () => {
  await database.query('delete from secret_key_fingerprints')
  expect((await refusal({ SECRET_KEY: otherKey })).code).toBe(78)
  await (await fleet.start()).stop()
  expect((await refusal({ SECRET_KEY: otherKey })).code).toBe(78)
})

test('a release that is older than the schema is refused, naming what it lacks', async () => {
  await database.query(`insert into schema_migrations (name) values ('998_of_the_future.sql')`)
  const { code, said } = await refusal({})
  expect(code).toBe(78)
  expect(said[0]).toMatch(/does not fit this release: .*998_of_the_future\.sql/)
  await database.query(`delete from schema_migrations where name = '998_of_the_future.sql'`)
})

test('a pooler that gives each transaction another session is refused', async () => {
  const pooler = await startTransactionPooler(real.url)
  try {
    const { code, said } = await refusal({ DATABASE_URL: pooler.url })
    expect(code).toBe(78)
    expect(said[0]).toMatch(/^configuration: DATABASE_URL: a pooler is in between .*pool_mode = session/)
  } finally {
    await pooler.stop()
  }
})
