/** Secrets that the service makes for itself: whole from the moment they are there, or not there. */
import { execFile, spawnSync } from 'node:child_process'
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

test('where the file system has no hard links, processes that start at once agree, and one that died in between keeps nobody out', async () => {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.linkSync = () => { throw Object.assign(new Error('no links here'), { code: process.argv[2] }) }
    syncBuiltinESMExports()
    const { generatedSecret } = await import(${JSON.stringify(module)})
    process.stdout.write(generatedSecret(process.argv[1], 'secret-key'))`
  const start = (code: string) =>
    new Promise<string>((resolve, reject) =>
      execFile(
        process.execPath,
        ['--input-type=module', '-e', script, dataDir, code],
        { env: { PATH: process.env.PATH }, cwd: '/' },
        (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
      ),
    )
  // Of one that was killed while it made it.
  mkdirSync(`${file()}.claim`, { recursive: true })
  const made = await Promise.all(['EPERM', 'EPERM', 'EOPNOTSUPP', 'ENOSYS'].map(start))
  expect(made[0]).toMatch(/^[\w-]{43}$/)
  expect(new Set([...made, readFileSync(file(), 'utf8')]).size).toBe(1)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['secret-key'])
  rmSync(file())
  await expect(start('EIO')).rejects.toThrow('no links here')
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
