/** Starts that can't succeed: each says why, all at once, without a secret, and ends with a status of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ConfigError, parseConfig } from '../../config/config.ts'
import { startService } from '../../services/main.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { ServiceFleet } from '../support/service-process.ts'
import { sources } from '../support/service-program.ts'

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
async function fail(
  settings: Record<string, string>,
  program?: string,
): Promise<{ code: number | null; said: string[] }> {
  const begin = fleet.log.length
  const service = fleet.spawn(settings, program)
  const { code } = await service.ended
  expect(fleet.logged([password])).toEqual([])
  return { code, said: fleet.log.slice(begin) }
}

test('a bad configuration lists every problem, prints no secret and ends with 78', async () => {
  const settings = {
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
  }
  const { code, said } = await fail(settings, sources)
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

test.each([
  ['DATABASE_URL', 'postgres://mail:pa?ss@db.example/mail'],
  ['RELAY_URL', 'smtp://user:pa#ss@relay.example:587'],
  ['RELAY_LOCAL_URL', 'smtp://user:pa/ss@smtp:2525'],
])('%s with a sign in its password that a URL has none of is told how that is written', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(
    'in its password # is written %23, / %2F, ? %3F and @ %40',
  )
})

test('a value that would fail once it is used is refused at the start', () => {
  const problems = (setting: Record<string, string>) => {
    try {
      parseConfig(setting)
      return []
    } catch (error) {
      return (error as ConfigError).problems.map((problem) => problem.split(':', 1)[0])
    }
  }
  const bad: [string, string[]][] = [
    ['PUBLIC_URL', ['https://mail.example:84433', 'https://ma il.example', 'https://mail.example/?a=b']],
    ['PUBLIC_URL', ['https://mail.example#top', 'https://ops:word@mail.example']],
    ['WEBHOOK_RETRY_DELAYS', ['0,99999999999999', '0,1000000']],
    ['CLAMAV_URL', ['tcp://clamav:99999', 'tcp://cla mav:3310']],
    ['SPAMD_URL', ['tcp://spamd:99999']],
    ['RSPAMD_URL', ['http://rspamd:99999', 'http://rsp amd']],
    ['LLM_URL', ['http://model:99999']],
    ['STRIPE_API_URL', ['http://stripe:99999']],
    ['TRUST_PROXY', ['nginx', '10.0.0.0/33', '127.0.0.1,proxy.example', '10.0.0.0/', '::1/129']],
    ['SMTP_PROXY_PROTOCOL', ['10.0.0.0/8', 'haproxy', '10.0.0.11,mx2', '10.0.0.11:2525']],
    ['SMTP_NAME', ['mx example.com', 'https://mx.example.com', 'mx.example.com:25', 'mx.example.com\r\n250']],
    ['DNS_SERVERS', ['192.0.2.53:99999', 'udp://192.0.2.53', '192.0.2.53 192.0.2.54', '192.0.2.53:0']],
    ['WEBHOOK_ALLOWED_HOSTS', ['http://10.0.0.5:9000', '10.0.0.0/8', 'hook:99999', 'hook a']],
    ['RELAY_ALLOWED_HOSTS', ['smtp://10.0.0.5', '10.0.0.0/8', 'mx.example:25', '[::1]']],
    ['RELAY_URL', ['smtp://relay.example:99999', 'smtps://re lay', 'smtp://']],
    ['RELAY_LOCAL_URL', ['smtp://smtp:99999']],
    ['DATABASE_URL', ['postgres://mail:pa#ss@db.example/mail', 'postgres://mail:word@db.example:99999/mail']],
    ['DATABASE_OWNER_URL', ['postgres://mail:pa#ss@db.example/mail']],
    ['NODE_ENV', ['prod', 'Production', 'PRODUCTION', 'production ']],
  ]
  for (const [name, values] of bad)
    for (const value of values) expect(problems({ [name]: value }), value).toContain(name)
  const good: [string, string[]][] = [
    ['PUBLIC_URL', ['https://mail.example', 'http://127.0.0.1:8080/', 'https://example.com/mail']],
    ['WEBHOOK_RETRY_DELAYS', ['0', '0,30,999999']],
    ['CLAMAV_URL', ['managed:', 'tcp://clamav:3310', 'tcp://[::1]:3310', 'unix:/run/clamd.sock']],
    ['SPAMD_URL', ['tcp://spamd', 'tcp://spamd:783', 'unix:/run/spamd.sock']],
    ['RSPAMD_URL', ['http://rspamd:11333', 'http://:password@rspamd:11333']],
    ['TRUST_PROXY', ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback,uniquelocal', '10.0.0.0/255.0.0.0']],
    ['SMTP_PROXY_PROTOCOL', ['*', '10.0.0.11,10.0.0.12', '2001:db8::1, ::1']],
    ['SMTP_NAME', ['mx.example.com', 'mail_server', '[192.0.2.25]', '[IPv6:2001:db8::25]']],
    ['DNS_SERVERS', ['192.0.2.53', '192.0.2.53:5353, ::1', '[2001:db8::53]:53', 'unbound', 'dns.example:53']],
    ['WEBHOOK_ALLOWED_HOSTS', ['127.0.0.1:9000', 'hook,::1,[::1]:9000', 'Hooks.example.com']],
    ['RELAY_ALLOWED_HOSTS', ['mx.example, 10.0.0.5, fd00::5', 'Relay_1']],
    ['RELAY_URL', ['capture:', 'mx:', 'smtp://user:p%40ss@relay.example:587?tls=verified', 'smtps://[::1]']],
    ['RELAY_LOCAL_URL', ['smtp://smtp:2525?tls=off']],
    [
      'DATABASE_URL',
      ['postgres://mail:pa%23ss@db.example:5432/mail', 'postgresql://mail@/mail?host=/run/pg'],
    ],
    ['NODE_ENV', ['development', 'test', 'staging', 'preproduction']],
    ['DATABASE_URL', ['postgres:///mail?host=%2Frun%2Fpostgresql', 'postgres://mail@%2Frun%2Fpg/mail']],
  ]
  for (const [name, values] of good)
    for (const value of values) expect(problems({ [name]: value }), value).toEqual([])
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

test('a scorer at an address that is none is named with its setting', async () => {
  const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/none', ROLES: 'worker' }
  await expect(startService(parseConfig({ ...settings, RISK_SCORERS: 'http://[' }))).rejects.toThrow(
    'RISK_SCORERS: http://[: ',
  )
})

test('a host whose name has no address ends the start in one line that names it', async () => {
  const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/none', HTTP_HOST: 'api.invalid', HTTP_PORT: '1' }
  const { code, said } = await fail({ ...settings, ROLES: 'api' })
  expect(code).toBe(1)
  expect(said).toEqual([
    expect.stringMatching(
      /^HTTP_PORT: port 1 of api\.invalid can not be had: (no address has|the address of) this name/,
    ),
  ])
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

test('a DATA_DIR that can not be written is a bad configuration, told in one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-email-no-folder-'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const words = (path: string) =>
    `configuration: DATA_DIR: ${path} can not be written by user ${process.getuid!()} (ENOTDIR): let that user write there, or name another folder`
  try {
    const database = await fail({ ROLES: 'relay', DATA_DIR: join(file, 'data') })
    expect(database).toEqual({ code: 78, said: [words(join(file, 'data'))] })
    const { url, drop } = await createDatabase()
    const secret = await fail({
      ROLES: 'relay',
      DATABASE_URL: url,
      SECRET_KEY: '',
      DATA_DIR: join(file, 'data'),
      LOG_LEVEL: 'error',
    })
    await drop()
    expect(secret).toEqual({ code: 78, said: [words(join(file, 'data', 'secrets'))] })
  } finally {
    rmSync(folder, { recursive: true })
  }
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

test('two ways in at one port are a bad configuration that names both, where they would meet', async () => {
  const { code, said } = await fail({ SMTP_PORT: '8100', HTTP_PORT: '8100', METRICS_PORT: '8100' })
  expect(code).toBe(78)
  const both = (names: string) =>
    `${names}: both are port 8100: set another one for one of them (0: any free one)`
  expect(said).toEqual(
    ['SMTP_PORT, HTTP_PORT', 'SMTP_PORT, METRICS_PORT', 'HTTP_PORT, METRICS_PORT'].map(
      (names) => `configuration: ${both(names)}`,
    ),
  )
  const ports = { DATABASE_URL: 'postgres://127.0.0.1:1/none', SMTP_PORT: '8100', HTTP_PORT: '8100' }
  const problem = [both('SMTP_PORT, HTTP_PORT')]
  for (const hosts of [{ HTTP_HOST: '0.0.0.0' }, { SMTP_HOST: '::' }, { HTTP_HOST: 'localhost' }])
    expect(() => parseConfig({ ...ports, ...hosts })).toThrow(expect.objectContaining({ problems: problem }))
  for (const apart of [
    { HTTP_HOST: '127.0.0.2' },
    { ROLES: 'api,worker' },
    { ROLES: 'smtp' },
    { SMTP_PORT: '0', HTTP_PORT: '0' },
  ])
    expect(parseConfig({ ...ports, ...apart })).toBeDefined()
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
