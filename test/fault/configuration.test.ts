/** Starts that can't succeed: each says why, all at once, without a secret, and ends with a status of its own. */
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ConfigError, parseConfig } from '../../config/config.ts'
import { startService } from '../../services/main.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { ServiceFleet } from '../support/service-process.ts'

const password = 'hunter2-hunter2'

let testDatabase: TestDatabase
let fleet: ServiceFleet

beforeAll(async () => {
  testDatabase = await createDatabase()
  fleet = new ServiceFleet()
})
afterAll(async () => {
  await fleet.end()
  await testDatabase.drop()
})

/** Starts the service where it can't start; how it ended, and what it said. */
async function fail(settings: Record<string, string>): Promise<{ code: number | null; said: string[] }> {
  const begin = fleet.log.length
  const service = fleet.spawn(settings)
  const { code } = await service.ended
  expect(fleet.logged([password])).toEqual([])
  return { code, said: fleet.log.slice(begin) }
}

test('a bad configuration lists every problem, prints no secret and ends with 78', async () => {
  const { code, said } = await fail({
    ROLES: 'smtp,gateway',
    DATABASE_URL: `mysql://user:${password}@db.example/mail`,
    SMTP_PORT: '99999',
    HTTP_PORT: 'eighty',
    SECRET_KEY: password,
    RELAY_URL: `ftp://user:${password}@relay.example`,
    CLAMAV_URL: 'clamav:3310',
    LLM_URL: `ftp://${password}`,
    LLM_API_KEY: password,
    RISK_FLAG_ABOVE: '80',
    RISK_WITHHOLD_ABOVE: '70',
    LLM_SCAN_MIN: '90',
    WEBHOOK_RETRY_DELAYS: '0,soon',
    SMTP_TLS_CERT_FILE: '/cert.pem',
    LOG_LEVEL: 'loud',
  })
  expect(code).toBe(78)
  const named = said.map((line) => /^configuration: ([A-Z_]+(?:, [A-Z_]+)*): \S/.exec(line)?.[1])
  expect(named.toSorted()).toEqual(
    [
      'CLAMAV_URL',
      'DATABASE_URL',
      'HTTP_PORT',
      'LLM_SCAN_MIN',
      'LLM_URL',
      'LOG_LEVEL',
      'RELAY_URL',
      'RISK_FLAG_ABOVE',
      'ROLES',
      'SECRET_KEY',
      'SMTP_PORT',
      'SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE',
      'WEBHOOK_RETRY_DELAYS',
    ].toSorted(),
  )
})

test('production asks for a secret key, and a secret file that is missing is named', async () => {
  const production = await fail({ NODE_ENV: 'production', SECRET_KEY: '', SIGNUP: 'closed' })
  expect(production).toEqual({
    code: 78,
    said: ['configuration: SECRET_KEY: required when NODE_ENV is production'],
  })
  const missing = await fail({ SECRET_KEY: '', SECRET_KEY_FILE: '/nonexistent/key' })
  expect(missing).toEqual({ code: 78, said: ['configuration: SECRET_KEY_FILE: ENOENT'] })
})

test('production asks who may sign up, and not anybody where credits are granted unpaid', async () => {
  const words = {
    unset:
      'SIGNUP: required when NODE_ENV is production: open, confirm, invite or closed, who may make an account',
    open: 'SIGNUP: open to anybody, with BILLING_GATEWAY=manual, which grants credits unpaid: not in production',
  }
  expect(await fail({ NODE_ENV: 'production' })).toEqual({
    code: 78,
    said: [`configuration: ${words.unset}`],
  })
  const problems = (settings: Record<string, string>) => {
    try {
      return parseConfig({ NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32), ...settings }).SIGNUP
    } catch (error) {
      return (error as ConfigError).problems
    }
  }
  expect(problems({ SIGNUP: 'open' })).toEqual([words.open])
  expect(problems({ SIGNUP: 'open', BILLING_GATEWAY: 'stripe' })).toBe('open')
  for (const mode of ['confirm', 'invite', 'closed']) expect(problems({ SIGNUP: mode })).toBe(mode)
  expect(problems({ SIGNUP: 'anybody' })).toEqual([expect.stringMatching(/^SIGNUP: /)])
  expect(problems({ ROLES: 'smtp,worker,relay' }), 'nobody signs up at these').toBe('open')
  expect(parseConfig({}).SIGNUP).toBe('open')
})

test('a scorer that can not be loaded is a bad configuration, before anything is started', async () => {
  const config = parseConfig({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    RISK_SCORERS: '/nonexistent.ts',
    ROLES: 'worker',
  })
  const started = startService(config)
  await expect(started).rejects.toThrow(ConfigError)
  await expect(started).rejects.toThrow('RISK_SCORERS: /nonexistent.ts: ')
})

test('a database that is down, unknown or closed is told in one line', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => closed.close(resolve))
  expect(
    await fail({ ROLES: 'relay', DATABASE_URL: `postgres://user:${password}@127.0.0.1:${port}/mail` }),
  ).toEqual({
    code: 1,
    said: [
      `DATABASE_URL: the Postgres at 127.0.0.1:${port}, database mail: it can not be reached (ECONNREFUSED)`,
    ],
  })
  const url = new URL(inject('postgresUrl'))
  const host = url.searchParams.get('host')
  url.pathname = '/absent'
  expect(await fail({ ROLES: 'relay', DATABASE_URL: url.href })).toEqual({
    code: 1,
    said: [`DATABASE_URL: the Postgres at ${host}, database absent: it has no database of that name`],
  })
  url.password = password
  expect(await fail({ ROLES: 'relay', DATABASE_URL: url.href })).toEqual({
    code: 1,
    said: [`DATABASE_URL: the Postgres at ${host}, database absent: it refuses the user or the password`],
  })
})

test('a variable that is almost a setting is named with the one that was meant, and not its value', async () => {
  const { code, said } = await fail({
    ROLES: 'relay',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    LOG_LEVEL: 'warn',
    RISK_WITHOLD_ABOVE: password,
  })
  expect(code).toBe(1)
  expect(said.join('\n')).toContain('RISK_WITHOLD_ABOVE is no setting: was RISK_WITHHOLD_ABOVE meant?')
})

test('a port that is taken ends the start in one line, before anything is started', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  for (const name of ['SMTP_PORT', 'HTTP_PORT', 'METRICS_PORT']) {
    const hosts = { SMTP_HOST: '127.0.0.1', HTTP_HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1' }
    // Nothing answers there: it isn't even asked.
    const nobody = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    const { code, said } = await fail({ ...nobody, ...hosts, [name]: String(port) })
    expect(code).toBe(1)
    // Node may warn of a package whose loading was cut short: that line, and how to trace it, may be there.
    const ofNode = /^\(node:\d+\) Warning: Accessing non-existent property|^\(Use `node --trace-warnings/
    expect(said.filter((line) => !ofNode.test(line))).toEqual([
      `${name}: port ${port} of 127.0.0.1 is taken by another program: stop that, or set another port (0: any free one)`,
    ])
  }
  await new Promise((resolve) => taken.close(resolve))
})
