/** Secrets that the service makes for itself: whole from the moment they are there, or not there. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../config/config.ts'
import { generatedSecret } from '../../config/secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'agent-email-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const module = new URL('../../config/secrets.ts', import.meta.url).href
const file = () => join(dataDir, 'secrets', 'secret-key')

test('a secret is made once, and nobody else can read it', () => {
  const secret = generatedSecret(dataDir, 'secret-key')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(generatedSecret(dataDir, 'secret-key')).toBe(secret)
  expect(generatedSecret(dataDir, 'other')).not.toBe(secret)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(dataDir, 'secrets')).toSorted()).toEqual(['other', 'secret-key'])
})

test('a start that has no room to write the secret leaves none, and the next one makes it', () => {
  // No file may have a byte, as on a full disk.
  const script = `await import(${JSON.stringify(module)}).then((m) => m.generatedSecret(process.argv[1], 'secret-key'))`
  const { status } = spawnSync(
    '/bin/sh',
    ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1" "$2"', process.execPath, script, dataDir],
    { env: { PATH: process.env.PATH }, cwd: '/' },
  )
  expect(status).not.toBe(0)
  expect(generatedSecret(dataDir, 'secret-key')).toMatch(/^[\w-]{43}$/)
})

test('a file that holds no secret, or half of one, is refused and named', () => {
  mkdirSync(join(dataDir, 'secrets'))
  for (const text of ['', '\n', 'half']) {
    writeFileSync(file(), text)
    const made = () => generatedSecret(dataDir, 'secret-key')
    expect(made).toThrow(ConfigError)
    expect(made).toThrow(`${file()} holds no whole secret`)
    expect(readFileSync(file(), 'utf8')).toBe(text)
  }
})
