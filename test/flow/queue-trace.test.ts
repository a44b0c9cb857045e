/** What is kept of an error with its job: enough to tell what it was, and nothing of the mail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import type { JobOutcome } from '../../shared/queue/queue.ts'
import { Queue } from '../../shared/queue/queue.ts'
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

test.each(['answered', 'thrown'])('of an error that is %s its name and code are kept', async (how) => {
  const name = how === 'thrown' ? 'scan' : 'assess'
  await queue.enqueue(database, name, [{ data: { tenantId: 'ten_1', messageId: 'msg_1' } }])
  const fail = () => database.query('select $1::int', ['words of a mail'])
  await queue.work(name, async (jobs): Promise<JobOutcome[]> => {
    if (how === 'thrown') await fail()
    const error = await fail().then(
      () => new Error(),
      (caught: Error) => caught,
    )
    return jobs.map(({ id }) => ({ id, error }))
  })
  const outputs = () =>
    database.query<{ output: unknown }>(
      'select output from pgboss.job where name = $1 and output is not null',
      [name],
    )
  await expect.poll(outputs).toEqual([{ output: { name: 'DatabaseError', code: '22P02' } }])
})
