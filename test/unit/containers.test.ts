/** Holds what the containers are told to what the service knows: settings, and clamd's configuration. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { secretSettings, settings } from '../../config/settings.ts'

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

test('every image is pinned to a version', () => {
  const images = [...`${compose}\n${dockerfile}`.matchAll(/(?:image: |NODE_IMAGE=)(\S+)/g)].map(
    ([, image]) => image!,
  )
  expect(images.length).toBeGreaterThanOrEqual(5)
  for (const image of images) expect(image).toMatch(/:[^:]*\d[^:]*$/)
})
