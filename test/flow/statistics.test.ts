/** Tables with rows get their first statistics soon, those without are waited for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { analyzeFirstRows } from '../../shared/store/statistics.ts'
import { createDatabase } from '../support/postgres.ts'

const log = createLog('silent')
let own: Awaited<ReturnType<typeof createDatabase>>
let database: Database

beforeAll(async () => {
  own = await createDatabase()
  database = openDatabase(own.url, 2, log)
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('a table is analyzed once it has rows', async () => {
  const tuples = async (table: string) =>
    (
      await database.query<{ n: number }>('select reltuples as n from pg_class where oid = $1::regclass', [
        table,
      ])
    )[0]!.n
  await database.query(
    `insert into accounts (id, organization_name, contact_email, credits) values ('acc_1', '', '', 0)`,
  )
  const stop = analyzeFirstRows(database, log)
  await expect.poll(() => tuples('accounts'), { timeout: 45_000 }).toBe(1)
  stop()
})
