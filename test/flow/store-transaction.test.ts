/** Transactions on a real Postgres: statements sent together, late ones, and those that take too long. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseAway } from '../../shared/domain/errors.ts'
import { createLog } from '../../shared/lib/log.ts'
import { type Sql, unheard } from '../../shared/lib/sql.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase } from '../support/postgres.ts'

let database: Database
let drop: () => Promise<void>
let url: string
beforeAll(async () => {
  const made = await createDatabase()
  ;({ url, drop } = made)
  database = openDatabase(url, 1, createLog('silent'))
  await database.query('create table notes (text text)')
})
afterAll(async () => {
  await database.close()
  await drop()
})

const notes = () => database.query('select text from notes')

test('a statement of a transaction that has ended is refused, whether it was committed or rolled back', async () => {
  const kept: Sql[] = []
  await database.transaction(async (tx) => kept.push(tx))
  const failing = database.transaction(async (tx) => {
    kept.push(tx)
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  for (const tx of kept)
    await expect(tx.query(`insert into notes values ('late')`)).rejects.toThrow('has ended')
  expect(await notes()).toEqual([])
})

test('statements that nobody waited for are part of the transaction: rolled back when it throws', async () => {
  const order: string[] = []
  const failing = database.transaction(async (tx) => {
    void tx.query('select pg_sleep(0.2)').then(() => order.push('slept'))
    void tx.query(`insert into notes values ('unawaited')`)
    throw new Error('on purpose')
  })
  await failing.catch(() => order.push('ended'))
  expect(order).toEqual(['slept', 'ended'])
  expect(await notes()).toEqual([])
})

test('of statements sent together, the error of the first that failed is told', async () => {
  const failing = database.transaction((tx) =>
    Promise.all([
      tx.query('select 1 / 0').catch(async (error: unknown) => {
        await new Promise((resolve) => setImmediate(resolve))
        throw error
      }),
      tx.query('select 1'),
    ]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

test('a transaction in which a statement failed unheard does not count as committed', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.query(`insert into notes values ('lost')`)
    await tx.query('select 1 / 0').catch(() => {})
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

test('the commit follows what is sent unheard; where that fails, nothing is kept and its error is told', async () => {
  await database.transaction((tx) => unheard(tx).query(`insert into notes values ('kept')`))
  expect(await notes()).toEqual([{ text: 'kept' }])
  const failing = database.transaction(async (tx) => {
    const last = unheard(tx)
    await last.query(`delete from notes`)
    await last.query('select 1 / 0')
    await last.query('select 1')
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await notes()).toEqual([{ text: 'kept' }])
})

test('a statement that takes too long does not mean that the database is away', async () => {
  const brief = openDatabase(url, 2, createLog('silent'), { queryMs: 200 })
  const slow = brief.query('select pg_sleep(1)').catch((error: unknown) => error)
  const slowTransaction = brief
    .transaction((tx) => Promise.all([tx.query('select pg_sleep(1)'), tx.query('select 1')]))
    .catch((error: unknown) => error)
  for (const error of [await slow, await slowTransaction]) {
    expect(error).toMatchObject({ code: 'unavailable' })
    expect(isDatabaseAway(error)).toBe(false)
  }
  await brief.close()
})

test('a commit waits for the disk where the server would not; a weaker setting that still does is left to the operator', async () => {
  const made = await createDatabase()
  const settingWhere = async (setting: string) => {
    const admin = openDatabase(made.url, 1, createLog('silent'))
    const name = new URL(made.url).pathname.slice(1)
    await admin.query(`alter database "${name}" set synchronous_commit = ${setting}`)
    await admin.close()
    const ours = openDatabase(made.url, 1, createLog('silent'))
    const shown = await ours.transaction((tx) => tx.query('show synchronous_commit'))
    await ours.close()
    return shown
  }
  try {
    expect(await settingWhere('off')).toEqual([{ synchronous_commit: 'on' }])
    expect(await settingWhere('local')).toEqual([{ synchronous_commit: 'local' }])
  } finally {
    await made.drop()
  }
})
