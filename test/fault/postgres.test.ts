/** A Postgres that dies, goes away, is full or fails: peers are told to try again, and all recovers by itself. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { rememberedHome } from '../../services/local/postgres-home.ts'
import { clusterProcesses, postmasterOf } from '../../services/local/postgres-processes.ts'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { databaseCode } from '../../shared/store/store-error.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { MailLoad, makeMail } from '../support/mail-load.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { SmtpClient, SmtpRefusal, sendMail } from '../support/smtp-client.ts'
import { removeData } from '../support/start-postgres.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const text = 'The body of a mail that no log may hold.'
const log = createLog('fatal')

let dataDir: string
let postgres: EmbeddedPostgres
let dns: DnsServer
let receiver: WebhookReceiver
let fleet: ServiceFleet
let service: ServiceProcess
let key: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'agent-email-fault-'))
  chmodSync(dataDir, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir, log })
  dns = await startDnsServer()
  receiver = await WebhookReceiver.start()
  fleet = new ServiceFleet({
    DATABASE_URL: postgres.url,
    DNS_SERVERS: dns.address,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_DELAYS: '0,1,1,1,1',
    METRICS_PORT: '0',
  })
  service = await fleet.start()
  key = await signUp(service.apiUrl)
})
afterEach(() => {
  const password = decodeURIComponent(new URL(postgres.url).password)
  expect(fleet.logged([key, password, text])).toEqual([])
})
afterAll(async () => {
  await fleet.end()
  await Promise.all([receiver.stop(), dns.close()])
  await postgres.stop()
  removeData(dataDir)
})

/** A session that ended meanwhile has no process any more. */
function signalAll(pids: number[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/** Runs one of the test's own statements; again where Postgres gave it up for the service's own locks. */
async function query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]> {
  const database: Database = openDatabase(postgres.url, 1, log)
  try {
    for (let attempt = 1; ; attempt++)
      try {
        return await database.query<Row>(statement, values)
      } catch (error) {
        // A trigger of a partitioned table locks its parts one after the other, and workers do so in another order.
        if (attempt === 10 || databaseCode(error) !== '40P01') throw error
      }
  } finally {
    await database.close()
  }
}

async function createInbox(slug: string): Promise<string> {
  await callApi(service.apiUrl, 'POST', '/inboxes', key, { slug, webhook_url: receiver.url })
  return `${slug}@inbox.localhost`
}

const storedIn = (slug: string) =>
  query<{ messageId: string; status: string }>(
    `select m.message_id as "messageId", m.status from messages m join inboxes i on i.id = m.inbox_id
     where i.slug = $1`,
    [slug],
  )

const allDelivered = (slug: string) =>
  expect
    .poll(async () => (await storedIn(slug)).filter(({ status }) => status !== 'delivered'), {
      timeout: 240_000,
      interval: 200,
    })
    .toEqual([])

const clusterFolder = () => join(rememberedHome(dataDir) ?? join(dataDir, 'postgres'), 'data')
const postmaster = () => postmasterOf(clusterFolder()) as number

const answer = (path: string) => fetch(`${service.apiUrl}${path}`).then(({ status }) => status)

test('Postgres killed and stopped under load loses nothing, and all recovers by itself', async () => {
  const to = await createInbox('restarted')
  const load = new MailLoad('restarted', { port: () => service.smtpPort, to, peers: 6, text })
  await load.acknowledges(30)
  for (let crash = 0; crash < 3; crash++) {
    process.kill(postmaster(), 'SIGKILL')
    await load.acknowledges(30)
  }
  const { metrics } = await service.ready()
  const numbers = async () => (await fetch(`http://127.0.0.1:${metrics!.port}/metrics`)).text()
  const waiting = /^queue_depth\{/m
  await expect.poll(numbers).toMatch(waiting)
  await postgres.stop()
  const whileAway = load.acknowledged.size
  await expect.poll(() => load.refusals.size).toBeGreaterThan(0)
  expect(await answer('/livez')).toBe(200)
  expect(await answer('/readyz')).toBe(503)
  expect(await answer('/api/v1/inboxes')).toBe(401)
  const counted = await numbers()
  expect(counted, 'told while it is away').toMatch(
    /^mail_refused_total\{reason="storage_unavailable"\} [1-9]/m,
  )
  expect(counted, 'nobody knows how many wait').not.toMatch(waiting)
  expect(load.acknowledged.size).toBe(whileAway)
  postgres = await startEmbeddedPostgres({ dataDir, log })
  await load.acknowledges(30)
  await load.stop()

  expect([...load.refusals.keys()].filter((reply) => !/^45[12] 4\./.test(reply))).toEqual([])
  await allDelivered('restarted')
  const stored = (await storedIn('restarted')).map(({ messageId }) => messageId)
  expect(stored.sort()).toEqual([...load.acknowledged].sort())
  expect(await answer('/readyz')).toBe(200)
  const listening = `select 1 as one from pg_stat_activity
    where application_name = 'agent-email-service listener' and query like '%listen "agent_email_queue"%'`
  await expect.poll(() => query(listening)).toEqual([{ one: 1 }])
})

/** Sends one message; the reply's code and enhanced code, whether it was taken or not. */
async function replyTo(raw: string, to: string): Promise<string> {
  const reply = await sendMail({ port: service.smtpPort, from: 'ada@peer.example', to: [to], raw }).catch(
    (error: unknown) => {
      if (error instanceof SmtpRefusal) return error.reply
      throw error
    },
  )
  return `${reply.code} ${reply.lines[0]?.split(' ', 1)[0]}`
}

/** Makes every statement of its kind fail as `sqlstate` while `work` runs. */
async function withFailing<T>(
  { sqlstate, table, at = 'statement' }: { sqlstate: string; table: string; at?: 'statement' | 'commit' },
  work: () => Promise<T>,
): Promise<T> {
  await query(`create function fail() returns trigger language plpgsql as $$ begin
    raise exception 'failing on purpose' using errcode = '${sqlstate}', detail = '${text}'; end $$`)
  await query(
    at === 'statement'
      ? `create trigger fail before insert or update on ${table} for each row execute function fail()`
      : `create constraint trigger fail after insert on ${table} deferrable initially deferred
         for each row execute function fail()`,
  )
  try {
    return await work()
  } finally {
    await query('drop function fail cascade')
  }
}

test('a Postgres that stands still for a while is waited for, and nothing is lost or stored twice', async () => {
  const to = await createInbox('stalled')
  const load = new MailLoad('stalled', { port: () => service.smtpPort, to, peers: 6, text })
  await load.acknowledges(30)
  const stalled = [...clusterProcesses(clusterFolder()), postmaster()]
  signalAll(stalled, 'SIGSTOP')
  try {
    const acknowledged = load.acknowledged.size
    const greeted = await SmtpClient.connect(service.smtpPort)
    expect((await greeted.reply()).code).toBe(220)
    // All while it stands still: nobody waits for it to go on.
    const refused = await fetch(`${service.apiUrl}/api/v1/inboxes`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(await answer('/readyz')).toBe(503)
    await expect.poll(() => [...load.refusals.keys()]).not.toEqual([])
    expect([...load.refusals.keys()].filter((reply) => !/^451 4\./.test(reply))).toEqual([])
    expect(load.acknowledged.size - acknowledged, 'answers that were under way').toBeLessThanOrEqual(6)
    greeted.destroy()
  } finally {
    signalAll(stalled, 'SIGCONT')
  }
  await load.acknowledges(30)
  await load.stop()
  await allDelivered('stalled')
  const stored = (await storedIn('stalled')).map(({ messageId }) => messageId)
  expect(stored.sort()).toEqual([...load.acknowledged].sort())
})

test('a start says what it waits for while Postgres stands still, and goes on when it does', async () => {
  const stalled = [...clusterProcesses(clusterFolder()), postmaster()]
  signalAll(stalled, 'SIGSTOP')
  let second: ServiceProcess
  try {
    second = fleet.spawn({ ROLES: 'api' })
    const said = () => fleet.log.filter((line) => /waiting for the Postgres at .* to answer/.test(line))
    await expect.poll(said).not.toEqual([])
  } finally {
    signalAll(stalled, 'SIGCONT')
  }
  await second.ready()
  expect((await fetch(`${second.apiUrl}/readyz`)).status).toBe(200)
  await second.stop()
})

test('a database that takes no changes is none to be ready for', async () => {
  const readOnly = async (on: boolean) => {
    await query(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`)
    await query('select pg_reload_conf()')
  }
  await readOnly(true)
  try {
    await expect.poll(() => answer('/readyz')).toBe(503)
    expect(await answer('/livez')).toBe(200)
  } finally {
    await readOnly(false)
  }
  await expect.poll(() => answer('/readyz')).toBe(200)
})

test('a database that is full is told as 452 4.3.1, any other failure of it as 451, and nothing as 250', async () => {
  const to = await createInbox('failing')
  const send = (id: string) => () => replyTo(makeMail(id, to, { text }), to)
  for (const table of ['raw_messages', 'messages', 'pgboss.job'])
    expect(await withFailing({ table, sqlstate: '53100' }, send('full')), table).toBe('452 4.3.1')
  expect(await withFailing({ table: 'messages', sqlstate: '53100', at: 'commit' }, send('full'))).toBe(
    '452 4.3.1',
  )
  for (const sqlstate of ['XX000', '23514', '40001', '42P01', '22P02'])
    expect(await withFailing({ table: 'messages', sqlstate }, send('failed')), sqlstate).toBe('451 4.3.0')
  expect(await withFailing({ table: 'messages', sqlstate: 'XX001', at: 'commit' }, send('failed'))).toBe(
    '451 4.3.0',
  )
  await query('alter table inboxes rename to inboxes_away')
  expect(await replyTo(makeMail('renamed', to), to)).toBe('451 4.3.0')
  await query('alter table inboxes_away rename to inboxes')
  expect(await storedIn('failing')).toEqual([])
  expect(await send('kept')()).toBe('250 2.6.0')
  await allDelivered('failing')
})

test('a message that the database refuses fails alone, and no log holds a word of it', async () => {
  const to = await createInbox('refused')
  await query(`alter table messages add constraint no_poison check (subject not like '%poison%') not valid`)
  try {
    const ids = Array.from({ length: 20 }, (_, index) => (index === 7 ? 'poison' : `good-${index}`))
    const replies = await Promise.all(ids.map((id) => replyTo(makeMail(id, to, { text }), to)))
    expect(ids.filter((_, index) => replies[index] !== '250 2.6.0')).toEqual(['poison'])
    expect(replies[7]).toBe('451 4.3.0')
  } finally {
    await query('alter table messages drop constraint no_poison')
  }
  await allDelivered('refused')
  expect(await storedIn('refused')).toHaveLength(19)
})
