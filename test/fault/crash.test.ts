/** kill -9 of the processes: what was acknowledged is stored once, and ends, whoever died on the way. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { queues } from '../../shared/queue/queues.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { clamdUrl } from '../support/clamd.ts'
import { ClamdGate } from '../support/clamd-gate.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { MailLoad, makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const kills = 15
const text = 'The body of a mail that no log may hold.'

let testDatabase: TestDatabase
let database: Database
let dns: DnsServer
let gate: ClamdGate
let receiver: WebhookReceiver
let fleet: ServiceFleet
let api: ServiceProcess
/** The ones that run now; who is killed is replaced. */
let smtp: ServiceProcess
let worker: ServiceProcess
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
    WEBHOOK_RETRY_DELAYS: '0,1,1,1,1',
  })
  const started = ['api', 'smtp', 'worker'].map((ROLES) => fleet.start({ ROLES }))
  ;[api, smtp, worker] = (await Promise.all(started)) as [ServiceProcess, ServiceProcess, ServiceProcess]
  key = await signUp(api.apiUrl)
})
afterEach(() => {
  expect(fleet.logged([key, text])).toEqual([])
})
afterAll(async () => {
  await fleet.end()
  await Promise.all([receiver.stop(), gate.close(), dns.close(), database.close()])
  await testDatabase.drop()
})

async function createInbox(slug: string): Promise<string> {
  await callApi(api.apiUrl, 'POST', '/inboxes', key, { slug, webhook_url: receiver.url })
  return `${slug}@inbox.localhost`
}

interface Stored {
  id: string
  messageId: string
  status: string
}
const storedIn = (slug: string) =>
  database.query<Stored>(
    `select m.id, m.message_id as "messageId", m.status from messages m join inboxes i on i.id = m.inbox_id
     where i.slug = $1`,
    [slug],
  )

/** Resolves when every message of the inbox has been delivered. */
const allDelivered = (slug: string) =>
  expect
    .poll(async () => (await storedIn(slug)).filter(({ status }) => status !== 'delivered'), {
      interval: 200,
    })
    .toEqual([])

/** Kills and starts a process over and over, at random points; `current` is told of each that runs. */
async function killOver(
  first: ServiceProcess,
  settings: Record<string, string>,
  current: (service: ServiceProcess) => void,
): Promise<void> {
  let service = first
  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
    await service.kill()
    service = await fleet.start(settings)
    current(service)
  }
}

test('under kill -9 of listener and worker, what was acknowledged is stored once and delivered', async () => {
  const to = await createInbox('ledger')
  const load = new MailLoad('ledger', { port: () => smtp.smtpPort, to, peers: 4, attachedEvery: 5, text })
  await load.acknowledges(20)
  await Promise.all([
    killOver(smtp, { ROLES: 'smtp' }, (service) => {
      smtp = service
    }),
    killOver(worker, { ROLES: 'worker' }, (service) => {
      worker = service
    }),
  ])
  await load.stop()
  expect(load.cuts, 'the kills met peers in the middle of something').toBeGreaterThan(0)

  await allDelivered('ledger')
  const stored = await storedIn('ledger')
  expect(stored.map(({ messageId }) => messageId).sort()).toEqual([...load.acknowledged].sort())

  const webhookIds = new Map<string, Set<string>>()
  for (const { headers, body } of receiver.received) {
    const { data } = JSON.parse(body.toString()) as { data: { id: string } }
    const ids = webhookIds.get(data.id) ?? new Set()
    webhookIds.set(data.id, ids.add(String(headers['webhook-id'])))
  }
  expect([...webhookIds.keys()].sort()).toEqual(stored.map(({ id }) => id).sort())
  expect([...webhookIds.values()].filter(({ size }) => size !== 1)).toEqual([])
  expect(
    await database.query(`select message_id from webhook_deliveries group by message_id having count(*) > 1`),
  ).toEqual([])
  expect(await database.query(`select 1 from pgboss.job where name = any('{scan,assess,deliver}')`)).toEqual(
    [],
  )
})

test('what a killed worker held in each stage is taken over by another, long before its jobs expire', async () => {
  const to = await createInbox('stages')
  dns.zone.set('_dmarc.slow.example', 'silent')
  const questions = dns.questions.length
  const port = smtp.smtpPort

  receiver.answer('hang')
  const delivering = receiver.received.length
  await sendMail({ port, from: 'ada@peer.example', to: [to], raw: makeMail('delivering', to) })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(delivering)
  const firstAttempt = receiver.received[delivering]!
  await gate.set('silent')
  const scanning = gate.nextConnection()
  await sendMail({
    port,
    from: 'ada@peer.example',
    to: [to],
    raw: makeMail('scanning', to, { attached: Buffer.from('x') }),
  })
  await scanning
  const slow = makeMail('assessing', to, { domain: 'slow.example' })
  await sendMail({ port, from: 'ada@slow.example', to: [to], raw: slow })
  await expect.poll(() => dns.questions.slice(questions)).toContain('TXT _dmarc.slow.example')

  await fleet.start({ ROLES: 'worker' })
  await worker.kill()
  dns.zone.delete('_dmarc.slow.example')
  await gate.set('open')
  // By their heartbeats: two of the three would expire after hours.
  expect(queues.scan.expireInSeconds).toBeGreaterThan(600)
  expect(queues.deliver.expireInSeconds).toBeGreaterThan(600)
  await allDelivered('stages')
  expect(await storedIn('stages')).toHaveLength(3)
  const again = receiver.received
    .slice(delivering + 1)
    .filter(({ headers }) => headers['webhook-id'] === firstAttempt.headers['webhook-id'])
  expect(again).toHaveLength(1)
  expect(again[0]!.body.equals(firstAttempt.body)).toBe(true)
})
