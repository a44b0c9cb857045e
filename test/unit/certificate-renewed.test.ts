/** A certificate that is renewed serves the sessions that come afterwards, without a restart. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { type Listener, startListener } from '../../services/smtp/listener.ts'
import type { Acceptor } from '../../shared/flow/inbound/accept.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import { SmtpClient } from '../support/smtp-client.ts'

interface Pair {
  key: string
  cert: string
}
const renewedUntil = new Date('2031-05-06T07:08:09Z')

let folder: string
let first: Pair
let renewed: Pair
let listener: Listener
let metrics: Metrics
let said: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-email-renewed-'))
  const make = async (name: string, notAfterDate: Date): Promise<Pair> => {
    const made = await generate([{ name: 'commonName', value: name }], { keySize: 2048, notAfterDate })
    return { key: made.private, cert: made.cert }
  }
  first = await make('first', new Date('2030-01-01T00:00:00Z'))
  renewed = await make('renewed', renewedUntil)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = ({ key, cert }: Partial<Pair>) => {
  if (key !== undefined) writeFileSync(join(folder, 'key.pem'), key)
  if (cert !== undefined) writeFileSync(join(folder, 'cert.pem'), cert)
}

beforeEach(async () => {
  write(first)
  metrics = new Metrics()
  said = []
  const log = pino({ level: 'info' }, { write: (line) => said.push(line) })
  const config = parseConfig({
    SMTP_PORT: '0',
    SMTP_TLS_CERT_FILE: join(folder, 'cert.pem'),
    SMTP_TLS_KEY_FILE: join(folder, 'key.pem'),
  })
  listener = await startListener({ config, acceptor: {} as Acceptor, metrics, log })
})
afterEach(() => listener.stop())

/** The name on the certificate that a new session is shown. */
async function shownName(): Promise<string | undefined> {
  const client = await SmtpClient.connect(listener.port)
  await client.reply()
  await client.command('EHLO peer.example')
  await client.startTls()
  const name = client.certificateName
  client.destroy()
  return name
}

const shownEnd = async () =>
  Number(
    /^smtp_certificate_expires_timestamp_seconds (\d+)$/m.exec(
      await metrics.render(null, { p99Ms: 0, maxMs: 0 }),
    )?.[1],
  )

test('a renewed certificate is used for new sessions, and its end is told', async () => {
  expect(await shownName()).toBe('first')
  await listener.followCertificate()
  expect(await shownName()).toBe('first')
  expect(said).toEqual([])
  write(renewed)
  await listener.followCertificate()
  expect(await shownName()).toBe('renewed')
  expect(await shownEnd()).toBe(renewedUntil.getTime() / 1_000)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(renewedUntil.toISOString())
})

test('files that do not fit each other leave the certificate before in use, and are told once', async () => {
  write({ cert: renewed.cert })
  await listener.followCertificate()
  await listener.followCertificate()
  expect(await shownName()).toBe('first')
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE')
  expect(said[0]).not.toContain('PRIVATE KEY')
  rmSync(join(folder, 'key.pem'))
  await listener.followCertificate()
  expect(await shownName()).toBe('first')
  expect(said).toHaveLength(2)
  write({ key: renewed.key })
  await listener.followCertificate()
  expect(await shownName()).toBe('renewed')
})
