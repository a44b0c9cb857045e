/** SIGTERM: what is under way is finished, what waits is handed back, and nothing is left behind. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { clamdUrl } from '../support/clamd.ts'
import { ClamdGate } from '../support/clamd-gate.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { MailLoad, makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, signUp } from '../support/service-process.ts'
import { SmtpClient, sendMail } from '../support/smtp-client.ts'
import { removeData } from '../support/start-postgres.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const text = 'The body of a mail that no log may hold.'
const drained = { code: 0, signal: null }

let testDatabase: TestDatabase
let database: Database
let dns: DnsServer
let gate: ClamdGate
let receiver: WebhookReceiver
let fleet: ServiceFleet
let key: string

beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, createLog('fatal'))
  dns = await startDnsServer()
  gate = await ClamdGate.start(clamdUrl())
  receiver = await WebhookReceiver.start()
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    DNS_SERVERS: dns.address,
    CLAMAV_URL: gate.url,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  })
  const service = await fleet.start({ ROLES: 'api' })
  key = await signUp(service.apiUrl)
  for (const slug of ['under-way', 'loaded', 'held'])
    await callApi(service.apiUrl, 'POST', '/inboxes', key, { slug, webhook_url: receiver.url })
  expect(await service.stop()).toEqual(drained)
})
afterEach(() => {
  expect(fleet.logged([key, text])).toEqual([])
})
afterAll(async () => {
  await fleet.end()
  await Promise.all([gate.close(), receiver.stop(), dns.close(), database.close()])
  await testDatabase.drop()
})

const statuses = async (slug: string) =>
  (
    await database.query<{ status: string }>(
      'select m.status from messages m join inboxes i on i.id = m.inbox_id where i.slug = $1',
      [slug],
    )
  ).map(({ status }) => status)

const allDelivered = (slug: string, count: number) =>
  expect.poll(() => statuses(slug), { interval: 200 }).toEqual(Array(count).fill('delivered'))

test('while draining, the message under way is finished, /readyz says 503, and a second SIGTERM does no harm', async () => {
  const service = await fleet.start({ ROLES: 'smtp,api' })
  const to = 'under-way@inbox.localhost'
  const [head, rest] = makeMail('under-way', to, { text }).replaceAll('\n', '\r\n').split('\r\n\r\n', 2)
  const sending = await SmtpClient.connect(service.smtpPort)
  const idle = await SmtpClient.connect(service.smtpPort)
  for (const client of [sending, idle]) await client.reply()
  for (const line of ['EHLO client.example', 'MAIL FROM:<ada@peer.example>', `RCPT TO:<${to}>`, 'DATA'])
    expect((await sending.command(line)).code).toBeLessThan(400)
  sending.sendBytes(`${head}\r\n\r\n`)
  expect((await idle.command('EHLO client.example')).code).toBe(250)

  service.signal('SIGTERM')
  expect((await idle.reply()).code).toBe(421)
  await idle.closed
  service.signal('SIGTERM')
  expect((await fetch(`${service.apiUrl}/readyz`)).status).toBe(503)
  expect((await fetch(`${service.apiUrl}/livez`)).status).toBe(200)
  await expect(SmtpClient.connect(service.smtpPort)).rejects.toThrow('ECONNREFUSED')
  sending.sendBytes(`${rest}\r\n.\r\n`)
  expect((await sending.reply()).code).toBe(250)
  expect(await service.ended).toEqual(drained)
  expect(await statuses('under-way')).toHaveLength(1)

  const next = await fleet.start({ ROLES: 'worker' })
  await allDelivered('under-way', 1)
  const said = fleet.log.length
  expect(await next.stop()).toEqual(drained)
  const words = fleet.log.slice(said).join('\n')
  expect(words).toMatch(/"msg":"stopping: .*\n(?:.*\n)*.*"msg":"stopped"/)
})

test('SIGTERM under load ends with 0, loses nothing and leaves no job claimed', async () => {
  const start = () => fleet.start({ ROLES: 'smtp,worker' })
  let service = await start()
  const to = 'loaded@inbox.localhost'
  const load = new MailLoad('loaded', { port: () => service.smtpPort, to, peers: 6, attachedEvery: 5, text })
  for (let restart = 0; restart < 2; restart++) {
    await load.acknowledges(40)
    expect(await service.stop()).toEqual(drained)
    const claimed = `select name from pgboss.job where state = 'active' and name in ('scan', 'assess', 'deliver')`
    expect(await database.query(claimed)).toEqual([])
    service = await start()
  }
  await load.stop()
  expect([...load.refusals.keys()].filter((reply) => reply !== '421 4.3.2')).toEqual([])
  await allDelivered('loaded', load.acknowledged.size)
  expect(await service.stop()).toEqual(drained)
}, 300_000)

test('a silent clamd and a hanging receiver do not hold the end up: their jobs are handed back', async () => {
  const service = await fleet.start({ ROLES: 'smtp,worker' })
  const to = 'held@inbox.localhost'
  await gate.set('silent')
  receiver.answer('hang')
  const hanging = receiver.received.length
  const port = service.smtpPort
  const scanning = gate.nextConnection()
  await sendMail({ port, from: 'ada@peer.example', to: [to], raw: makeMail('plain', to, { text }) })
  const attached = makeMail('attached', to, { text, attached: Buffer.from('x') })
  await sendMail({ port, from: 'ada@peer.example', to: [to], raw: attached })
  await scanning
  await expect.poll(() => receiver.received.length).toBeGreaterThan(hanging)
  expect(await service.stop()).toEqual(drained)
  expect((await statuses('held')).toSorted()).toEqual(['clean', 'processing'])
  await gate.set('open')
  const next = await fleet.start({ ROLES: 'worker', WEBHOOK_RETRY_DELAYS: '0,1,1,1,1' })
  await expect.poll(async () => (await statuses('held')).includes('processing')).toBe(false)
  expect(await next.stop()).toEqual(drained)
})

test('an HTTP client that never ends its request does not hold the end up', async () => {
  const service = await fleet.start({ ROLES: 'api' })
  const { port } = new URL(service.apiUrl)
  const slow = connect(Number(port), '127.0.0.1').on('error', () => {})
  const ended = once(slow, 'close')
  slow.write(
    `POST /api/v1/signup HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n` +
      `Expect: 100-continue\r\n\r\n{`,
  )
  // The answer to `Expect` says that the request has begun.
  await once(slow, 'data')
  // Held up, it would end with 1.
  expect(await service.stop()).toEqual(drained)
  await ended
})

test.each([
  ['an exception', 'throw%20new%20Error("boom")'],
  ['a rejection', 'Promise.reject(new%20Error("boom"))'],
])('%s that nothing caught is logged, and ends the process in order with 1', async (_what, failing) => {
  const preload = `--import=data:text/javascript,process.on("SIGUSR2",()=>{${failing}})`
  const service = await fleet.start({ ROLES: 'smtp', NODE_OPTIONS: preload.replaceAll('"', "'") })
  service.signal('SIGUSR2')
  expect(await service.ended).toEqual({ code: 1, signal: null })
  const last = fleet.log.findLast((line) => line.includes('boom'))
  expect(JSON.parse(last!)).toMatchObject({ level: 60, err: { message: 'boom' } })
})

test('the database and the antivirus that the service started itself end with it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-email-shutdown-'))
  spawnSync('chmod', ['755', dataDir])
  try {
    const service = await fleet.start({ DATA_DIR: dataDir, DATABASE_URL: '', CLAMAV_URL: 'managed:' })
    const children = childrenOf(service.pid)
    // Beside each, who ends it should the service be killed.
    expect(children.map(({ name }) => name).toSorted()).toEqual(['clamd', 'postgres', 'sh', 'sh'])
    await signUp(service.apiUrl)
    expect(await service.stop()).toEqual(drained)
    // Ended they have, but their numbers stay until somebody has asked how.
    await expect.poll(() => children.filter(({ pid }) => alive(pid))).toEqual([])
  } finally {
    removeData(dataDir)
  }
})

interface Process {
  pid: number
  name: string
}

/** Processes whose parent is `parent`, by /proc where there is one, else as `ps` has it. */
function childrenOf(parent: number): Process[] {
  const { stdout } = spawnSync('ps', ['-Ao', 'pid=,ppid=,comm='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid]) => Number(ppid) === parent)
    .map(([pid, , name]) => ({ pid: Number(pid), name: name!.split('/').at(-1)! }))
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
