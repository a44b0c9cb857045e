/** kill -9 of the process that streams: whoever was connected goes on at another, and misses nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clamdUrl } from '../support/clamd.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { EventStreamReader } from '../support/event-stream.ts'
import { makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'

let testDatabase: TestDatabase
let dns: DnsServer
let fleet: ServiceFleet
let api: ServiceProcess
beforeAll(async () => {
  testDatabase = await createDatabase()
  dns = await startDnsServer()
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    DNS_SERVERS: dns.address,
    CLAMAV_URL: clamdUrl(),
  })
  api = await fleet.start({ ROLES: 'api' })
})
afterAll(async () => {
  await fleet.end()
  await dns.close()
  await testDatabase.drop()
})

test('a reader whose server is killed, over and over, gets every event once and in order', async () => {
  const mail = await fleet.start({ ROLES: 'smtp,worker' })
  const key = await signUp(api.apiUrl)
  await callApi(api.apiUrl, 'POST', '/inboxes', key, { slug: 'followed' })
  const to = 'followed@inbox.localhost'
  const count = 60
  let sent = 0
  const sending = (async () => {
    for (; sent < count; sent++)
      await sendMail({
        port: mail.smtpPort,
        from: 'ada@peer.example',
        to: [to],
        raw: makeMail(`event-${sent}`, to),
      })
  })()

  const seen: string[] = []
  const ids: string[] = []
  let stream = await EventStreamReader.open(api.apiUrl, key, '?last_event_id=evt_00000000000000000000000000')
  for (let kills = 0; seen.length < count; ) {
    const event = await Promise.race([stream.next(), stream.ended])
    if (event !== undefined && event.event === 'message.received') {
      seen.push(String(event.data.data?.id))
      ids.push(event.id!)
    }
    if (event === undefined || (kills < 2 && seen.length >= 15 * (kills + 1))) {
      if (event !== undefined) await api.kill()
      kills++
      api = await fleet.start({ ROLES: 'api' })
      stream = await EventStreamReader.open(api.apiUrl, key, '', ids.at(-1))
    }
  }
  await sending
  expect(seen).toHaveLength(count)
  expect(new Set(seen).size).toBe(count)
  expect(ids.map((id) => id.slice(-16))).toEqual(ids.map((id) => id.slice(-16)).toSorted())
  const { messages } = await callApi(api.apiUrl, 'GET', '/inboxes/followed/messages?limit=100', key)
  expect((messages as unknown as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(seen.toSorted())
})

test('SIGTERM ends streams and waiting requests at once, and in order', async () => {
  const key = await signUp(api.apiUrl)
  await callApi(api.apiUrl, 'POST', '/inboxes', key, { slug: 'ending' })
  const stream = await EventStreamReader.open(api.apiUrl, key)
  const waiting = callApi(api.apiUrl, 'GET', '/inboxes/ending/wait?timeout=60', key)
  // Its turn at the same server comes after that of the waiting one.
  await callApi(api.apiUrl, 'GET', '/inboxes/ending', key)
  const [ending, answer] = await Promise.all([api.stop(), waiting, stream.ended])
  // No part of it was left to its time.
  expect(fleet.log.filter((line) => line.includes('part failed to stop'))).toEqual([])
  expect(ending.code).toBe(0)
  expect(answer.message).toBeNull()
})
