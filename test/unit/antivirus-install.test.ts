/** How clamd is installed: with the package manager that is there, aloud, and only where it can be. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installClamd } from '../../services/local/install-clamd.ts'

let folder: string
let said: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Puts a program into the folder that stands for PATH; it notes its arguments, and then does `does`. */
function program(name: string, does = ''): void {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >>${folder}/log\n${does}\n`)
  chmodSync(file, 0o755)
}

const makesClamd = () => `case "$*" in *clamav-daemon*) cp /bin/true ${folder}/clamd;; esac`
const install = (root: boolean) =>
  installClamd((line) => said.push(line), { path: folder, root, usualPlaces: false })
const commands = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')

it('does nothing where clamd is there', async () => {
  program('clamd')
  expect(await install(true)).toBe(true)
  expect(said).toEqual([])
})

it('installs with apt-get as root, saying each command', async () => {
  program('apt-get', makesClamd())
  expect(await install(true)).toBe(true)
  expect(commands()).toEqual([
    'apt-get update -qq',
    'apt-get install -y -qq --no-install-recommends clamav-daemon',
  ])
  expect(said).toEqual([
    ...commands().map((command) => `installing ClamAV: ${command}`),
    'ClamAV is installed',
  ])
})

it('goes on when the package lists can not be refreshed', async () => {
  program('apt-get', `[ "$1" = update ] && exit 100\n${makesClamd()}`)
  expect(await install(true)).toBe(true)
})

it('installs with a sudo that asks for no password', async () => {
  program('apk', makesClamd())
  program('sudo', `shift; exec "$@"`)
  expect(await install(false)).toBe(true)
  expect(said[0]).toBe('installing ClamAV: sudo apk add --quiet clamav-daemon')
})

it('installs nothing when sudo asks for a password, and says what to do', async () => {
  program('dnf')
  program('sudo', 'exit 1')
  expect(await install(false)).toBe(false)
  expect(said).toEqual(['ClamAV is not installed, and that takes root: sudo dnf install -y -q clamd'])
  expect(commands()).toEqual(['sudo -n true'])
})

it('says why the package manager failed', async () => {
  program('apt-get', '[ "$1" = install ] && echo "E: Unable to locate package" >&2 && exit 100\nexit 0')
  expect(await install(true)).toBe(false)
  expect(said.at(-1)).toMatch(/failed: E: Unable to locate package$/)
})

it('says so where no package manager is known', async () => {
  expect(await install(true)).toBe(false)
  expect(said).toEqual([expect.stringMatching(/by hand/)])
})
