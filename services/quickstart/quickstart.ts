/** `npm run quickstart`: the whole service on this machine, shown at work with three mails received and two sent. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Config, ConfigError, parseConfig } from '../../config/config.ts'
import { readEnvironment } from '../../config/env.ts'
import { limits } from '../../shared/domain/limits.ts'
import { makeOperatorLink } from '../../shared/flow/account/sign-in.ts'
import { Lifecycle } from '../../shared/lib/lifecycle.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { keyringOf } from '../context.ts'
import { startEmbeddedPostgres } from '../local/embedded-postgres.ts'
import { installClamd } from '../local/install-clamd.ts'
import { startManagedClamd } from '../local/managed-clamd.ts'
import { postgresFolder } from '../local/postgres-home.ts'
import { startService } from '../main.ts'
import { migrateAll } from '../migrate.ts'
import { probePort } from '../probe-port.ts'
import { listening } from '../start-failure.ts'
import { showReceived, showSent } from './demo.ts'
import { type DemoAccount, demoAccount, demoEmail, hasStarted } from './demo-account.ts'
import type { MailServer } from './demo-mails.ts'
import { type Outcome, waitingInjection } from './demo-outcome.ts'
import { assertNoneRuns, keepAddresses, RunsAlreadyError } from './running.ts'
import { noteLog, say, step } from './steps.ts'

interface Running {
  /** Ends in /api/v1. */
  base: string
  smtp: MailServer
  /** Whether mail with attachments is scanned. */
  antivirus: boolean
  /** Makes a link that opens the dashboard for whoever has this address. */
  signInLink(email: string): Promise<string>
}

const log = noteLog()
const lifecycle = new Lifecycle(log)

/** Starts everything and shows it at work. @returns whether each mail ended as it should. */
async function quickstart(given: Config, signal: AbortSignal): Promise<boolean> {
  const started = performance.now()
  say(
    `Agent Email Service: data and secrets in ${shown(given.DATA_DIR)}; settings from the environment and .env`,
  )
  if (given.RELAY_URL !== 'capture:')
    say("  but for RELAY_URL: the quickstart's mail stays on this machine (npm start sends there).")
  if (given.DATABASE_URL === undefined) assertNoneRuns(given.DATA_DIR, shown(given.DATA_DIR))
  const running = await start(given, signal)
  const account = await step(
    hasStarted(given.DATA_DIR)
      ? 'Finding the account and inbox of the first start'
      : 'Signing up, and making an inbox',
    () => demoAccount(running.base, given.DATA_DIR, given.BILLING_GATEWAY === 'manual'),
    ({ address }) => address,
  )
  signal.throwIfAborted()
  const outbox = shown(join(given.DATA_DIR, 'outbox'))
  const place = { ...running, account, outbox, signal }
  const { outcomes, isWell } = await showReceived(place)
  const isSent = await showSent(place)
  const link = await running.signInLink(demoEmail)
  explain(running, account, { outcomes, link }, (performance.now() - started) / 1000)
  return isWell && isSent
}

async function start(given: Config, signal: AbortSignal): Promise<Running> {
  const ports = {
    SMTP_PORT: await freePort('SMTP_PORT', given.SMTP_HOST, given.SMTP_PORT),
    HTTP_PORT: await freePort('HTTP_PORT', given.HTTP_HOST, given.HTTP_PORT),
  }
  const { owner, service } = await databaseOf(given)
  signal.throwIfAborted()
  const antivirus = await startAntivirus(given)
  signal.throwIfAborted()
  await step('Bringing the database to the newest schema', () => migrateAll(owner, log, service))
  const config: Config = {
    ...given,
    DATABASE_URL: service,
    DATABASE_OWNER_URL: owner,
    CLAMAV_URL: antivirus ?? given.CLAMAV_URL,
    ROLES: ['smtp', 'worker', 'relay', 'api'],
    // A demonstration sends to nobody, whatever the settings say, and leaves the signup of this hour to its user.
    RELAY_URL: 'capture:',
    SIGNUP: 'open',
    SIGNUPS_PER_HOUR: limits.signupsPerHourUncounted,
    ...ports,
  }
  const { http, smtp, stop } = await step(
    `Starting the roles ${config.ROLES.join(', ')}`,
    () => startService(config),
    (service) => `SMTP on port ${service.smtp?.port}, API on port ${service.http?.port}`,
  )
  lifecycle.add('service', stop)
  const base = `http://${reachable(http!)}/api/v1`
  const forget = keepAddresses(given.DATA_DIR, { base, smtp: reachable(smtp!) })
  lifecycle.add('note of where it runs', forget)
  return {
    base,
    smtp: { host: localHost(smtp!.host), port: smtp!.port, lmtp: config.SMTP_LMTP },
    antivirus: antivirus !== undefined,
    signInLink: (email) => signInLink(config, service, `http://${reachable(http!)}`, email),
  }
}

/** As the operator, who has the database and the secret that links are signed with. */
async function signInLink(config: Config, url: string, base: string, email: string): Promise<string> {
  const database = openDatabase(url, 1, log)
  try {
    const keyring = await keyringOf(config, database)
    return base + (await makeOperatorLink({ database, keyring }, email))
  } finally {
    await database.close()
  }
}

async function databaseOf({ DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR }: Config) {
  if (DATABASE_URL !== undefined) return { owner: DATABASE_OWNER_URL ?? DATABASE_URL, service: DATABASE_URL }
  const { url, serviceUrl, stop } = await step(
    existsSync(postgresFolder(DATA_DIR))
      ? 'Starting Postgres (embedded)'
      : 'Making a database, and starting Postgres (embedded)',
    () => startEmbeddedPostgres({ dataDir: DATA_DIR, log }),
    () => 'up',
  )
  lifecycle.add('Postgres', stop)
  return { owner: url, service: serviceUrl }
}

/** @returns the scanner's address; undefined: there is none, and can't be. */
async function startAntivirus({ CLAMAV_URL, DATA_DIR }: Config): Promise<string | undefined> {
  if (CLAMAV_URL !== 'managed:') return CLAMAV_URL
  const installed = await step(
    'Looking for clamd, the antivirus',
    async () => installClamd((line) => say(`  ${line}`)),
    (found) => (found ? 'found' : 'not found'),
  )
  const clamd = installed
    ? await step(
        'Starting clamd',
        () => startManagedClamd({ dataDir: DATA_DIR, log }),
        (started) => (started === null ? 'not found' : 'up'),
      )
    : null
  if (clamd === null) {
    say('  There is no clamd: mail with attachments WAITS, unscanned and undelivered, until there is one.')
    return undefined
  }
  lifecycle.add('clamd', clamd.stop)
  return clamd.url
}

/** A default port that is taken gives way to a free one. @throws CannotListenError for one that somebody chose. */
async function freePort(name: 'SMTP_PORT' | 'HTTP_PORT', host: string, port: number): Promise<number> {
  const probe = probePort({ host, port })
  if ((readEnvironment()[name] ?? '') !== '') {
    await listening(name, { host, port }, probe)
    return port
  }
  try {
    await probe
    return port
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return port
    say(`  Port ${port} is taken by another program: using a free one (set ${name} to choose).`)
    return 0
  }
}

function explain(
  { base, smtp }: Running,
  account: DemoAccount,
  { outcomes, link }: { outcomes: Outcome[]; link: string },
  seconds: number,
): void {
  const curl = `curl -sS -H 'Authorization: Bearer ${account.sandboxKey}'`
  const withheld = waitingInjection(outcomes)
  say()
  say(
    `Ready after ${seconds.toFixed(1)} s.${account.isNew ? '' : ' What earlier starts have left is still there.'}`,
  )
  say(`  API key (sandbox: costs no credits)  ${account.sandboxKey}`)
  say(`  API key (live)                       ${account.liveKey}`)
  say(`  API key (live, an agent's own)       ${account.agentKey}`)
  say(`                                       (reads and sends for ${account.liveSlug} alone, can't approve)`)
  say(`  API                                  ${base}`)
  say(`  API documentation                    ${new URL('/docs', base)}`)
  say(`  Dashboard                            ${link}`)
  say(
    `                                       (a button there signs you in to the queue: it works once, within ${limits.signInMinutes} minutes)`,
  )
  say(`  SMTP                                 ${smtp.host}:${smtp.port}, for ${account.address}`)
  say()
  say('Paste these lines before the commands of README.md:')
  say(`  export AGENT_EMAIL_URL=${new URL(base).origin} AGENT_EMAIL_SMTP=${smtp.host}:${smtp.port}`)
  say(`  export INBOX_DOMAIN=${account.address.split('@')[1]} AGENT_EMAIL_KEY=${account.sandboxKey}`)
  say()
  say(`Try it${withheld === undefined ? '' : ' (the third lets the injection through, as a reviewer may)'}:`)
  say(`  ${curl} '${base}/inboxes/${account.slug}/messages'`)
  if (withheld !== undefined) {
    say(`  ${curl} '${base}/messages/${withheld}'`)
    say(`  ${curl} -X POST '${base}/messages/${withheld}/release'`)
  }
  say()
  say('Or use the command line (npx agent-email --help lists its commands):')
  say(
    `  npx agent-email login --url ${new URL(base).origin} --smtp ${smtp.host}:${smtp.port} --key ${account.sandboxKey}`,
  )
  say(`  npx agent-email list ${account.slug}`)
  say()
  for (const line of next) say(line)
}

const next = [
  'Next: build an agent (docs/AGENTS.md), or go through the first hour with an inbox, keys and webhooks of your own',
  '(docs/GUIDE.md). To run the service for good, put your settings into a file .env (config/example.env lists all),',
  'run npm start, and sign up.',
]

const shown = (path: string) => relative('', path) || path
const localHost = (host: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

function reachable({ host, port }: { host: string; port: number }): string {
  const name = localHost(host)
  return name.includes(':') ? `[${name}]:${port}` : `${name}:${port}`
}

async function main(): Promise<number> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(1)
      stopping.abort()
    })
  // Whoever read the output has gone, a pager say: nobody is left to press Ctrl-C.
  process.stdout.on('error', () => stopping.abort())
  try {
    const config = parseConfig({ LOG_LEVEL: 'warn', ...readEnvironment() })
    const ok = await quickstart(config, stopping.signal)
    if (process.argv.includes('--exit')) return ok ? 0 : 1
    say()
    say('Running until Ctrl-C.')
    await untilAborted(stopping.signal)
    return 0
  } catch (error) {
    if (!stopping.signal.aborted) complain(error)
    return 1
  } finally {
    if (!lifecycle.empty)
      await step(
        'Stopping',
        () => lifecycle.stop(),
        () => 'stopped',
      )
  }
}

function complain(error: unknown): void {
  for (const line of linesOf(error)) process.stderr.write(`quickstart: ${line}\n`)
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof RunsAlreadyError) return error.lines
  return [error instanceof Error ? error.message : String(error)]
}

/** Held open by the service's own sockets. */
function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

process.exit(await main())
