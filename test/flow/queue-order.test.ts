/** The order in which jobs that are worked on one by one are begun: that in which what they are about was made. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { createLog } from '../../shared/lib/log.ts'
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

/** Queues jobs at once, and answers the ids in them in the order in which they are begun. */
async function begun(name: 'deliver' | 'relay', ids: readonly string[]): Promise<string[]> {
  const tenantId = 'ten_1'
  await database.transaction((tx) =>
    name === 'deliver'
      ? queue.enqueue(
          tx,
          name,
          ids.map((deliveryId) => ({ data: { tenantId, deliveryId } })),
        )
      : queue.enqueue(
          tx,
          name,
          ids.map((messageId) => ({ data: { tenantId, messageId } })),
        ),
  )
  const taken: string[] = []
  await queue.workEach(
    name,
    () => 200,
    () => [],
    async ({ data }) => {
      taken.push('deliveryId' in data ? data.deliveryId : data.messageId)
    },
  )
  await expect.poll(() => taken.length).toBe(ids.length)
  return taken
}

test.each([
  ['deliver', 'webhookDelivery'],
  ['relay', 'message'],
] as const)('what %s takes at once is begun oldest first', async (name, kind) => {
  const ids = Array.from({ length: 80 }, () => newId(kind))
  expect(await begun(name, ids)).toEqual(ids)
})
