/** How often a queue that is worked job by job is asked for more: again at once only where there may be more. */
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let testDatabase: TestDatabase
let queue: Queue
beforeAll(async () => {
  testDatabase = await createDatabase()
  queue = new Queue(testDatabase.url, createLog('fatal'))
  await queue.start()
})
afterAll(async () => {
  await queue.stop()
  await testDatabase.drop()
})

/** How many jobs were asked for each time, of `queued`, where so many may be held; none of them ends, and nothing polls. */
async function askedFor(name: 'deliver' | 'relay', queued: number, capacity: number): Promise<number[]> {
  const asked: number[] = []
  let left = queued
  vi.spyOn(PgBoss.prototype, 'fetch').mockImplementation((async (from: string, { batchSize = 1 }) => {
    if (from !== name) return []
    asked.push(batchSize)
    const taken = Math.min(batchSize, left)
    left -= taken
    return Array.from({ length: taken }, (_, n) => ({ id: `${left + n}`, name, data: {}, retryCount: 0 }))
  }) as never)
  const ends: (() => void)[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  try {
    await queue.workEach(
      name,
      () => capacity,
      () => [],
      () => new Promise((resolve) => ends.push(resolve)),
    )
    await expect.poll(() => left).toBe(0)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    return [...asked]
  } finally {
    vi.useRealTimers()
    for (const end of ends) end()
  }
}

test('fewer jobs than there was room for are all there are', async () => {
  expect(await askedFor('deliver', 3, 5)).toEqual([5])
})

test('behind as many as were asked for there may be more', async () => {
  expect(await askedFor('relay', 203, 500)).toEqual([200, 200])
})
