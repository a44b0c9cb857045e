/** Holds what the containers are told to what the service knows: settings, and clamd's configuration. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secretSettings, settings } from '../../config/settings.ts'
import { limits } from '../../shared/domain/limits.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const compose = read('docker-compose.yml')
const dockerfile = read('Dockerfile')

/** The same inside every container: what is published is decided outside. */
const fixed = ['SMTP_PORT', 'HTTP_PORT']

test('every setting reaches the containers, and none that the service does not know', () => {
  const named = new Set([
    ...[...compose.matchAll(/^ {2,6}([A-Z][A-Z_]+):/gm)].map(([, name]) => name!),
    ...[...dockerfile.matchAll(/^(?:ENV)? +([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!),
  ])
  const given = (name: string) => named.has(name) || named.has(`${name}_FILE`)
  expect(Object.keys(settings).filter((name) => !given(name) && !fixed.includes(name))).toEqual([])
  const known = [...Object.keys(settings), ...secretSettings.map((name) => `${name}_FILE`)]
  // Postgres's own, and the C library's.
  const others = /^(POSTGRES_|MALLOC_)/
  const foreign = [...named].filter((name) => !known.includes(name) && !others.test(name))
  expect(foreign).toEqual([])
})

test('whoever scans reaches ClamAV: the worker what comes, the api what is sent', () => {
  const services = compose.split(/^services:$/m)[1]!.split(/^ {2}(?=[a-z-]+:$)/m)
  for (const role of ['worker', 'api']) {
    const service = services.find((text) => text.includes(`ROLES: ${role}\n`))!
    expect(service, role).toContain('CLAMAV_URL: tcp://clamav:3310\n')
    expect(/networks: \[(.*)\]/.exec(service)?.[1]?.split(', '), role).toContain('antivirus')
    expect(service, role).toContain('clamav: { condition: service_started }')
  }
})

test('what brings the tables up to date ends when it refuses, so that "up" does not wait for it for ever', () => {
  const migrate = /^ {2}migrate:$([\s\S]*?)^ {2}[a-z]/m.exec(compose)?.[1]
  expect(migrate).toMatch(/^ {4}restart: "no"$/m)
  expect(compose).toContain('migrate: { condition: service_completed_successfully }')
})

test('clamd in its container has the configuration of the managed one, and its paths', () => {
  const directives = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
  const paths = /^(DatabaseDirectory|LocalSocket|TCPSocket|User) /
  const inContainer = directives('config/clamav/container.conf')
  expect(inContainer.filter((line) => !paths.test(line))).toEqual(directives('config/clamav/clamd.conf'))
  expect(inContainer.filter((line) => paths.test(line))).toHaveLength(4)
})

test('clamd breaks off what takes it too long before it is given up, and so is asked for each file once', () => {
  const [, milliseconds] = /^MaxScanTime (\d+)$/m.exec(read('config/clamav/clamd.conf'))!
  expect(Number(milliseconds)).toBeGreaterThan(0)
  expect(Number(milliseconds)).toBeLessThan(limits.scanMs)
})

test('secrets are made by a start that comes after one that was cut short', () => {
  const parent = mkdtempSync(join(tmpdir(), 'agent-email-secrets-'))
  try {
    const folder = join(parent, 'secrets')
    mkdirSync(folder)
    // What the one before left: closed to its owner's writing, and not in its place yet.
    writeFileSync(join(folder, 'secret-key.draft'), 'half', { mode: 0o444 })
    // Root may write to anything.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    for (const path of [parent, folder, join(folder, 'secret-key.draft')])
      if (user.uid !== undefined) chownSync(path, user.uid, user.gid)
    const script = new URL('../../config/make-secrets.sh', import.meta.url).pathname
    // Read by whoever runs the tests: the other user may not be able to enter the project.
    const input = readFileSync(script, 'utf8')
    execFileSync('/bin/sh', ['-s', folder], { ...user, input, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] })
    expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(readdirSync(folder).toSorted()).toEqual([
      'database-owner-url',
      'database-url',
      'postgres-password',
      'secret-key',
      'service-password',
    ])
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
})

test('every image is pinned to a version', () => {
  const images = [...`${compose}\n${dockerfile}`.matchAll(/(?:image: |NODE_IMAGE=)(\S+)/g)].map(
    ([, image]) => image!,
  )
  expect(images.length).toBeGreaterThanOrEqual(5)
  for (const image of images) expect(image).toMatch(/:[^:]*\d[^:]*$/)
})
