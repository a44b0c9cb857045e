/** `npm run dev`: the service starts anew when a file of it changes, and its Postgres goes on. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { removeData } from '../support/start-postgres.ts'

const root = new URL('../../', import.meta.url).pathname
const timeout = 120_000
let copy: string
let data: string
let dev: ChildProcess
const ready: { http: { port: number } }[] = []
const log: string[] = []

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'agent-email-dev-'))
  data = mkdtempSync(join(tmpdir(), 'agent-email-dev-data-'))
  for (const name of ['config', 'services', 'shared', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  dev = spawn(process.execPath, [join(copy, 'services/dev.ts')], {
    env: {
      ...childEnvironment(),
      DATA_DIR: data,
      SMTP_PORT: '0',
      HTTP_PORT: '0',
      CLAMAV_URL: 'unix:/nonexistent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface(dev.stdout!).on('line', (line) => ready.push(JSON.parse(line)))
  createInterface(dev.stderr!).on('line', (line) => log.push(line))
})
afterAll(async () => {
  if (dev.exitCode === null) {
    const ended = once(dev, 'exit')
    dev.kill('SIGTERM')
    await ended
  }
  rmSync(copy, { recursive: true, force: true })
  removeData(data)
})

const started = (times: number) =>
  expect.poll(() => ready.length, { timeout, message: log.join('\n') }).toBe(times)
const answer = async () =>
  (await fetch(`http://127.0.0.1:${ready.at(-1)!.http.port}/livez`)).json() as Promise<unknown>
/** Which server it is. */
const postgres = () => [runningEmbeddedPostgres(data), serverId()]
const serverId = () => {
  const folder = new URL(runningEmbeddedPostgres(data)!).searchParams.get('host')!
  return readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]
}

test('a change starts the service anew, also after one that broke it, and Postgres goes on', async () => {
  await started(1)
  const before = postgres()
  expect(await answer()).toEqual({ live: true })
  const file = join(copy, 'services/api/health.ts')
  const was = readFileSync(file, 'utf8')
  writeFileSync(file, `${was}const broken: = 1\n`)
  await expect.poll(() => log.join('\n'), { timeout }).toContain('starts again when a file changes')
  writeFileSync(file, was.replace('{ live: true }', "{ live: 'again' }"))
  await started(2)
  expect(await answer()).toEqual({ live: 'again' })
  expect(postgres()).toEqual(before)
})

test('it ends with all that it has started', async () => {
  const ended = once(dev, 'exit')
  dev.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(runningEmbeddedPostgres(data)).toBeUndefined()
})
