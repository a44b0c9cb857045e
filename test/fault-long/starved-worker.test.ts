/** A worker that hardly gets to run: its work goes on, and nothing is given up for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, signUp } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'
import { starve } from '../support/starve.ts'

const messages = 40
/** A tenth of the time, in which four others want two cores as well: some 5 % of a core. */
const share = 0.1

let real: TestDatabase
let database: Database
let fleet: ServiceFleet
beforeAll(async () => {
  real = await createDatabase()
  database = openDatabase(real.url, 2, createLog('silent'))
  fleet = new ServiceFleet({ DATABASE_URL: real.url })
})
afterAll(async () => {
  await fleet.end()
  await database.close()
  await real.drop()
})

/** Sessions with the database: a process that has loaded begins one. */
const sessions = async () => {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  )
  return row!.count
}
/** Messages by their status. */
const statuses = () =>
  database.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from messages group by status',
  )
const assessed = async () => {
  const rows = await statuses()
  return rows.reduce((sum, { status, count }) => sum + (status === 'processing' ? 0 : count), 0)
}

test('a worker with 5 % of a core beside four busy loops assesses what waits, ends no thread and gives nothing up', async () => {
  const door = await fleet.start({ ROLES: 'smtp,api' })
  const key = await signUp(door.apiUrl)
  await callApi(door.apiUrl, 'POST', '/inboxes', key, { slug: 'patient' })
  for (let index = 0; index < messages; index++) {
    const raw = makeMail(`mail-${index}`, 'patient@inbox.localhost', { text: `It is mail ${index}.` })
    await sendMail({ port: door.smtpPort, from: 'ada@peer.example', to: ['patient@inbox.localhost'], raw })
  }
  const before = await sessions()
  const worker = fleet.spawn({ ROLES: 'worker' })
  // Until its main thread has loaded, which would take a minute more; the others load from then on.
  await expect.poll(sessions, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before)
  const release = starve(worker.pid, share, 4)
  try {
    await expect.poll(assessed, { timeout: 200_000, interval: 1_000 }).toBe(messages)
  } finally {
    release()
  }
  expect(await statuses()).toEqual([{ status: 'clean', count: messages }])
  expect(fleet.log.filter((line) => /failed|failing|no answer within|was ended/.test(line))).toEqual([])
}, 240_000)
