/** A clamd that is away or misbehaves, seen through the whole service: mail with attachments waits, all other flows. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { clamdUrl } from '../support/clamd.ts'
import { ClamdGate, type GateMode } from '../support/clamd-gate.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { eicar } from '../support/eicar.ts'
import { makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'

const text = 'The body of a mail that no log may hold.'

let testDatabase: TestDatabase
let database: Database
let dns: DnsServer
let gate: ClamdGate
let fleet: ServiceFleet
let service: ServiceProcess
let key: string

beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, createLog('fatal'))
  dns = await startDnsServer()
  gate = await ClamdGate.start(clamdUrl())
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    DNS_SERVERS: dns.address,
    CLAMAV_URL: gate.url,
  })
  service = await fleet.start()
  key = await signUp(service.apiUrl)
})
afterEach(() => {
  expect(fleet.logged([key, text])).toEqual([])
})
afterAll(async () => {
  await fleet.end()
  await Promise.all([gate.close(), dns.close(), database.close()])
  await testDatabase.drop()
})

interface Stored {
  messageId: string
  status: string
  scan: unknown
}
const storedIn = (slug: string) =>
  database.query<Stored>(
    `select split_part(m.message_id, '@', 1) as "messageId", m.status, m.scan from messages m
     join inboxes i on i.id = m.inbox_id where i.slug = $1`,
    [slug],
  )
const statuses = async (slug: string, prefix: string) =>
  Object.fromEntries(
    (await storedIn(slug))
      .filter(({ messageId }) => messageId.startsWith(prefix))
      .map(({ messageId, status }) => [messageId, status]),
  )
const send = (id: string, to: string, attached?: Uint8Array) =>
  sendMail({
    port: service.smtpPort,
    from: 'ada@peer.example',
    to: [to],
    raw: makeMail(id, to, { text, ...(attached === undefined ? {} : { attached }) }),
  })

const scanned = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`scanned-${index}`, index === 1]))
const named = (count: number, status: (infected: boolean) => string) =>
  Object.fromEntries(Object.entries(scanned(count)).map(([id, infected]) => [id, status(infected)]))

test.for<{ mode: GateMode; attempts: number }>([
  { mode: 'refused', attempts: 0 },
  { mode: 'closing', attempts: 20 },
  { mode: 'dying', attempts: 20 },
  { mode: 'silent', attempts: 8 },
])(
  'while clamd is $mode, mail with attachments waits and all other flows; when it is back, all ends as it should',
  { timeout: 240_000 },
  async ({ mode, attempts }) => {
    const slug = `clamd-${mode}`
    const to = `${slug}@inbox.localhost`
    await callApi(service.apiUrl, 'POST', '/inboxes', key, { slug })
    const waiting = 20
    await gate.set(mode)
    const before = gate.connections
    await Promise.all(
      Object.entries(scanned(waiting)).map(([id, infected]) =>
        send(id, to, infected ? eicar : Buffer.from(id)),
      ),
    )
    const plain = Array.from({ length: 10 }, (_, index) => `plain-${index}`)
    await Promise.all(plain.map((id) => send(id, to)))
    await expect
      .poll(() => statuses(slug, 'plain'))
      .toEqual(Object.fromEntries(plain.map((id) => [id, 'clean'])))
    await expect.poll(() => gate.connections - before).toBeGreaterThanOrEqual(attempts)
    expect(await statuses(slug, 'scanned')).toEqual(named(waiting, () => 'processing'))
    expect((await storedIn(slug)).filter(({ scan }) => scan !== null)).toEqual([])

    await gate.set('open')
    gate.cut()
    await expect
      .poll(() => statuses(slug, 'scanned'), { interval: 200 })
      .toEqual(named(waiting, (infected) => (infected ? 'withheld' : 'clean')))
  },
)

test('a clamd that answers byte by byte is waited for', async () => {
  const to = 'clamd-slow@inbox.localhost'
  await callApi(service.apiUrl, 'POST', '/inboxes', key, { slug: 'clamd-slow' })
  await gate.set('slow')
  await send('scanned-0', to, Buffer.from('x'))
  await send('scanned-1', to, eicar)
  await expect
    .poll(() => statuses('clamd-slow', 'scanned'))
    .toEqual({ 'scanned-0': 'clean', 'scanned-1': 'withheld' })
})
