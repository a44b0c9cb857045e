/** A log that can't be written, as on a full disk: the service goes on, and only the log has a gap. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, type ReadyLine, secretKey, signUp } from '../support/service-process.ts'
import { sources } from '../support/service-program.ts'
import { sendMail } from '../support/smtp-client.ts'

const writer = new URL('../support/write-log.ts', import.meta.url).pathname

let testDatabase: TestDatabase
let dataDir: string
let service: ChildProcess | undefined
beforeAll(async () => {
  testDatabase = await createDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'agent-email-full-log-'))
})
afterAll(async () => {
  service?.kill('SIGKILL')
  await testDatabase.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('mail is taken, requests are answered, and the end is in order', async () => {
  // Every write to it says that there is no room (full(4)).
  const full = openSync('/dev/full', 'w')
  service = spawn(process.execPath, [sources], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: testDatabase.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      CLAMAV_URL: 'unix:/nonexistent',
      SMTP_PORT: '0',
      HTTP_PORT: '0',
      LOG_LEVEL: 'debug',
    },
    cwd: '/',
    stdio: ['ignore', 'pipe', full],
  })
  closeSync(full)
  const ended = once(service, 'exit')
  const line = await Promise.race([once(createInterface(service.stdout!), 'line'), ended])
  expect(line, 'the ready line').toHaveLength(1)
  const { http, smtp } = JSON.parse(String(line[0])) as ReadyLine
  const apiUrl = `http://${http!.host}:${http!.port}`
  const key = await signUp(apiUrl)
  await callApi(apiUrl, 'POST', '/inboxes', key, { slug: 'unlogged' })
  const raw = 'From: ada@peer.example\r\nSubject: Hello\r\n\r\nWorld\r\n'
  const taken = await sendMail({
    port: smtp!.port,
    from: 'ada@peer.example',
    to: ['unlogged@inbox.localhost'],
    raw,
  })
  expect(taken.code).toBe(250)
  const listed = await callApi(apiUrl, 'GET', '/inboxes/unlogged/messages', key)
  expect(listed.messages).toHaveLength(1)
  service.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('what can not be written is kept for a while and then dropped, and is written once there is room', async () => {
  const child = spawn(process.execPath, [writer], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await Promise.race([
    once(createInterface(child.stdout!), 'line'),
    once(child, 'exit'),
  ])) as [string]
  expect(said, 'no status').toMatch(/^\{/)
  expect(JSON.parse(said)).toEqual({ kept: expect.any(Number), last: 'there is room' })
  const { kept } = JSON.parse(said) as { kept: number }
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(2 * 1024 * 1024)
})
