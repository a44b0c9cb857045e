/** Charges at the store: never below 0, each with its entry, and none in another's way. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { Admission } from '../../shared/flow/access/admission.ts'
import { charge } from '../../shared/flow/access/charge.ts'
import { createLog } from '../../shared/lib/log.ts'
import { grant, takeBack } from '../../shared/store/credit.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { ledgerAddsUp, ledgerOf } from '../support/billing.ts'

let api: TestApi
/** A second process: its own connections. */
let elsewhere: Database
beforeAll(async () => {
  api = await createTestApi()
  elsewhere = openDatabase(api.databaseUrl, 10, createLog('fatal'))
})
afterAll(async () => {
  await elsewhere.close()
  await api.close()
})

async function principalOf(account: TestAccount, mode: 'live' | 'sandbox' = 'live'): Promise<Principal> {
  const admission = new Admission(api.database, 0, 0)
  return admission.identify(mode === 'live' ? account.liveKey : account.sandboxKey, '192.0.2.1')
}

/** A charge of 3 with an effect in the same transaction, as sending has. */
const chargeOf3 = (database: Database, principal: Principal, effect: string) =>
  database.transaction(async (tx) => {
    await charge(tx, principal, 'send_message', effect)
    await tx.query("insert into idempotency_keys values ('effects', $1, '', null, '{}', '', '', now())", [
      effect,
    ])
  })

test('400 charges of 3 at once on 1,000 credits accept exactly 333, with 333 effects', async () => {
  const account = await api.signUp()
  const principal = await principalOf(account)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 400 }, (_, i) =>
      chargeOf3(i % 2 === 0 ? api.database : elsewhere, principal, `${account.accountId} ${i}`),
    ),
  )
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(outcomes.length - refused.length).toBe(333)
  expect(new Set(refused)).toEqual(new Set(['credits_exhausted']))
  expect(await api.balance(account.accountId)).toBe(1)
  const effects = await api.database.query("select 1 from idempotency_keys where tenant_id = 'effects'")
  expect(effects).toHaveLength(333)
  const entries = await ledgerOf(api.database, account.accountId)
  expect(entries).toHaveLength(334)
  expect(new Set(entries.slice(1).map(({ reference }) => reference)).size).toBe(333)
  expect(await ledgerAddsUp(api.database, account.accountId)).toBe(true)
})

test('an effect that fails takes its charge back, and a sandbox is charged nothing', async () => {
  const account = await api.signUp()
  const failing = api.database.transaction(async (tx) => {
    await charge(tx, await principalOf(account), 'create_inbox', 'none')
    throw new Error('the effect failed')
  })
  await expect(failing).rejects.toThrow('the effect failed')
  await api.database.transaction(async (tx) =>
    charge(tx, await principalOf(account, 'sandbox'), 'create_inbox', 'none'),
  )
  expect(await ledgerOf(api.database, account.accountId)).toHaveLength(1)
})

test('whatever is charged, granted and taken back at once, the ledger adds up and no balance is below 0', async () => {
  const accounts = [await api.signUp(), await api.signUp(), await api.signUp()]
  const principals = await Promise.all(accounts.map((account) => principalOf(account)))
  const admissions = [new Admission(api.database, 0, 0), new Admission(elsewhere, 0, 0)]
  const step = fc.record({
    kind: fc.constantFrom('read', 'write', 'grant', 'take back'),
    account: fc.integer({ min: 0, max: 2 }),
    amount: fc.integer({ min: 1, max: 300 }),
    process: fc.integer({ min: 0, max: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      await Promise.allSettled(
        steps.map(({ kind, account, amount, process }) => {
          const principal = principals[account]!
          const database = process === 0 ? api.database : elsewhere
          const entry = {
            accountId: principal.accountId,
            entryId: newId('creditEntry'),
            amount,
            reason: kind,
            reference: null,
          }
          if (kind === 'read')
            return admissions[process]!.settle(principal, { credits: amount, reason: kind, reference: 'r' })
          if (kind === 'write')
            return database.transaction((tx) => charge(tx, principal, 'create_inbox', 'w'))
          return database.transaction(async (tx) => {
            await (kind === 'grant' ? grant(tx, entry) : takeBack(tx, entry))
          })
        }),
      )
      for (const { accountId } of accounts)
        expect(await ledgerAddsUp(api.database, accountId), accountId).toBe(true)
    }),
    { numRuns: 25 },
  )
})

test('charges of many accounts by batches and by transactions do not wait for each other in a circle', async () => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => api.signUp()))
  const principals = await Promise.all(accounts.map((account) => principalOf(account)))
  const admissions = [
    new Admission(api.database, 1_000_000, 1_000_000),
    new Admission(elsewhere, 1_000_000, 0),
  ]
  const work = Array.from({ length: 600 }, (_, i) => {
    const principal = principals[(i * 7) % principals.length]!
    return i % 3 === 0
      ? elsewhere.transaction((tx) => charge(tx, principal, 'release_message', String(i)))
      : admissions[i % 2]!.settle(principal, { credits: 1, reason: 'read', reference: String(i) })
  })
  const outcomes = await Promise.allSettled(work)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  for (const { accountId } of accounts) {
    expect(await api.balance(accountId)).toBeLessThan(1_000)
    expect(await ledgerAddsUp(api.database, accountId)).toBe(true)
  }
})
