/** Many senders of large mail at once: the listener holds what it has room for, makes the others wait, and takes all. */

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'

const senders = 24
const megabyte = 1024 * 1024
let testDatabase: TestDatabase
let fleet: ServiceFleet
let service: ServiceProcess
let to: string
beforeAll(async () => {
  testDatabase = await createDatabase()
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    ROLES: 'smtp,api',
    METRICS_PORT: '0',
    // As the container sets them.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
  })
  service = await fleet.start()
  const key = await signUp(service.apiUrl)
  await callApi(service.apiUrl, 'POST', '/inboxes', key, { slug: 'large' })
  to = 'large@inbox.localhost'
})
afterAll(async () => {
  await fleet.end()
  await testDatabase.drop()
})

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) / 1024

async function heldBytes(): Promise<Record<string, number>> {
  const { metrics } = await service.ready()
  const text = await (await fetch(`http://127.0.0.1:${metrics!.port}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^smtp_held_bytes\{step="(\w+)"\} (\d+)/gm)].map(([, step, bytes]) => [
      step,
      Number(bytes),
    ]),
  )
}

test(`${senders} senders of 15 MB at once are all taken, within the room there is`, async () => {
  const attached = randomBytes(15 * megabyte)
  let most = 0
  let waiting = true
  const watching = (async () => {
    while (waiting) {
      const { receiving = 0, storing = 0 } = await heldBytes()
      most = Math.max(most, receiving)
      expect(receiving).toBeLessThanOrEqual(limits.smtpBufferedBytes + limits.smtpRoomBytes)
      expect(storing).toBeLessThanOrEqual(limits.smtpStoringBytes)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const replies = await Promise.all(
    Array.from({ length: senders }, (_, i) =>
      sendMail({
        port: service.smtpPort,
        from: 'ada@peer.example',
        to: [to],
        raw: makeMail(`large-${i}`, to, { attached }),
      }),
    ),
  ).finally(() => {
    waiting = false
  })
  await watching
  expect(replies.map(({ code }) => code)).toEqual(Array(senders).fill(250))
  expect(most).toBeGreaterThan(0)
  expect(await heldBytes()).toEqual({ receiving: 0, storing: 0 })
  // Far from what they sent, which stays no longer than it takes to be stored.
  await expect.poll(residentMb, { timeout: 60_000, interval: 1_000 }).toBeLessThan(900)
}, 240_000)
