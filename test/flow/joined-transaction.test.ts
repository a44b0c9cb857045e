/** Several transactions as one: what is seen, what is kept and what is undone. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { JoinedTransaction } from '../../shared/store/joined-transaction.ts'
import { databaseCode, uniqueViolation } from '../../shared/store/store-error.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 3, createLog('fatal'))
  await database.query('create table notes (name text primary key)')
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})
beforeEach(() => database.query('delete from notes'))

const insert = 'insert into notes (name) values ($1)'
const names = async (sql: Pick<Database, 'query'> = database) =>
  (await sql.query<{ name: string }>('select name from notes order by name')).map(({ name }) => name)

test('what is done is seen by what follows, and by others when it is committed', async () => {
  const joined = new JoinedTransaction(database)
  expect(await names(joined)).toEqual([])
  await joined.transaction((tx) => tx.query(insert, ['a']))
  await joined.transaction((tx) => tx.query(insert, ['b']))
  expect(await names(joined)).toEqual(['a', 'b'])
  expect(await names()).toEqual([])
  await joined.commit(async (tx) => {
    await tx.query(insert, ['last'])
  })
  expect(await names()).toEqual(['a', 'b', 'last'])
})

test('a transaction that throws undoes itself only', async () => {
  const joined = new JoinedTransaction(database)
  await expect(joined.transaction((tx) => tx.query(insert, [null]))).rejects.toThrow()
  await joined.transaction((tx) => tx.query(insert, ['a']))
  const clash = joined.transaction(async (tx) => {
    await tx.query(insert, ['b'])
    await Promise.all([tx.query(insert, ['a']), tx.query(insert, ['c'])])
  })
  await expect(clash).rejects.toSatisfy((error) => databaseCode(error) === uniqueViolation)
  await joined.transaction((tx) => tx.query(insert, ['d']))
  await joined.commit(async () => {})
  expect(await names()).toEqual(['a', 'd'])
})

test('what is said to read changes nothing, before a change and after one', async () => {
  const joined = new JoinedTransaction(database)
  const refused = (error: unknown) => databaseCode(error) === '25006'
  const texts = [insert, `with added as (${insert} returning name) select name from added`]
  const writeAll = async () => {
    for (const text of texts) {
      await expect(joined.query(text, ['x'])).rejects.toSatisfy(refused)
      const reading = joined.transaction((tx) => tx.query(text, ['x']), { readOnly: true })
      await expect(reading).rejects.toSatisfy(refused)
    }
  }
  await writeAll()
  await joined.transaction((tx) => tx.query(insert, ['a']))
  await writeAll()
  expect(await names(joined)).toEqual(['a'])
  await joined.transaction((tx) => tx.query(insert, ['b']))
  await joined.commit(async () => {})
  expect(await names()).toEqual(['a', 'b'])
})

test('reads hold no connection before the first change, and may be many at once after it', async () => {
  const small = openDatabase(testDatabase.url, 1, createLog('fatal'))
  try {
    const joined = new JoinedTransaction(small)
    await names(joined)
    await names(small)
    await joined.transaction((tx) => tx.query(insert, ['a']))
    expect(await Promise.all([1, 2, 3].map(() => names(joined)))).toEqual([['a'], ['a'], ['a']])
    await joined.rollback()
  } finally {
    await small.close()
  }
})

test('transactions at the same time take turns', async () => {
  const joined = new JoinedTransaction(database)
  await Promise.all(['a', 'b', 'c'].map((name) => joined.transaction((tx) => tx.query(insert, [name]))))
  await joined.commit(async () => {})
  expect(await names()).toEqual(['a', 'b', 'c'])
})

test('nothing is left where it is rolled back, or what comes last throws', async () => {
  const given = new JoinedTransaction(database)
  await given.transaction((tx) => tx.query(insert, ['a']))
  await given.rollback()
  const refused = new JoinedTransaction(database)
  await refused.transaction((tx) => tx.query(insert, ['b']))
  await expect(refused.commit(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await names()).toEqual([])
})

test('where nothing was done, what comes last has a transaction of its own', async () => {
  const joined = new JoinedTransaction(database)
  expect(await names(joined)).toEqual([])
  await joined.commit(async (tx) => {
    await tx.query(insert, ['last'])
  })
  expect(await names()).toEqual(['last'])
})

test('it holds one connection at most, and gives it back', async () => {
  const small = openDatabase(testDatabase.url, 2, createLog('fatal'))
  try {
    for (let i = 0; i < 10; i++) {
      const joined = new JoinedTransaction(small)
      await joined.transaction((tx) => tx.query(insert, [`n${i}`]))
      await names(small)
      await (i % 2 === 0 ? joined.rollback() : joined.commit(async () => {}))
    }
    expect(await names()).toHaveLength(5)
  } finally {
    await small.close()
  }
})
