/** A host that goes silent inside a transaction: what it held is free again before long. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { SmtpRefusal, sendMail } from '../support/smtp-client.ts'

const holder = fileURLToPath(new URL('../support/hold-inbox.ts', import.meta.url))
let real: TestDatabase
let database: Database
let fleet: ServiceFleet
let service: ServiceProcess
beforeAll(async () => {
  real = await createDatabase()
  database = openDatabase(real.url, 1, createLog('silent'))
  fleet = new ServiceFleet({
    DATABASE_URL: real.url,
    ROLES: 'smtp,api,worker',
  })
  service = await fleet.start()
})
afterAll(async () => {
  await fleet.end()
  await database.close()
  await real.drop()
})

async function replyTo(to: string, id: string): Promise<number> {
  const raw = makeMail(id, to, { text: 'Hello.' })
  const { code } = await sendMail({
    port: service.smtpPort,
    from: 'ada@peer.example',
    to: [to],
    raw,
  }).catch((error: unknown) => {
    if (error instanceof SmtpRefusal) return error.reply
    throw error
  })
  return code
}

test('an inbox that a stopped process holds takes mail again while that is still stopped', async () => {
  const key = await signUp(service.apiUrl)
  await callApi(service.apiUrl, 'POST', '/inboxes', key, { slug: 'held' })
  const to = 'held@inbox.localhost'
  const child = spawn(process.execPath, [holder, real.url, 'held'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(child.stdout, 'data')
    child.kill('SIGSTOP')
    expect(await replyTo(to, 'first')).toBe(451)
    let tries = 0
    await expect.poll(() => replyTo(to, `again-${tries++}`), { timeout: 80_000, interval: 1_000 }).toBe(250)
    const holding = `select 1 from pg_stat_activity
      where datname = current_database() and query like '%for update%' and state like 'idle in transaction%'`
    expect(await database.query(holding)).toEqual([])
  } finally {
    child.kill('SIGKILL')
  }
}, 90_000)

test('each session of the service has its limits', async () => {
  const session = openDatabase(real.url, 1, createLog('silent'))
  const names = ['lock_timeout', 'idle_in_transaction_session_timeout', 'client_connection_check_interval']
  const rows = await session.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name',
    [names],
  )
  await session.close()
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
    client_connection_check_interval: 7_000,
    idle_in_transaction_session_timeout: 20_000,
    lock_timeout: 10_000,
  })
})
