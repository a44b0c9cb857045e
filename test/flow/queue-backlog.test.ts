/** What the backlog of a queue counts: what is due, since it was first due, and nothing whose time hasn't come. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

const log = createLog('fatal')
let testDatabase: TestDatabase
let database: Database
let queue: Queue
beforeEach(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, log)
  queue = new Queue(testDatabase.url, log)
  await queue.start()
})
afterEach(async () => {
  await queue.stop()
  await database.close()
  await testDatabase.drop()
})

const data = { tenantId: 'ten_1', messageId: 'msg_1' }
const hour = 3_600_000
const backlogOf = async (name: string) =>
  (await queue.backlog(database)).find(({ queue: one }) => one === name)!
/** Moves all that is on record of the queue into the past, or what is to come nearer. */
const letPass = (seconds: number) =>
  database.query(
    `update pgboss.job set created_on = created_on - make_interval(secs => $1),
       start_after = start_after - make_interval(secs => $1), keep_until = keep_until - make_interval(secs => $1)`,
    [seconds],
  )

test('mail that is scheduled is no backlog before its time, and from then on counts from it', async () => {
  await queue.enqueue(database, 'relay', [{ data, startAfter: new Date(Date.now() + hour) }])
  expect(await backlogOf('relay')).toMatchObject({ depth: 0, oldestSeconds: 0, later: 1 })
  await letPass(1_800)
  expect(await backlogOf('relay')).toMatchObject({ depth: 0, oldestSeconds: 0, later: 1 })
  await letPass(2_000)
  const { oldestSeconds, ...counted } = await backlogOf('relay')
  expect(counted).toMatchObject({ depth: 1, later: 0 })
  // 200 seconds over its time, and not the hour before.
  expect(oldestSeconds).toBeGreaterThanOrEqual(199)
  expect(oldestSeconds).toBeLessThan(1_800)
})

test('what waits beside scheduled mail counts from when it came', async () => {
  await queue.enqueue(database, 'relay', [{ data }])
  await letPass(500)
  await queue.enqueue(database, 'relay', [{ data, startAfter: new Date(Date.now() + hour) }])
  const { oldestSeconds, ...counted } = await backlogOf('relay')
  expect(counted).toMatchObject({ depth: 1, later: 1 })
  expect(oldestSeconds).toBeGreaterThanOrEqual(500)
})

test('a job that failed here stays due while it pauses: an outage shows', async () => {
  await queue.enqueue(database, 'scan', [{ data }])
  await letPass(500)
  await queue.work('scan', async (jobs) => jobs.map(({ id }) => ({ id, error: new Error('clamd is away') })))
  await expect
    .poll(() =>
      database.query<{ waits: boolean }>(
        `select start_after > now() as waits from pgboss.job where name = 'scan' and state = 'retry'`,
      ),
    )
    .toEqual([{ waits: true }])
  const { oldestSeconds, ...counted } = await backlogOf('scan')
  expect(counted).toMatchObject({ depth: 1, later: 0 })
  expect(oldestSeconds).toBeGreaterThanOrEqual(500)
})
