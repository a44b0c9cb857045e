/** Errors of a real Postgres and of real sockets, as the store tells them. */
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import type { Sql } from '../../shared/lib/sql.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase } from '../support/postgres.ts'

const log = createLog('silent')
let url: string
let drop: () => Promise<void>
let database: Database
let other: Database
beforeAll(async () => {
  ;({ url, drop } = await createDatabase())
  database = openDatabase(url, 1, log)
  other = openDatabase(url, 2, log)
  await other.query('create table notes (id int primary key, text text)')
  await other.query(`insert into notes values (1, 'one'), (2, 'two')`)
})
afterAll(async () => {
  await database.close()
  await other.close()
  await drop()
})

/** The code of the error that `work` ends in. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )

const pidOf = async (sql: Sql) => (await sql.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid

/** Waits until the session waits for something, then does `what` to it. */
async function onceBusy(pid: number, what: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  const busy = `select 1 from pg_stat_activity where pid = $1 and state = 'active'`
  await expect.poll(() => other.query(busy, [pid])).toHaveLength(1)
  await other.query(`select ${what}($1)`, [pid])
}

test('a statement that the operator cancels is unavailable, and the connection goes on', async () => {
  const pid = await pidOf(database)
  const outcome = codeOf(database.query('select pg_sleep(60)'))
  await onceBusy(pid, 'pg_cancel_backend')
  expect(await outcome).toBe('unavailable')
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('a session that is ended in the middle of a transaction is away, and the next one is well', async () => {
  const outcome = codeOf(
    database.transaction(async (tx) => {
      const pid = await pidOf(tx)
      // Together: the statement may fail before its end has been confirmed.
      await Promise.all([tx.query('select pg_sleep(60)'), onceBusy(pid, 'pg_terminate_backend')])
    }),
  )
  expect(await outcome).toBe('storage_unavailable')
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('a session with a server that takes no changes any more is given up, and the next one may reach another', async () => {
  const before = await pidOf(database)
  // As that of a server which gave its place to another one, and stays as its standby.
  await database.query('set default_transaction_read_only = on')
  const write = (tx: Sql) => tx.query(`update notes set text = 'one' where id = 1`)
  expect(await codeOf(database.transaction(write))).toBe('storage_unavailable')
  expect(await codeOf(database.transaction(write))).toBe('none')
  expect(await pidOf(database)).not.toBe(before)
})

test('a session that said nothing for too long inside a transaction is told as unavailable', async () => {
  const outcome = codeOf(
    database.transaction(async (tx) => {
      await tx.query(`set local idle_in_transaction_session_timeout = '100ms'`)
      const pid = await pidOf(tx)
      const alive = `select 1 from pg_stat_activity where pid = $1`
      await expect.poll(() => other.query(alive, [pid])).toEqual([])
      await tx.query('select 1')
    }),
  )
  expect(await outcome).toBe('unavailable')
})

test('a deadlock, and a lock that is not to be had, are unavailable', async () => {
  let bothHold = () => {}
  let holding = 0
  const both = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  const lockIn = (order: number[]) =>
    codeOf(
      other.transaction(async (tx) => {
        for (const [step, id] of order.entries()) {
          await tx.query('select 1 from notes where id = $1 for update', [id])
          if (step === 0 && ++holding === 2) bothHold()
          await both
        }
      }),
    )
  expect((await Promise.all([lockIn([1, 2]), lockIn([2, 1])])).sort()).toEqual(['none', 'unavailable'])

  const impatient = openDatabase(url, 1, log, { lockMs: 50 })
  await other.transaction(async (tx) => {
    await tx.query('select 1 from notes where id = 1 for update')
    expect(await codeOf(impatient.query(`update notes set text = 'three' where id = 1`))).toBe('unavailable')
  })
  await impatient.close()
})

test('a prepared statement that was lost, or is stale, fails once: the connection is made anew', async () => {
  const read = () => database.query<{ id: number }>('select * from notes where id = $1', [1])
  expect(await read()).toHaveLength(1)
  await database.query('deallocate all')
  expect(await codeOf(read())).toBe('unavailable')
  expect(await read()).toHaveLength(1)

  const inTransaction = () => database.transaction((tx) => tx.query('select * from notes where id = $1', [1]))
  await other.query('alter table notes add column added int')
  expect(await codeOf(inTransaction())).toBe('unavailable')
  expect(await inTransaction()).toHaveLength(1)
})

test('a wrong password, a database that is not there, and a server that is away or makes no sense', async () => {
  const babble = createServer((socket) => {
    socket.on('error', () => {})
    socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  await new Promise<void>((resolve) => babble.listen(0, '127.0.0.1', resolve))
  const { port } = babble.address() as { port: number }
  const changed = (change: (one: URL) => void) => {
    const one = new URL(url)
    change(one)
    return one.href
  }
  const urls = {
    password: changed((one) => {
      one.password = 'wrong'
    }),
    database: changed((one) => {
      one.pathname = 'not_there'
    }),
    socket: 'postgres://postgres:x@localhost/postgres?host=/nonexistent',
    refused: 'postgres://postgres:x@127.0.0.1:1/postgres',
    name: 'postgres://postgres:x@nowhere.invalid/postgres',
    babble: `postgres://postgres:x@127.0.0.1:${port}/postgres`,
  }
  for (const [what, wrong] of Object.entries(urls)) {
    const one = openDatabase(wrong, 1, log)
    expect(await codeOf(one.query('select 1')), what).toBe('storage_unavailable')
    expect(await codeOf(one.transaction(async (tx) => tx.query('select 1'))), what).toBe(
      'storage_unavailable',
    )
    await one.close()
  }
  await new Promise((resolve) => babble.close(resolve))
})
