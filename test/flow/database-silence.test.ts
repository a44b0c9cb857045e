/** A Postgres, or a connection to it, that goes silent: nobody waits for long, and all is well once it is back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { PostgresListener } from '../../shared/lib/postgres-listener.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { admitService, ownsTables } from '../../shared/store/roles.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { SilentProxy } from '../support/silent-proxy.ts'

const log = createLog('silent')
let real: TestDatabase
let proxy: SilentProxy
let database: Database
let direct: Database
beforeAll(async () => {
  real = await createDatabase()
  direct = openDatabase(real.url, 1, log)
  proxy = await SilentProxy.start(real.url)
  database = openDatabase(proxy.url, 3, log)
})
afterAll(async () => {
  await proxy.stop()
  await Promise.all([database.close(), direct.close()])
  await real.drop()
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )
const works = () => expect.poll(() => codeOf(database.query('select 1'))).toBe('none')

test('while the server is silent whatever waits for it is told so, and it serves again once it speaks', async () => {
  await works()
  await database
    .transaction(async (tx) => {
      await tx.query('select 1')
      proxy.silence()
    })
    .catch(() => {})
  // More than there are connections: some wait for one.
  const waiting = Array.from({ length: 6 }, (_, index) =>
    codeOf(
      index % 2 === 0
        ? database.query('select $1::int', [index])
        : database.transaction((tx) => tx.query('select $1::int', [index])),
    ),
  )
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'storage_unavailable'))
  expect(await codeOf(database.query('select 1'))).toBe('storage_unavailable')
  proxy.speak()
  await works()
})

test('a connection that has gone silent is given up while the server is well, whatever it was about to do', async () => {
  await works()
  const outcomes = await Promise.all([
    codeOf(
      database.transaction(async (tx) => {
        await tx.query('select 1')
        proxy.silence({ newcomers: false })
        await tx.query('select 2')
      }),
    ),
  ])
  expect(outcomes).toEqual(['storage_unavailable'])
  await works()
})

test('a long statement is no silence: it is waited for, and so is a lock', async () => {
  const locked = `select pg_advisory_xact_lock(4711)`
  let held = () => {}
  const holding = new Promise<void>((resolve) => {
    held = resolve
  })
  const holder = direct.transaction(async (tx) => {
    await tx.query(locked)
    held()
    await tx.query('select pg_sleep(6)')
  })
  await holding
  expect(
    await Promise.all([codeOf(database.query('select pg_sleep(6)')), codeOf(database.query(locked))]),
  ).toEqual(['none', 'none'])
  await holder
})

test('a listener hears again, and the queue goes on, once the server speaks', async () => {
  const heard: string[] = []
  let listens = 0
  const listener = new PostgresListener(proxy.url, log)
  const leave = await listener.watch('anything', {
    onNotification: (payload) => heard.push(payload),
    onListening: () => listens++,
  })
  const queue = new Queue(proxy.url, log)
  await queue.start()
  const done: string[] = []
  await queue.workEach(
    'deliver',
    () => 10,
    () => [],
    async (job) => {
      await direct.transaction((tx) => queue.finish(tx, 'deliver', [job]))
      done.push(job.data.deliveryId)
    },
  )
  const deliver = (deliveryId: string) =>
    direct.transaction((tx) => queue.enqueue(tx, 'deliver', [{ data: { tenantId: 'ten_1', deliveryId } }]))
  await deliver('before')
  await expect.poll(() => done).toEqual(['before'])
  proxy.silence()
  await expect.poll(() => codeOf(database.query('select 1'))).toBe('storage_unavailable')
  await deliver('meanwhile')
  proxy.speak()
  await expect.poll(() => done).toEqual(['before', 'meanwhile'])
  await expect.poll(() => listens).toBeGreaterThan(1)
  await direct.query(`select pg_notify('anything', 'hello')`)
  await expect.poll(() => heard).toEqual(['hello'])
  await leave()
  await queue.stop()
})

test('a start that asks who may do what waits for nobody who says nothing: it asks again', async () => {
  const silent = await SilentProxy.start(real.url)
  try {
    expect(await ownsTables(silent.url)).toBe(true)
    silent.silence()
    const url = new URL(silent.url)
    url.username = 'nobody_yet'
    const asking = [ownsTables(silent.url), admitService(silent.url, url.href, log)]
    await Promise.all(asking.map((one) => expect(one).rejects.toThrow(/timeout/)))
  } finally {
    await silent.stop()
  }
})
