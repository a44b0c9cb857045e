/** A message that holds up its scorer: those beside it, and behind it, don't wait for it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { workInbound } from '../../shared/flow/inbound/work.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import type { AssessThreadData } from '../../shared/judge/assess-thread.ts'
import type { AssessInput } from '../../shared/judge/tasks.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { clamdUrl } from '../support/clamd.ts'
import { endPauses } from '../support/end-pauses.ts'
import { type House, openHouse } from '../support/open-house.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { letGo, stubbornScorer } from '../support/stubborn-scorer.ts'

/**
 * Remembers what was asked of it, and puts up with less than the service does where a message will never let go, so that
 * the test is short. All else has the service's time: a slow machine is no failure of an ordinary message.
 */
class HastyPool extends ThreadPool {
  readonly asked: { subjects: string[]; deadlineMs: number }[] = []
  override run<Output>(input: unknown, deadlineMs: number): Promise<Output> {
    const subjects = (input as AssessInput[]).map(({ message }) => message.mail.subject)
    this.asked.push({ subjects, deadlineMs })
    const hangs = subjects.some((subject) => subject.includes('[hang]'))
    return super.run<Output>(input, hangs ? 200 : deadlineMs)
  }
}

const log = createLog('fatal')
let testDatabase: TestDatabase
let house: House
let queue: Queue
let assessors: HastyPool
const parser = new ParserPool()

beforeAll(async () => {
  testDatabase = await createDatabase()
  house = await openHouse({ DATABASE_URL: testDatabase.url, CLAMAV_URL: clamdUrl(), ROLES: 'smtp,api' })
  const workerData: AssessThreadData = {
    dnsServers: [house.nameServer],
    llm: null,
    scorers: [stubbornScorer],
  }
  assessors = new HastyPool(new URL('../../shared/judge/assess-thread.ts', import.meta.url), {
    size: 2,
    workerData,
    perThread: 2,
  })
})
beforeEach(async () => {
  // Both threads are up before anything is measured.
  await Promise.all([assessors.run([], 60_000), assessors.run([], 60_000)])
  assessors.asked.length = 0
  queue = new Queue(testDatabase.url, log)
  await queue.start()
  return () => queue.stop()
})
afterAll(async () => {
  await assessors.close()
  await parser.close()
  await house.stop()
  await testDatabase.drop()
})

const partsOf = () => ({
  database: house.database,
  queue,
  parser,
  scanner: createScanner(clamdUrl()),
  assessors,
  bounds: { withholdAbove: 70, flagAbove: 30 },
  keyring: new Keyring('a secret that signs nothing here'),
  inboxDomain: 'inbox.localhost',
  log,
  metrics: new Metrics(),
})

/** Sends 39 ordinary mails and, in their midst, one with this subject; then starts to work on them all at once. */
async function workOn(subject: string): Promise<string> {
  const ids: string[] = []
  for (let i = 0; i < 40; i++) ids.push((await house.send({ subject: i === 20 ? subject : `Mail ${i}` })).id)
  await workInbound(partsOf())
  return ids[20]!
}
const statusOf = async (id: string) => (await house.message(id)).status
const waiting = async () => {
  const rows = await house.database.query<{ id: string }>(
    "select id from messages where status = 'processing'",
  )
  return rows.length
}

/** Resolves when no job is left; what waits to be tried again is due at once. */
async function drain(): Promise<void> {
  const jobsLeft = async () => {
    await endPauses(house.database)
    return house.database.query(
      `select 1 from pgboss.job where name not like '\\_\\_%' and state in ('created', 'retry', 'active')`,
    )
  }
  await expect.poll(jobsLeft, { interval: 100 }).toEqual([])
}

test('a message that is slow to assess keeps its own chunk waiting, and no other', async () => {
  const slow = await workOn('[slow]')
  await expect.poll(waiting, { interval: 50 }).toBeLessThanOrEqual(16)
  const asked = assessors.asked.filter(({ subjects }) => subjects.includes('[slow]'))
  expect(asked, 'the others are done before its time is up').toHaveLength(1)
  expect(await statusOf(slow)).toBe('processing')
  letGo()
  await drain()
  expect(await statusOf(slow)).toBe('clean')
  expect(await waiting()).toBe(0)
})

test('a message that holds its thread is withheld after its tries; only its chunk is tried again, each alone', async () => {
  const hanging = await workOn('[hang]')
  await expect.poll(waiting).toBe(1)
  expect(await statusOf(hanging)).toBe('processing')
  await drain()
  expect(await statusOf(hanging)).toBe('withheld')
  expect(await waiting()).toBe(0)
  const runs = assessors.asked.map(({ subjects }) => subjects)
  expect(Math.max(...runs.map(({ length }) => length))).toBeLessThanOrEqual(16)
  const [first, ...others] = runs.filter((subjects) => subjects.includes('[hang]'))
  // Its tries: alone, but for the first, where it was beside others.
  expect(others).toEqual(Array.from({ length: first!.length > 1 ? 4 : 3 }, () => ['[hang]']))
  // Those beside it are tried once more, each alone; all the others just once.
  const triedBy = (subject: string) => runs.filter((subjects) => subjects.includes(subject))
  for (let i = 0; i < 40; i++) {
    if (i === 20) continue
    const tried = triedBy(`Mail ${i}`)
    if (first!.includes(`Mail ${i}`)) expect(tried).toEqual([first, [`Mail ${i}`]])
    else expect(tried).toHaveLength(1)
  }
  expect(Math.max(...assessors.asked.map(({ deadlineMs }) => deadlineMs))).toBeLessThanOrEqual(25_000)
})

test('what is given up shows nothing where a policy would have taken something out of it', async () => {
  const policy = { name: 'No cards', type: 'pii_redaction', action: 'redact' }
  const config = { entities: ['credit_card'], direction: 'inbound' }
  await house.api('POST', '/policies', { ...policy, config })
  const card = '4111 1111 1111 1111'
  const { id } = await house.send({ subject: '[hang] card', body: `It is ${card}.` })
  await workInbound(partsOf())
  await drain()
  const message = await house.message(id)
  expect(message).toMatchObject({ status: 'withheld', redacted: true, subject: '', body: '' })
  expect(JSON.stringify(message)).not.toContain(card)
  const found = await house.api('GET', `/inboxes/${house.inbox.slug}/messages?q=4111`)
  expect(found.body.messages).toEqual([])
  const original = await house.api('GET', `/messages/${id}/original`)
  expect(JSON.stringify(original.body)).toContain(card)
})
