/** Envelopes of mail that waits to be judged: kept beside its bytes, and found where an older release kept them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { workInbound } from '../../shared/flow/inbound/work.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { clamdUrl } from '../support/clamd.ts'
import { type House, openHouse } from '../support/open-house.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { processThreads } from '../support/process-threads.ts'

const secret = 'the secret key of a house whose envelopes are looked for'
const log = createLog('fatal')
const { parser, assessors } = processThreads
const scanner = createScanner(clamdUrl())
let testDatabase: TestDatabase
let house: House
let queue: Queue

beforeAll(async () => {
  testDatabase = await createDatabase()
  house = await openHouse({
    DATABASE_URL: testDatabase.url,
    CLAMAV_URL: clamdUrl(),
    ROLES: 'smtp,api',
    SECRET_KEY: secret,
  })
  queue = new Queue(testDatabase.url, log)
  await queue.start()
})
afterAll(async () => {
  await queue.stop()
  await scanner.close()
  await house.stop()
  await testDatabase.drop()
})

test('an envelope is kept as it was given, what rate limits said beside it, and one that an older release kept is read', async () => {
  const { body: policy } = await house.api('POST', '/policies', {
    name: 'One a day',
    type: 'rate_limit',
    action: 'flag',
    config: { max_messages: 0, window_seconds: 86_400, direction: 'inbound' },
  })
  const tagged = house.inbox.address.replace('@', '+tag@')
  const [mine, before] = [
    await house.send({ subject: 'Of this release' }, { mailFrom: 'ada@sender.example', rcptTo: [tagged] }),
    await house.send({ subject: 'Of the one before' }, { mailFrom: 'eve@sender.example', rcptTo: [tagged] }),
  ]
  const [kept] = await house.database.query<{ envelope: object; exceeded: string[]; beside: object }>(
    `select e.envelope, e.exceeded, r.envelope as beside
     from envelopes e join raw_messages r on r.tenant_id = e.tenant_id and r.message_id = e.message_id
     where e.message_id = $1`,
    [mine.id],
  )
  expect(kept).toMatchObject({
    envelope: { mailFrom: 'ada@sender.example', rcptTo: [tagged] },
    exceeded: [policy.id],
  })
  expect(kept!.envelope).not.toHaveProperty('exceeded')
  expect(kept!.beside).toBeNull()
  // As a listener of that release left it.
  await house.database.query(
    `with e as (delete from envelopes where message_id = $1 returning *)
     update raw_messages r set envelope = e.envelope || jsonb_build_object('exceeded', e.exceeded)
     from e where r.tenant_id = e.tenant_id and r.message_id = e.message_id`,
    [before.id],
  )

  const bounds = { withholdAbove: 70, flagAbove: 30 }
  await workInbound({
    ...{ database: house.database, queue, parser, scanner, assessors, bounds, log },
    keyring: new Keyring(secret),
    metrics: new Metrics(),
    inboxDomain: house.inbox.address.split('@')[1]!,
  })
  for (const { id } of [mine, before]) {
    await expect.poll(async () => (await house.message(id)).status).not.toBe('processing')
    const message = await house.message(id)
    expect(message).toMatchObject({ verdict: 'flagged', rcpt_to: [tagged] })
    expect(JSON.stringify(message.security_analysis)).toContain(policy.id)
  }

  expect((await house.api('DELETE', `/inboxes/${house.inbox.slug}/messages/${mine.id}`)).status).toBe(204)
  expect(
    await house.database.query(
      'select message_id from envelopes where message_id = $1 union select message_id from raw_messages where message_id = $1',
      [mine.id],
    ),
  ).toEqual([])
})
