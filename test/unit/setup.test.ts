/** What installs the dependencies before a start: when it does, and that two starts don't do it at once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../services/setup.sh', import.meta.url))

/** In place of npm: says that it installs, waits for a line, and leaves what npm leaves. */
const npm = `#!/bin/sh
echo x >>installed
echo installing >&2
read line
mkdir -p node_modules/.bin
echo >node_modules/.bin/node
chmod +x node_modules/.bin/node
echo >node_modules/.package-lock.json
`

let folder: string
const at = (...names: string[]) => join(folder, ...names)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'))
  mkdirSync(at('bin'))
  writeFileSync(at('bin', 'npm'), npm)
  chmodSync(at('bin', 'npm'), 0o755)
  writeFileSync(at('package-lock.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = (): ChildProcess =>
  spawn('sh', [script], {
    cwd: folder,
    env: { PATH: `${at('bin')}:${process.env.PATH}` },
    stdio: ['pipe', 'ignore', 'pipe'],
  })

/** Runs it, and lets npm go on. @returns its exit status. */
async function setUp(): Promise<unknown> {
  const child = start()
  child.stderr!.resume()
  child.stdin!.on('error', () => {})
  child.stdin!.end('\n')
  const [status] = await once(child, 'exit')
  return status
}

const installations = () =>
  existsSync(at('installed')) ? readFileSync(at('installed'), 'utf8').trim().split('\n').length : 0

async function seen(child: ChildProcess, wanted: string): Promise<void> {
  for await (const line of createInterface(child.stderr!)) if (line.includes(wanted)) return
  throw new Error(`it ended without saying ${wanted}`)
}

test('installs what is missing, and nothing that is there', async () => {
  expect(await setUp()).toBe(0)
  expect(await setUp()).toBe(0)
  expect(installations()).toBe(1)
})

test('installs again where the lock file is newer', async () => {
  await setUp()
  const before = new Date('2020-01-01')
  utimesSync(at('node_modules', '.package-lock.json'), before, before)
  expect(await setUp()).toBe(0)
  expect(installations()).toBe(2)
})

test('installs again what was cut off when its programs were there already', async () => {
  await setUp()
  rmSync(at('node_modules', '.package-lock.json'))
  expect(await setUp()).toBe(0)
  expect(installations()).toBe(2)
})

test('a second start waits for the installation of the first, and doesn’t install again', async () => {
  const first = start()
  await seen(first, 'installing')
  const second = start()
  const ended = [once(first, 'exit'), once(second, 'exit')]
  await seen(second, 'being installed by another start')
  first.stdin!.end('\n')
  expect(await Promise.all(ended)).toEqual([
    [0, null],
    [0, null],
  ])
  expect(installations()).toBe(1)
})
