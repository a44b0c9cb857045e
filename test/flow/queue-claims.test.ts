/** Claims on jobs that are worked on one by one: one that lapsed and was taken again by the same process is kept up. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type HeldJob, Queue } from '../../shared/queue/queue.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

const log = createLog('fatal')
let testDatabase: TestDatabase
let database: Database
let queue: Queue
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, log)
  queue = new Queue(testDatabase.url, log)
  await queue.start()
})
afterAll(async () => {
  await queue.stop()
  await database.close()
  await testDatabase.drop()
})

test('a job that is taken again while its first handler goes on keeps its heartbeat when that one ends', async () => {
  const handlers: { job: HeldJob<'deliver'>; end: () => void }[] = []
  await queue.enqueue(database, 'deliver', [{ data: { tenantId: 'ten_1', deliveryId: 'del_1' } }])
  await queue.workEach(
    'deliver',
    () => 10,
    () => [],
    (job) => new Promise<void>((end) => handlers.push({ job, end })),
  )
  const begun = () => handlers.length
  await expect.poll(begun).toBe(1)
  await database.query(
    `update pgboss.job set state = 'retry', retry_count = 1, start_after = now() where name = 'deliver'`,
  )
  await expect.poll(begun).toBe(2)
  handlers[0]!.end()
  const heartbeat = async () => {
    const rows = await database.query<{ at: string }>(
      `select heartbeat_on::text as at from pgboss.job where name = 'deliver' and state = 'active'`,
    )
    return rows[0]?.at
  }
  const before = await heartbeat()
  await expect.poll(heartbeat, { interval: 200 }).not.toBe(before)
  expect(await heartbeat(), 'it is worked on still').toBeDefined()
  expect(begun()).toBe(2)
  expect(handlers[1]!.job.held()).toBe(true)
  handlers[1]!.end()
})
