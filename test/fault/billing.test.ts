/** Billing when processes die with a payment under way: it is paid once, granted once, and nothing secret is left. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { ledgerAddsUp } from '../support/billing.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, signUp } from '../support/service-process.ts'
import { StripeServer } from '../support/stripe-server.ts'

let testDatabase: TestDatabase
let database: Database
let stripe: StripeServer
let fleet: ServiceFleet
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, createLog('fatal'))
  stripe = await StripeServer.start()
  fleet = new ServiceFleet({ DATABASE_URL: testDatabase.url, ROLES: 'api,worker', ...stripe.settings })
})
afterEach(() => fleet.end())
afterAll(async () => {
  await stripe.stop()
  await database.close()
  await testDatabase.drop()
})

/** All rows of all tables of ours, as text. */
async function dump(): Promise<string> {
  const tables = await database.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const texts = await Promise.all(
    tables.map(({ name }) => database.query(`select row_to_json(t)::text as row from ${name} t`)),
  )
  return JSON.stringify(texts)
}

const credits = async () => {
  const [row] = await database.query<{ id: string; credits: number }>('select id, credits from accounts')
  return row!
}

test('a top-up and a purchase that processes die with are each paid once and granted once', async () => {
  const first = await fleet.start()
  const key = await signUp(first.apiUrl)
  await callApi(first.apiUrl, 'POST', '/billing/payment-methods', key, { token: 'tok_visa_of_the_test' })
  await callApi(first.apiUrl, 'PUT', '/billing/auto-topup', key, {
    enabled: true,
    threshold: 998,
    credits: 500,
  })

  // The payment goes through, and whoever asked for it dies before it hears so.
  stripe.trouble(/payment_intents$/, 'hang')
  const asked = stripe.next(/payment_intents$/)
  for (let i = 0; i < 3; i++) await callApi(first.apiUrl, 'GET', '/inboxes', key)
  await asked
  await first.kill()
  expect(stripe.paid).toHaveLength(1)
  expect((await credits()).credits).toBe(997)

  const second = await fleet.start()
  await database.query('update orders set next_attempt_at = now() where next_attempt_at is not null')
  await expect.poll(async () => (await credits()).credits).toBe(1_497)
  expect(stripe.paid).toHaveLength(1)

  stripe.trouble(/payment_intents$/, 'hang')
  const bought = stripe.next(/payment_intents$/)
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': 'a purchase that a process dies with',
  }
  const buy = (apiUrl: string) =>
    fetch(`${apiUrl}/api/v1/credits/purchase`, { method: 'POST', headers, body: '{"credits":1000}' })
  const lost = buy(second.apiUrl).catch(() => null)
  await bought
  await second.kill()
  expect(await lost).toBe(null)

  const third = await fleet.start({ ROLES: 'api' })
  let again = await buy(third.apiUrl)
  const told = async () => {
    if (again.status === 409) again = await buy(third.apiUrl)
    return again.status
  }
  await expect.poll(told, { timeout: 240_000, message: 'once the claim has lapsed' }).toBe(201)
  expect(await again.json()).toMatchObject({ status: 'paid', credits: 1_000, balance: 2_497 })
  expect(stripe.paid).toHaveLength(2)
  expect(await database.query("select 1 from orders where status = 'paid'")).toHaveLength(2)
  expect(await ledgerAddsUp(database, (await credits()).id)).toBe(true)

  const secrets = [key, stripe.secretKey, stripe.webhookSecret, 'tok_visa_of_the_test', '_secret_']
  expect(fleet.logged(secrets)).toEqual([])
  const rows = await dump()
  expect(secrets.filter((secret) => rows.includes(secret))).toEqual([])
  expect(rows).toContain('auto_topup')
})
