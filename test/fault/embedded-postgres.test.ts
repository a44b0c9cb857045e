/** The embedded Postgres under what befalls it: closed homes, kill -9, a second process, Ctrl-C. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { rememberedHome } from '../../services/local/postgres-home.ts'
import { clusterProcesses, waitForEnd } from '../../services/local/postgres-processes.ts'
import { createLog } from '../../shared/lib/log.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { ServiceProcess } from '../support/service-process.ts'
import { removeData } from '../support/start-postgres.ts'

const log = createLog('silent')
const holder = new URL('../support/hold-postgres.ts', import.meta.url).pathname

let home: string
let dataDir: string
const children: ChildProcess[] = []

// One for all: making a cluster is most of what a first start costs, and each test finds it stopped.
beforeAll(() => {
  // Closed to all but us, as root's home is on a new machine: the user who runs Postgres can't enter it.
  home = mkdtempSync(join(tmpdir(), 'closed-home-'))
  chmodSync(home, 0o700)
  dataDir = join(home, 'project', 'data')
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log })
  await query(url, 'drop table if exists mail')
  await stop()
  expect(clusterProcesses(clusterFolder())).toEqual([])
})
afterAll(() => {
  removeData(dataDir)
  rmSync(home, { recursive: true })
})

const clusterFolder = () => join(rememberedHome(dataDir) ?? join(dataDir, 'postgres'), 'data')
const postmaster = () => Number(readFileSync(join(clusterFolder(), 'postmaster.pid'), 'utf8').split('\n')[0])

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Another process that runs Postgres on `dataDir`; resolves once it is up. */
async function hold(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [holder, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  children.push(child)
  const lines = createInterface(child.stdout!)
  const [url] = (await once(lines, 'line')) as [string]
  return { child, url }
}

test('it runs under a closed home, keeps what was committed and leaves no process', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log })
  await query(first.url, 'create table mail as select 1 as id')
  await first.stop()
  expect(clusterProcesses(clusterFolder())).toEqual([])
  const second = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(second.url, 'select * from mail')).toEqual([{ id: 1 }])
  await second.stop()
})

test('it is durable, and does not compare text by the rules of some locale', async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log })
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'jit']
  const values = names.map((name) => `current_setting('${name}') as ${name}`)
  expect(await query(url, `select ${values}`)).toEqual([
    { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', jit: 'off' },
  ])
  expect(await query(url, `select 'a' > 'B' as by_code_point, lower('Ä') as lower`)).toEqual([
    { by_code_point: true, lower: 'ä' },
  ])
  await stop()
})

test('a second process is refused with the number of the first', async () => {
  const { child, url } = await hold()
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(`process ${child.pid} already runs`)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a command finds the server that another process runs, and none where none runs', async () => {
  expect(runningEmbeddedPostgres(join(home, 'another'))).toBeUndefined()
  expect(runningEmbeddedPostgres(dataDir)).toBeUndefined()
  const { child, url } = await hold()
  expect(runningEmbeddedPostgres(dataDir)).toBe(url)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(runningEmbeddedPostgres(dataDir)).toBeUndefined()
})

test('beside a running service its commands work, and a second start is refused in one sentence', async () => {
  const SECRET_KEY = 'the key of this database, and of its commands'
  const service = await ServiceProcess.start({ DATA_DIR: dataDir, SECRET_KEY })
  const second = ServiceProcess.spawn({ DATA_DIR: dataDir })
  expect(await second.ended).toEqual({ code: 1, signal: null })
  expect(second.log).toEqual([
    `embedded Postgres: process ${service.pid} already runs on ${dataDir}; stop it, or choose another DATA_DIR`,
  ])
  const run = (command: string) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../services', command)], {
      env: { ...childEnvironment(), DATA_DIR: dataDir, SECRET_KEY },
    })
  expect((await run('audit-verify.ts')).stdout).toContain('0 broken')
  expect((await run('postmaster.ts')).stdout).toMatch(/^\S{20,}\n$/)
  expect((await fetch(`${service.apiUrl}/readyz`)).status).toBe(200)
  service.signal('SIGTERM')
  expect(await service.ended).toEqual({ code: 0, signal: null })
})

test('after kill -9 the orphaned server is stopped and what was committed is there', async () => {
  const { child, url } = await hold()
  await query(url, 'create table mail as select 1 as id')
  const orphan = postmaster()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(clusterProcesses(clusterFolder())).not.toContain(orphan)
  expect(await query(next.url, 'select * from mail')).toEqual([{ id: 1 }])
  await next.stop()
})

test('after kill -9 of both it recovers', async () => {
  const { child, url } = await hold()
  await query(url, 'create table mail as select 1 as id')
  const killed = postmaster()
  child.kill('SIGKILL')
  process.kill(killed, 'SIGKILL')
  await once(child, 'exit')
  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(next.url, 'select * from mail')).toEqual([{ id: 1 }])
  await next.stop()
})

test('a server that is killed under the service is started anew at the same address', async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log })
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await waitForEnd([killed], 10_000)
  await expect.poll(() => query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test('Ctrl-C in a terminal, a signal to the whole process group, does not reach the server', async () => {
  const { child, url } = await hold()
  const server = postmaster()
  const heard = once(child.stdout!, 'data')
  process.kill(-child.pid!, 'SIGINT')
  // The service hears it, and may still need its server, and whoever ends that with it.
  expect(String(await heard)).toBe('SIGINT\n')
  expect(postmaster()).toBe(server)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  child.kill('SIGKILL')
  expect(await waitForEnd(() => clusterProcesses(clusterFolder()), 50_000)).toBe(true)
})

test('a database that DATA_DIR says is elsewhere, and is gone, is not replaced by an empty one', async () => {
  const { stop } = await startEmbeddedPostgres({ dataDir, log })
  await stop()
  const elsewhere = rememberedHome(dataDir)
  const folder = elsewhere ?? join(dataDir, 'postgres')
  expect(dirname(clusterFolder())).toBe(folder)
  // Run by its own user it lies inside DATA_DIR, and there is nothing to lose sight of.
  if (elsewhere === undefined) return
  renameSync(folder, `${folder}.away`)
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow('which is missing')
  renameSync(`${folder}.away`, folder)
})
