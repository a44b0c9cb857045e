/** What this host reaches: database, antivirus, our own listener, the way out for mail, and webhooks. */
import { connect } from 'node:net'
import type { Config } from '../../config/config.ts'
import { clamdAddress, createScanner } from '../../shared/antivirus/clamd.ts'
import { raiseStreamLimit, takesStream } from '../../shared/antivirus/stream-limit.ts'
import { isExampleName } from '../../shared/lib/local-name.ts'
import type { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import type { Resolver } from '../../shared/net/resolver.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { findAddresses, findMxHosts } from '../../shared/relay/mx-hosts.ts'
import { Session, SessionError, type SessionTarget } from '../../shared/relay/session.ts'
import { type Finding, fail, ok, skip, warn } from './check.ts'

/** What the database has told. */
export interface DatabaseReport {
  /** Null where it can't be used; else the migrations that are missing. */
  missing: string[] | null
  problem: string
  /** Webhooks that inboxes push to, one a host. */
  webhooks: string[]
}

export function checkDatabase(config: Config, report: DatabaseReport | null): Finding {
  if (report === null)
    return skip('Database', 'not checked: the embedded one runs only while the service does')
  if (report.missing === null)
    return fail(
      'Database',
      report.problem,
      config.DATABASE_URL === undefined
        ? 'Start the service anew, and look at its log.'
        : 'Check DATABASE_URL, and that Postgres takes connections from here.',
    )
  if (report.missing.length > 0)
    return warn(
      'Database',
      `${report.missing.length} migrations to go`,
      'Start the service: it brings the database up to date.',
    )
  if (config.DATABASE_URL === undefined) return ok('Database', 'the embedded one, run by the service')
  // A socket needs no host, and no URL by the letter.
  const { host } = URL.canParse(config.DATABASE_URL) ? new URL(config.DATABASE_URL) : { host: '' }
  return ok('Database', host || 'reached')
}

/** The machine's own clamd. */
export interface MachineClamd {
  program: string
  /** Whether a database of ClamAV's own is there for it to load. */
  hasSignatures: boolean
  /** Where the one of a running service is reached; null where none runs. */
  running: string | null
}

/** `machine`: null where there is none; only a managed clamd is that one. */
export async function checkClamd(config: Config, machine: MachineClamd | null, ms: number): Promise<Finding> {
  const url = config.CLAMAV_URL
  const mend = 'Until ClamAV answers, mail with attachments waits; all other mail goes on.'
  // The service starts its own where it scans, and nowhere else.
  if (url === 'managed:' && !config.ROLES.some((role) => role === 'worker' || role === 'api'))
    return skip('ClamAV', `not checked: nothing is scanned by ${config.ROLES.join(', ')}`)
  if (url === 'managed:') {
    if (machine === null)
      return fail(
        'ClamAV',
        'clamd is not installed',
        `Install it (apt-get install clamav-daemon), or set CLAMAV_URL. ${mend}`,
      )
    const said = machine.running === null ? 'PONG' : await ask(machine.running, 'PING', ms / 2)
    // Whoever may not ask it can't tell that it is unwell.
    if (said !== 'PONG' && said !== 'EACCES')
      return fail(
        'ClamAV',
        `the service's own clamd: ${said}`,
        `One that has ended is started anew; if this stays so, start the service anew, and look at its log. ${mend}`,
      )
    return machine.hasSignatures
      ? ok('ClamAV', `${machine.program}, started with the service`)
      : noSignatures(machine.program, 'Run freshclam and start the service anew')
  }
  const answer = await ask(url, 'PING', ms)
  if (answer !== 'PONG')
    return fail('ClamAV', `${url}: ${answer}`, `Start clamd there, or set CLAMAV_URL. ${mend}`)
  if (!(await takesStream(createScanner(url), config.MAX_MESSAGE_BYTES)))
    return fail(
      'ClamAV',
      `${url}: takes no message of ${config.MAX_MESSAGE_BYTES} bytes`,
      `${raiseStreamLimit}.`,
    )
  // `ClamAV 1.4.3/27870/Mon Jan  5 08:25:21 2026`; without a daily database there is no more than the program's version.
  const version = await ask(url, 'VERSION', ms)
  const [, release, database, built] = /^ClamAV (\d+\.\d+)[^/]*\/(\d+)\/(.+)$/.exec(version) ?? []
  if (release !== undefined && /^(?:0\.105|1\.[0-3])$/.test(release))
    return warn(
      'ClamAV',
      `${url} is ClamAV ${release}, older than 1.4: one small image can take it minutes and gigabytes`,
      'Update it, and give it the options of config/clamav/clamd.conf.',
    )
  return database === undefined
    ? noSignatures(url, 'Run freshclam where that clamd runs')
    : ok('ClamAV', `${url}, signatures ${database} of ${built}`)
}

const noSignatures = (which: string, first: string): Finding =>
  warn(
    'ClamAV',
    `${which} has no signatures of ClamAV's: it finds the EICAR test file and no malware`,
    `${first}, or set CLAMAV_URL to a clamd with full databases.`,
  )

/** The answer to a command of clamd(8), or why there was none. */
function ask(url: string, command: string, ms: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(clamdAddress(url))
    const end = (answer: string) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(ms, () => end('no answer in time'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    socket.once('connect', () => socket.write(`z${command}\0`))
    socket.once('data', (data) => end(data.toString().replaceAll('\0', '').trim()))
  })
}

/** Whether our own listener greets, where it is to be on this host. */
export async function checkListener(config: Config, seconds: number): Promise<Finding> {
  if (!config.ROLES.includes('smtp') || config.SMTP_PORT === 0)
    return skip('SMTP listener', 'not on this host, or on any free port')
  const host =
    config.SMTP_HOST === '0.0.0.0' ? '127.0.0.1' : config.SMTP_HOST === '::' ? '::1' : config.SMTP_HOST
  if (config.SMTP_PROXY_PROTOCOL.some((one) => one === '*' || one === host))
    return skip('SMTP listener', 'not checked: it takes the PROXY protocol from here')
  const target = { host, address: host, port: config.SMTP_PORT, secure: false, tls: 'off' } as const
  const answer = await greet({ ...target, lmtp: config.SMTP_LMTP }, config, seconds)
  return answer === null
    ? ok('SMTP listener', `${host}:${config.SMTP_PORT}`)
    : warn('SMTP listener', answer, 'Start the service, and check SMTP_HOST, SMTP_PORT and the firewall.')
}

/** Whether mail gets out: to the configured host, or on the port where hosts of others take mail. */
export async function checkWayOut(
  config: Config,
  resolver: Resolver,
  smartHost: SessionTarget | null,
  probeDomain: string,
  seconds: number,
): Promise<Finding> {
  if (config.RELAY_URL === 'capture:')
    return warn(
      'Way out',
      'captured: mail is written to files and leaves for nowhere',
      'Set RELAY_URL to smtp://… or mx: to send.',
    )
  if (smartHost !== null) {
    const answer = await greet(smartHost, config, seconds)
    return answer === null
      ? ok('Way out', `${smartHost.host}:${smartHost.port}`)
      : fail('Way out', answer, 'Check RELAY_URL: host, port, credentials, and its certificate.')
  }
  const port = config.RELAY_MX_PORT
  const mend = `Many networks block port ${port} to the outside: ask yours to open it, or set RELAY_URL to a host that relays for you.`
  const hosts = await findMxHosts(probeDomain, resolver.resolve)
  const [address] = await findAddresses(hosts[0]!.name, resolver.resolve)
  if (address === undefined) return fail('Way out', `${hosts[0]!.name} has no address`, mend)
  const target = { host: hosts[0]!.name, address, port, secure: false, tls: 'opportunistic' } as const
  const answer = await greet(target, config, seconds)
  return answer === null
    ? ok('Way out', `port ${port} to ${target.host}`)
    : fail('Way out', `port ${port} to ${target.host}: ${answer}`, mend)
}

/** Opens a session and ends it; null where that worked, else why not. */
async function greet(target: SessionTarget, config: Config, seconds: number): Promise<string | null> {
  const options = { name: config.SMTP_NAME ?? config.INBOX_DOMAIN, deadlines: deadlinesOf(seconds) }
  try {
    const session = await Session.open(target, options)
    await session.quit()
    return null
  } catch (error) {
    if (error instanceof SessionError) return error.message
    throw error
  }
}

/** Whether the hosts of webhooks answer at all; what they answer to a GET is no matter. */
export async function checkWebhooks(
  report: DatabaseReport | null,
  fetch: GuardedFetch,
  ms: number,
): Promise<Finding[]> {
  if (report === null)
    return [skip('Webhooks', 'not checked: the embedded database runs only while the service does')]
  const { webhooks: urls, missing } = report
  if (urls.length === 0) {
    if (missing === null) return [skip('Webhooks', 'not checked: the database can not be used')]
    return [
      skip(
        'Webhooks',
        missing.length > 0 ? 'not checked: the database is not up to date' : 'no inbox has one',
      ),
    ]
  }
  return Promise.all(
    urls.map(async (url) => {
      const { host, hostname } = new URL(url)
      if (isExampleName(hostname))
        return skip('Webhooks', `${host}: not checked, a name for examples, where nothing is`)
      const answer = await fetch.get(url, { headers: {}, deadlineMs: ms, maxResponseBytes: 1_024 })
      return 'status' in answer
        ? ok('Webhooks', `${host} answers`)
        : warn(
            'Webhooks',
            `${host}: ${answer.kind}, ${answer.message}`,
            'Check that it runs and can be reached from here.',
          )
    }),
  )
}
