/** The managed clamd: it comes back when it dies, goes with its owner, and never blocks the next start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { crc32, deflateSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findProgram } from '../../services/local/find-program.ts'
import {
  type ManagedClamd,
  type ManagedClamdOptions,
  startManagedClamd,
} from '../../services/local/managed-clamd.ts'
import { startManagedScanner } from '../../services/local/managed-scanner.ts'
import { watchScript } from '../../services/local/parent-watch.ts'
import { startTime } from '../../services/local/process-lock.ts'
import { processesWithArgument } from '../../services/local/processes.ts'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { ScannerUnavailableError } from '../../shared/antivirus/scanner.ts'
import { eicar } from '../support/eicar.ts'

const silent = pino({ level: 'silent' })
let dataDir: string
const running: ManagedClamd[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clamd-test-'))
  chmodSync(dataDir, 0o755)
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((clamd) => clamd.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(options: Partial<ManagedClamdOptions> = {}): Promise<ManagedClamd> {
  const clamd = await startManagedClamd({
    dataDir,
    log: silent,
    machineDatabases: '/nonexistent',
    ...options,
  })
  if (clamd === null) throw new Error('clamd is not installed: these tests need it (Debian: clamav-daemon)')
  running.push(clamd)
  return clamd
}

/** The living processes of the clamd that listens at `url`. */
function processesOf(url: string): number[] {
  const config = url.replace(/^unix:/, '').replace(/clamd\.sock$/, 'clamd.conf')
  return processesWithArgument(`--config-file=${config}`).filter((pid) => startTime(pid) !== undefined)
}

it('scans as soon as it has started, and leaves nothing when it is stopped', async () => {
  const clamd = await start()
  expect(await createScanner(clamd.url).scan(eicar)).toMatchObject({ status: 'infected' })
  const [pid] = processesOf(clamd.url)
  await clamd.stop()
  expect(startTime(pid!)).toBeUndefined()
  expect(readdirSync(join(dataDir, 'clamd'))).toEqual([])
  expect(await createScanner(clamd.url).ping()).toBe(false)
})

/** A grey image of `side` by `side` pixels, all of them black. */
function blackImage(side: number): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

it('does not make the pixels of an image that has a hundred million of them', async () => {
  const clamd = await start()
  const [pid] = processesOf(clamd.url)
  const image = blackImage(10_000)
  expect(await createScanner(clamd.url, { baseDeadlineMs: 240_000 }).scan(image)).toEqual({ status: 'clean' })
  const [, most] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  expect(Number(most)).toBeLessThan((image.length + 100_000_000) / 1024)
})

it('starts a clamd that does not know all that it is told, and says that it is too old', async () => {
  const folder = join(dataDir, 'bin')
  mkdirSync(folder)
  const real = findProgram('clamd', '/usr/local/bin:/usr/bin:/bin', true)!
  writeFileSync(
    join(folder, 'clamd'),
    `#!/bin/sh
[ "$1" = --version ] && { echo 'ClamAV 1.0.9/27000/Fri Nov 27 08:00:00 2026'; exit; }
grep ScanImageFuzzyHash "\${1#--config-file=}" && exit 1
exec ${real} "$@"
`,
    { mode: 0o755 },
  )
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => said.push(line) })
  const clamd = await start({ path: folder, usualPlaces: false, log })
  expect(await createScanner(clamd.url).scan(eicar)).toMatchObject({ status: 'infected' })
  expect(said.join('')).toContain('this clamd is older than 1.4')
})

it('works in a folder that only root can enter, and in one whose path is too long for a socket', async () => {
  const closed = join(dataDir, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const long = join(dataDir, 'x'.repeat(100))
  mkdirSync(long)
  for (const folder of [closed, long]) {
    const clamd = await start({ dataDir: folder })
    expect(await createScanner(clamd.url).scan(eicar)).toMatchObject({ status: 'infected' })
    expect(Buffer.byteLength(clamd.url)).toBeLessThan(104)
  }
})

it('is started anew at the same address when it is killed', async () => {
  const restarted: (() => void)[] = []
  const log = pino(
    { level: 'info' },
    { write: (line) => line.includes('clamd is up') && restarted.shift()?.() },
  )
  const clamd = await start({ log })
  for (let time = 0; time < 2; time++) {
    const up = new Promise<void>((resolve) => restarted.push(resolve))
    const [pid] = processesOf(clamd.url)
    process.kill(pid!, 'SIGKILL')
    await up
    expect(processesOf(clamd.url)).not.toContain(pid)
    expect(await createScanner(clamd.url).scan(eicar)).toMatchObject({ status: 'infected' })
  }
})

it('is started anew when it hangs, and left alone when it answers again before that', async () => {
  const lines: { msg: string; inRow?: number }[] = []
  const waiting = new Map<string, () => void>()
  const log = pino(
    { level: 'info' },
    {
      write: (line) => {
        const said: (typeof lines)[number] = JSON.parse(line)
        lines.push(said)
        waiting.get(said.msg)?.()
      },
    },
  )
  const saidNext = (msg: string) => new Promise<void>((resolve) => waiting.set(msg, resolve))
  const clamd = await start({ log, hungAfter: { everyMs: 10, unanswered: 2 } })
  const [pid] = processesOf(clamd.url)
  for (let time = 0; time < 2; time++) {
    const silent = saidNext('clamd does not answer')
    process.kill(pid!, 'SIGSTOP')
    await silent
    const back = saidNext('clamd answers again')
    process.kill(pid!, 'SIGCONT')
    await back
  }
  expect(processesOf(clamd.url)).toEqual([pid])
  lines.splice(0)
  const up = saidNext('clamd is up')
  process.kill(pid!, 'SIGSTOP')
  await up
  expect(lines.flatMap(({ inRow }) => inRow ?? [])).toEqual([1, 2])
  expect(processesOf(clamd.url)).not.toContain(pid)
  expect(await createScanner(clamd.url).scan(eicar)).toMatchObject({ status: 'infected' })
})

it('does not come back when it is stopped while it is being started anew', async () => {
  const clamd = await start()
  process.kill(processesOf(clamd.url)[0]!, 'SIGKILL')
  await clamd.stop()
  expect(processesOf(clamd.url)).toEqual([])
})

/** Starts a clamd in a process of its own, which is killed outright; the clamd's URL. */
async function startInKilledProcess(): Promise<string> {
  const script = join(dataDir, 'owner.ts')
  const module = new URL('../../services/local/managed-clamd.ts', import.meta.url).href
  const log = '{ info() {}, warn() {}, error() {} }'
  writeFileSync(
    script,
    `import { startManagedClamd } from ${JSON.stringify(module)}
     const clamd = await startManagedClamd({ dataDir: ${JSON.stringify(dataDir)}, log: ${log}, machineDatabases: '/nonexistent' })
     console.log(clamd.url)
     setInterval(() => {}, 1000)`,
  )
  const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface(owner.stdout), 'line')) as [string]
  // Whoever would end clamd with its owner goes first.
  const watching = new Set(processesWithArgument(watchScript))
  const watchers = processesOf(url)
    .flatMap((pid) => processesWithArgument(String(pid)))
    .filter((pid) => watching.has(pid))
  for (const pid of watchers) process.kill(pid, 'SIGKILL')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  return url
}

it('ends the clamd that a killed process left, and starts its own', async () => {
  const left = await startInKilledProcess()
  expect(processesOf(left)).toHaveLength(1)
  const clamd = await start()
  expect(processesOf(left)).toEqual([])
  expect(await createScanner(clamd.url).scan(eicar)).toMatchObject({ status: 'infected' })
  await clamd.stop()
  expect(readdirSync(join(dataDir, 'clamd'))).toEqual([])
})

it('is found, started and asked when it is installed while the service runs', async () => {
  const path = join(dataDir, 'programs')
  mkdirSync(path)
  const options = { dataDir, log: silent, machineDatabases: '/nonexistent', path, usualPlaces: false }
  const scanner = await startManagedScanner({ ...options, lookAgainMs: 20 })
  try {
    expect(await scanner.ping()).toBe(false)
    await expect(scanner.scan(eicar)).rejects.toThrow(ScannerUnavailableError)
    symlinkSync(findProgram('clamd', '')!, join(path, 'clamd'))
    await expect.poll(() => scanner.ping()).toBe(true)
    expect(await scanner.scan(eicar)).toMatchObject({ status: 'infected' })
  } finally {
    await scanner.stop()
  }
  expect(readdirSync(join(dataDir, 'clamd'))).toEqual([])
})

it('lets the clamd of another living process be', async () => {
  const first = await start()
  const second = await start()
  expect(second.url).not.toBe(first.url)
  for (const { url } of [first, second])
    expect(await createScanner(url).scan(eicar)).toMatchObject({ status: 'infected' })
})

it("loads the machine's databases beside its own, and does without those that clamd refuses", async () => {
  const databases = join(dataDir, 'databases')
  mkdirSync(databases)
  writeFileSync(
    join(databases, 'local.ndb'),
    `Project.Word:0:*:${Buffer.from('unmistakable').toString('hex')}\n`,
  )
  const both = createScanner((await start({ machineDatabases: databases })).url)
  expect(await both.scan(Buffer.from('an unmistakable word'))).toMatchObject({ status: 'infected' })
  expect(await both.scan(eicar)).toMatchObject({ status: 'infected' })
  writeFileSync(join(databases, 'main.cvd'), 'not a database')
  const without = createScanner((await start({ machineDatabases: databases })).url)
  expect(await without.scan(Buffer.from('an unmistakable word'))).toEqual({ status: 'clean' })
  expect(await without.scan(eicar)).toMatchObject({ status: 'infected' })
})
