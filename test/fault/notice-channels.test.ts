/** Channels of a service that runs as its operator runs it: no log has an address, or what a webhook says; no crash loses a notice. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { ChatReceiver, chatSecrets } from '../support/chat-receiver.ts'
import { endPauses } from '../support/end-pauses.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'

const said = 'what the webhook said, which no log may repeat'
let testDatabase: TestDatabase
let database: Database
let chat: ChatReceiver
let fleet: ServiceFleet
let service: ServiceProcess
let key: string
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 1, createLog('fatal'))
  chat = await ChatReceiver.start()
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_DELAYS: '0,0,0',
    LOG_LEVEL: 'trace',
  })
  service = await fleet.start()
  key = await signUp(service.apiUrl)
})
afterEach(() => {
  expect(fleet.log.join('\n')).toContain('notice_channels')
  expect(fleet.logged([key, said, ...Object.values(chatSecrets)])).toEqual([])
})
afterAll(async () => {
  await fleet?.end()
  await chat?.stop()
  await database?.close()
  await testDatabase?.drop()
})

const api = (method: string, path: string, body?: unknown) => callApi(service.apiUrl, method, path, key, body)

async function channel(): Promise<string> {
  const { id } = await api('POST', '/notice_channels', {
    kind: 'slack',
    name: '#review',
    url: chat.urlOf('slack'),
  })
  return String(id)
}
const stateOf = (id: string) => api('GET', `/notice_channels/${id}`)
async function hold(slug: string, subject: string): Promise<void> {
  const mail = { to: 'ada@peer.example', subject, body: 'It left on Monday.' }
  expect(await api('POST', `/inboxes/${slug}/messages`, mail)).toMatchObject({ status: 'withheld' })
}

test('the log says that a channel was not told, and neither its address nor the answer', async () => {
  const id = await channel()
  await api('POST', '/inboxes', { slug: 'logged', security_level: 4 })
  chat.answer({ status: 500, body: said }, { status: 502, body: said }, { status: 404, body: said })
  await api('POST', `/notice_channels/${id}/test`)
  await hold('logged', 'Not told')
  await expect
    .poll(() => stateOf(id))
    .toMatchObject({
      status: 'failed',
      last_error: 'answered 404',
    })
  expect(fleet.log.filter((line) => line.includes('a channel was not told')).length).toBeGreaterThan(1)
  await api('DELETE', `/notice_channels/${id}`)
})

test('a process that dies while it posts loses no notice', async () => {
  const id = await channel()
  await api('POST', '/inboxes', { slug: 'crashed', security_level: 4 })
  const before = chat.requests
  chat.answer('hang')
  await hold('crashed', 'Told after the crash')
  await expect.poll(() => chat.requests).toBe(before + 1)
  await service.kill()
  service = await fleet.start()
  const posted = async () => {
    // The claim of the one that died has to lapse; what is tried again then need not wait.
    await endPauses(database)
    return chat.posted.map(({ raw }) => raw)
  }
  await expect.poll(posted).toEqual([expect.stringContaining('Told after the crash')])
  await expect.poll(() => stateOf(id)).toMatchObject({ last_error: null })
})
