/** SECRET_KEY is changed for another: what the one before has signed and sealed still counts, and nothing is done twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Idempotency, type RepeatableRequest } from '../../shared/flow/access/idempotency.ts'
import { knowsSecretKey, resealSecrets } from '../../shared/flow/access/secret-key.ts'
import { marksOf, plantedAmong, tokenOf } from '../../shared/judge/planted.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { makeReturnPath, readReturnPath } from '../../shared/mail/return-path.ts'
import { bareCanary } from '../../shared/risk/exfiltration/canary.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

const secrets = {
  old: 'the key of before, which has 32 characters and more',
  new: 'the key of from now on, which has 32 characters, too',
}
const old = new Keyring(secrets.old)
const told = new Keyring(secrets.old, secrets.new)
const changed = new Keyring(secrets.new, secrets.old)
const fresh = new Keyring(secrets.new)
const log = createLog('silent')

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
})
afterAll(() => api.close())

test('what either key has signed or sealed is ours, and what is new is made with the newer', () => {
  const [signature, sealed] = [old.sign('cursor', 'x'), old.seal('webhook_secret', 'whsec_x')]
  for (const keyring of [told, changed]) {
    expect(keyring.verify('cursor', 'x', signature)).toBe(true)
    expect(keyring.verify('cursor', 'y', signature)).toBe(false)
    expect(keyring.open('webhook_secret', sealed)).toBe('whsec_x')
    expect(() => keyring.open('idempotency', sealed)).toThrow()
  }
  expect(fresh.verify('cursor', 'x', signature)).toBe(false)
  expect(() => fresh.open('webhook_secret', sealed)).toThrow()
  expect(fresh.verify('cursor', 'x', changed.sign('cursor', 'x'))).toBe(true)
  expect(fresh.open('webhook_secret', changed.seal('webhook_secret', 'whsec_y'))).toBe('whsec_y')
})

test('a bounce comes home to the return path that the key before has made', () => {
  const about = { tenantId: account.tenantId, messageId: 'msg_01m7ztdmxab3129k50tg3mge1p', recipient: null }
  const address = makeReturnPath(old, 'inbox.example', about)
  const local = address.slice(0, address.lastIndexOf('@'))
  expect(readReturnPath(changed, local)).toMatchObject({ messageId: about.messageId })
  expect(readReturnPath(fresh, local)).toBeNull()
})

test('canaries that were planted before still give the alarm, and those that are shown now do as well', async () => {
  const created = await api.call('POST', '/inboxes', account.liveKey, { slug: 'planted' })
  const row = { inboxId: String(created.body.id), generation: 0 }
  const { tenantId } = account
  expect(marksOf(changed, tenantId)).toHaveLength(2)
  for (const keyring of [old, changed]) {
    const token = tokenOf(keyring, tenantId, row)
    expect(marksOf(changed, tenantId).some((mark) => bareCanary(token).startsWith(mark))).toBe(true)
    const parts = { database: api.database, keyring: changed }
    expect(await plantedAmong(parts, tenantId, [bareCanary(token)])).toEqual([token])
  }
})

const request = (key: string): RepeatableRequest => ({
  tenantId: account.tenantId,
  accountId: account.accountId,
  subject: 'rotation',
  key,
  body: { a: 1 },
  query: {},
  scopes: [],
  about: {},
  resumes: false,
  wall: null,
})
const describe = () => ({ status: 500, body: '' })
const answering = (body: string) => async () => ({ status: 200, body })

test('a request that was answered before the change is answered again after it, and the other way round', async () => {
  const [before, between, after] = [old, told, changed].map((one) => new Idempotency(api.database, one))
  await before!.run(request('first'), answering('once'), describe)
  for (const one of [between!, after!])
    expect(await one.run(request('first'), answering('twice'), describe)).toMatchObject({
      body: 'once',
      replayed: true,
    })
  await expect(
    after!.run({ ...request('first'), body: { a: 2 } }, answering('twice'), describe),
  ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  await after!.run(request('second'), answering('once'), describe)
  expect(await between!.run(request('second'), answering('twice'), describe)).toMatchObject({
    body: 'once',
    replayed: true,
  })
})

test('of two processes, one of which has yet to change keys, one alone works on a request', async () => {
  const [between, after] = [told, changed].map((one) => new Idempotency(api.database, one))
  for (let round = 0; round < 20; round++) {
    let worked = 0
    const work = async () => {
      worked++
      return { status: 200, body: 'once' }
    }
    const both = await Promise.allSettled(
      [between!, after!].map((one) => one.run(request(`round ${round}`), work, describe)),
    )
    expect(worked).toBe(1)
    for (const outcome of both)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'idempotency_conflict' })
  }
})

test('a database takes the new key from who has the old one too, and has its secrets sealed with the new one', async () => {
  const { database } = api
  await database.query('delete from secret_key_fingerprints')
  const expires_at = '2026-01-05T10:00:00+00:00'
  await database.query(
    'update inboxes set webhook_secret = $1, webhook_previous_secret = $2, webhook_earlier_secrets = $3',
    [
      old.seal('webhook_secret', 'whsec_current'),
      old.seal('webhook_secret', 'whsec_previous'),
      JSON.stringify([{ secret: old.seal('webhook_secret', 'whsec_earlier'), expires_at }]),
    ],
  )
  expect(await knowsSecretKey(database, old)).toBe(true)
  expect(await knowsSecretKey(database, fresh)).toBe(false)
  expect(await knowsSecretKey(database, told)).toBe(true)
  expect(await knowsSecretKey(database, changed)).toBe(true)
  expect(await knowsSecretKey(database, fresh)).toBe(true)

  const secretsNow = async () =>
    (
      await database.query<{
        current: string
        previous: string
        earlier: { secret: string; expires_at: string }[]
      }>(
        `select webhook_secret as current, webhook_previous_secret as previous, webhook_earlier_secrets as earlier
         from inboxes`,
      )
    ).map(({ current, previous, earlier }) => [
      fresh.openOnce('webhook_secret', current),
      fresh.openOnce('webhook_secret', previous),
      ...earlier.flatMap((one) => [fresh.openOnce('webhook_secret', one.secret), one.expires_at]),
    ])
  await expect(secretsNow()).rejects.toThrow()
  const { signal } = new AbortController()
  await resealSecrets({ database, keyring: changed, log }, signal)
  const sealed = await secretsNow()
  expect(sealed.length).toBeGreaterThan(0)
  for (const one of sealed)
    expect(one).toEqual(['whsec_current', 'whsec_previous', 'whsec_earlier', expires_at])

  // A process that has yet to change keys leaves what is sealed with the newer one as it is.
  await resealSecrets({ database, keyring: told, log }, signal)
  expect(await secretsNow()).toEqual(sealed)
})
