/** Tables get statistics with their first rows and whenever they have doubled, and plans that were kept go with them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { analyzeOutgrown, keepStatistics } from '../../shared/store/statistics.ts'
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
  const stop = keepStatistics(database, log)
  await expect.poll(() => tuples('accounts')).toBe(1)
  stop()
})

beforeAll(() =>
  database.query('create table notes (tenant_id text, id text, text text, primary key (tenant_id, id))'),
)

const enter = (from: number, to: number) =>
  database.query(
    `insert into notes select 'ten_' || n % 2, 'note_' || n, 'Something.' from generate_series($1::int, $2::int) n`,
    [from, to],
  )

test('a plan that was kept from when a table was small ends once the table has outgrown it', async () => {
  await analyzeOutgrown(database)
  const session = openDatabase(own.url, 1, log)
  const planned = async () => {
    const [row] = await session.query<{ 'QUERY PLAN': [{ Plan: { 'Node Type': string } }] }>(
      `explain (format json) execute one('ten_1', 'note_1')`,
    )
    return row!['QUERY PLAN'][0].Plan['Node Type']
  }
  try {
    await session.query('set plan_cache_mode = force_generic_plan')
    await session.query('prepare one(text, text) as select text from notes where tenant_id = $1 and id = $2')
    // Of a table that was never analyzed, Postgres expects ten pages at least, and walks its index.
    expect(await planned()).toMatch(/^Index/)
    await enter(1, 10)
    expect(await analyzeOutgrown(database)).toContain('notes')
    expect(await planned()).toBe('Seq Scan')
    await enter(11, 5_000)
    expect(await planned(), 'kept, though the table is large by now').toBe('Seq Scan')
    expect(await analyzeOutgrown(database)).toContain('notes')
    expect(await planned()).toMatch(/^Index/)
  } finally {
    await session.close()
  }
})

test('what has not doubled is left alone, and of several processes one analyzes what has', async () => {
  await analyzeOutgrown(database)
  await enter(5_001, 6_000)
  expect(await analyzeOutgrown(database)).not.toContain('notes')
  await enter(6_001, 14_000)
  const both = await Promise.all([analyzeOutgrown(database), analyzeOutgrown(database)])
  expect(both.flat().filter((name) => name === 'notes')).toHaveLength(1)
})

test('a table that is being vacuumed is left alone, and not waited for', async () => {
  await analyzeOutgrown(database)
  await enter(20_001, 60_000)
  const other = openDatabase(own.url, 1, log)
  try {
    await other.transaction(async (tx) => {
      await tx.query('lock table notes in share update exclusive mode')
      expect(await analyzeOutgrown(database), 'tables that were passed over').not.toContain('notes')
    })
  } finally {
    await other.close()
  }
  expect(await analyzeOutgrown(database)).toContain('notes')
})

test('the queue is analyzed once it was changed as often as it has jobs, though it is no larger', async () => {
  const queue = 'pgboss.job_common'
  const add = (name: string) =>
    database.query(
      `insert into ${queue} (name, policy, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff)
       select $1, 'standard', now() + interval '1 day', 900, 0, 3, 1, true from generate_series(1, 2000)`,
      [name],
    )
  const expected = async (name: string) => {
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `explain (format json) select from ${queue} where name = '${name}'`,
    )
    return row!['QUERY PLAN'][0].Plan['Plan Rows']
  }
  await add('deliver')
  await expect.poll(() => analyzeOutgrown(database)).toContain(queue)
  await add('assess')
  await analyzeOutgrown(database)
  await database.query(`delete from ${queue} where name = 'assess'`)
  await database.query(`vacuum analyze ${queue}`)
  // In the room of those that are gone. It is analyzed again after a while.
  await add('assess')
  expect(await expected('assess')).toBeLessThan(20)
  await expect.poll(() => analyzeOutgrown(database)).toContain(queue)
  expect(await expected('assess')).toBeGreaterThan(1_000)
})
