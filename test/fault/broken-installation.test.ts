/** An installation of which a part is missing or broken: what needs it is not done without it, and the service says why. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempts } from '../../shared/flow/failures.ts'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { clamdUrl } from '../support/clamd.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { endPauses } from '../support/end-pauses.ts'
import { makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const address = 'closed@inbox.localhost'

let testDatabase: TestDatabase
let database: Database
let dns: DnsServer
let fleet: ServiceFleet
let front: ServiceProcess
/** An installation whose `mailauth`, the library that checks senders, and documentation are the test's. */
let copy: string
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'installation-'))
  for (const part of ['config', 'services', 'shared', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== 'mailauth') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, createLog('fatal'))
  dns = await startDnsServer()
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    DNS_SERVERS: dns.address,
    CLAMAV_URL: clamdUrl(),
  })
  front = await fleet.start({ ROLES: 'smtp,api' })
  const key = await signUp(front.apiUrl)
  await callApi(front.apiUrl, 'POST', '/inboxes', key, { slug: 'closed' })
})
afterAll(async () => {
  await fleet.end()
  await Promise.all([dns.close(), database.close()])
  await testDatabase.drop()
  rmSync(copy, { recursive: true })
})

const program = () => join(copy, 'services', 'main.ts')
const library = () => join(copy, 'node_modules', 'mailauth')
const install = () => cpSync(join(root, 'node_modules', 'mailauth'), library(), { recursive: true })
const statusOf = async (name: string) =>
  (
    await database.query<{ status: string }>('select status from messages where message_id = $1', [
      `${name}@peer.example`,
    ])
  )[0]?.status
/** What the log says of each time that a message could not be assessed, from its line `from` on. */
const said = (from: number) =>
  fleet.log.slice(from).flatMap((line) => {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string } }
    return msg === 'stage failed; it is tried again' ? [err?.message ?? ''] : []
  })

test.each([
  ['missing', () => {}, /thread could not start.*Cannot find module 'mailauth\//, 2],
  [
    'cut short',
    () => {
      install()
      writeFileSync(join(library(), 'lib', 'dkim', 'verify.js'), 'module.exports = {')
    },
    /thread could not start.*mailauth can't be read: SyntaxError/,
    // One that was blamed would be withheld with the last of them.
    attempts + 1,
  ],
])(
  'the library that checks senders is %s: mail is not judged, none is blamed, and once it is there all goes on',
  async (what, make, why, times) => {
    rmSync(library(), { recursive: true, force: true })
    make()
    const from = fleet.log.length
    const worker = fleet.spawn({ ROLES: 'worker' }, program())
    await worker.ready()
    const name = what.replace(' ', '-')
    await sendMail({
      port: front.smtpPort,
      from: 'ada@peer.example',
      to: [address],
      raw: makeMail(name, address, { text: 'It left our house this morning.' }),
    })
    const failures = async () => {
      await endPauses(database)
      return said(from).length
    }
    await expect.poll(failures).toBeGreaterThanOrEqual(times)
    for (const line of said(from)) expect(line).toMatch(why)
    expect(await statusOf(name)).toBe('processing')
    rmSync(library(), { recursive: true, force: true })
    install()
    const status = async () => {
      await endPauses(database)
      return statusOf(name)
    }
    await expect.poll(status).toBe('clean')
    await worker.stop()
  },
)

test('documentation that is broken is told of in the log, and holds up nothing else; without any, nothing starts', async () => {
  rmSync(library(), { recursive: true, force: true })
  install()
  const file = join(copy, 'services', 'api', 'openapi.json')
  writeFileSync(file, '{"openapi": "3.1.0", "paths"')
  const from = fleet.log.length
  const api = fleet.spawn({ ROLES: 'api' }, program())
  await api.ready()
  // Some seconds behind the start, which nobody has to wait for or to ask for.
  const told = () =>
    fleet.log
      .slice(from)
      .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } })
      .filter(({ msg }) => msg === 'the documentation cannot be made')
  await expect.poll(told).toMatchObject([{ level: 50, err: { message: expect.stringContaining('JSON') } }])
  for (const path of ['/docs', '/llms.txt', '/api/v1/openapi.json'])
    expect((await fetch(api.apiUrl + path)).status, path).toBe(500)
  expect((await fetch(`${api.apiUrl}/readyz`)).status).toBe(200)
  expect(await signUp(api.apiUrl)).toMatch(/^svc_live_/)
  await api.stop()

  rmSync(file)
  const before = fleet.log.length
  expect((await fleet.spawn({ ROLES: 'api' }, program()).ended).code).toBe(1)
  expect(fleet.log.slice(before).join('\n')).toContain('openapi.json')
})
