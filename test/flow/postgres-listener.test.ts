/** One connection that listens for a whole process, whatever channels are watched. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { PostgresListener } from '../../shared/lib/postgres-listener.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

const log = createLog('silent')

let real: TestDatabase
let database: Database
beforeAll(async () => {
  real = await createDatabase()
  database = openDatabase(real.url, 2, log)
})
afterAll(async () => {
  await database.close()
  await real.drop()
})

const announce = (channel: string, payload: string) =>
  database.query('select pg_notify($1, $2)', [channel, payload])

const listening = () =>
  database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like '%listener'`,
  )

/** A watcher that remembers what it was told. */
function watcher() {
  const heard: string[] = []
  let listens = 0
  return {
    heard,
    listens: () => listens,
    onNotification: (payload: string) => void heard.push(payload),
    onListening: () => {
      listens++
    },
  }
}

test('all channels are heard on one connection, by all who watch them, and it ends with the last', async () => {
  const listener = new PostgresListener(real.url, log)
  expect(await listening()).toEqual([])
  const [first, second, other] = [watcher(), watcher(), watcher()]
  // At the same time, and later on.
  const [leaveFirst, leaveOther] = await Promise.all([
    listener.watch('one', first),
    listener.watch('another', other),
  ])
  const leaveSecond = await listener.watch('one', second)
  for (const each of [first, second, other]) expect(each.listens()).toBeGreaterThan(0)
  await announce('one', 'a')
  await announce('another', 'b')
  await expect.poll(() => [first.heard, second.heard, other.heard]).toEqual([['a'], ['a'], ['b']])
  expect(await listening()).toHaveLength(1)

  await leaveFirst()
  await announce('one', 'c')
  await expect.poll(() => second.heard).toEqual(['a', 'c'])
  expect(first.heard).toEqual(['a'])
  await leaveSecond()
  await leaveOther()
  await expect.poll(listening).toEqual([])

  const again = watcher()
  const leaveAgain = await listener.watch('one', again)
  await announce('one', 'd')
  await expect.poll(() => again.heard).toEqual(['d'])
  await leaveAgain()
  await expect.poll(listening).toEqual([])
})

test('a connection that is lost is made again, and all are told that they may have missed something', async () => {
  const listener = new PostgresListener(real.url, log)
  const [one, another] = [watcher(), watcher()]
  const leave = await Promise.all([listener.watch('one', one), listener.watch('another', another)])
  const before = [one.listens(), another.listens()]
  const [lost] = await listening()
  await database.query('select pg_terminate_backend($1)', [lost!.pid])
  await expect.poll(() => one.listens() > before[0]! && another.listens() > before[1]!).toBe(true)
  await announce('one', 'a')
  await announce('another', 'b')
  await expect.poll(() => [one.heard, another.heard]).toEqual([['a'], ['b']])
  await Promise.all(leave.map((end) => end()))
})

test('who watches while the database is away is told when it is back', async () => {
  const url = new URL(real.url)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const server = openDatabase(url.href, 1, log)
  await server.query(`alter database "${name}" with allow_connections false`)
  const listener = new PostgresListener(real.url, log)
  const [one, another] = [watcher(), watcher()]
  const leave = [await listener.watch('one', one), await listener.watch('another', another)]
  expect([one.listens(), another.listens()]).toEqual([0, 0])
  await server.query(`alter database "${name}" with allow_connections true`)
  await server.close()
  await expect.poll(() => [one.listens(), another.listens()]).toEqual([1, 1])
  await announce('another', 'b')
  await expect.poll(() => another.heard).toEqual(['b'])
  await Promise.all(leave.map((end) => end()))
})
