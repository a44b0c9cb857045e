/** The operator's command that looks at everything a mail service needs of its surroundings, and says how to mend it. */
import { type Config, ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { createLog } from '../shared/lib/log.ts'
import { GuardedFetch } from '../shared/net/guarded-fetch.ts'
import { createResolver } from '../shared/net/resolver.ts'
import { targetOf } from '../shared/relay/smart-host.ts'
import { openDatabase } from '../shared/store/database.ts'
import { missingMigrations } from '../shared/store/migrate.ts'
import { databaseCode } from '../shared/store/store-error.ts'
import { listWebhookUrls } from '../shared/store/webhook-settings.ts'
import type { DatabaseReport, MachineClamd } from './doctor/connection-checks.ts'
import { readDisk } from './doctor/disk-check.ts'
import { examine } from './doctor/examine.ts'
import { renderTable } from './doctor/table.ts'
import {
  databasesIn,
  haveFullDatabase,
  machineDatabaseFolder,
  runningClamdSocket,
} from './local/clamd-home.ts'
import { embeddedPostgresHolder, runningEmbeddedPostgres } from './local/embedded-postgres.ts'
import { findProgram } from './local/find-program.ts'
import { postgresFolder } from './local/postgres-home.ts'
import { readDkimKeys } from './relay/transports.ts'

const deadlineMs = 8_000
const webhookHosts = 5

/** What the database tells, or that it tells nothing. */
async function readDatabase(url: string): Promise<DatabaseReport> {
  const database = openDatabase(url, 1, createLog('silent'), { queryMs: deadlineMs / 2 })
  try {
    const missing = await missingMigrations(url)
    const urls = missing.length > 0 ? [] : await listWebhookUrls(database, 200)
    const byHost = new Map(urls.filter((one) => URL.canParse(one)).map((one) => [new URL(one).host, one]))
    return { missing, problem: '', webhooks: [...byHost.values()].slice(0, webhookHosts) }
  } catch (error) {
    return { missing: null, problem: `it can not be used (${databaseCode(error) || 'error'})`, webhooks: [] }
  } finally {
    await database.close()
  }
}

function findClamd(path: string, dataDir: string): MachineClamd | null {
  const program = findProgram('clamd', path)
  if (program === null) return null
  const socket = unlessClosed(() => runningClamdSocket(dataDir))
  return {
    program,
    hasSignatures: haveFullDatabase(databasesIn(machineDatabaseFolder)),
    running: socket === undefined ? null : `unix:${socket}`,
  }
}

/** How to read the database; null where there is none to read, since no service runs. */
function databaseOf({ DATABASE_URL, DATA_DIR }: Config): (() => Promise<DatabaseReport>) | null {
  const url = DATABASE_URL ?? runningEmbeddedPostgres(DATA_DIR)
  if (url !== undefined) return () => readDatabase(url)
  if (unlessClosed(() => embeddedPostgresHolder(DATA_DIR)) === undefined) return null
  const problem = 'a service runs, and its Postgres does not, or is not up yet'
  return async () => ({ missing: null, problem, webhooks: [] })
}

/** What can be looked up in files that may be somebody else's. */
function unlessClosed<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined
    throw error
  }
}

/** Prints the table; ends with 1 where something is to be mended. */
async function main(): Promise<void> {
  const environment = readEnvironment()
  const config = parseConfig(environment)
  const fetch = new GuardedFetch({
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    allowedHosts: config.WEBHOOK_ALLOWED_HOSTS,
  })
  const resolver = createResolver(config.DNS_SERVERS, { deadlineMs: deadlineMs / 2 })
  const findings = await examine({
    config,
    environment,
    resolver,
    fetch,
    dkimKeys: readDkimKeys(config),
    smartHost: /^smtps?:/.test(config.RELAY_URL) ? targetOf(config.RELAY_URL) : null,
    clamd: findClamd(environment.PATH ?? '', config.DATA_DIR),
    readDatabase: databaseOf(config),
    disk: config.DATABASE_URL === undefined ? readDisk(postgresFolder(config.DATA_DIR)) : null,
    probeDomain: process.argv[2] ?? 'gmail.com',
    deadlineMs,
  })
  process.stdout.write(`${renderTable(findings)}\n`)
  await fetch.close()
  resolver.close()
  process.exit(findings.some(({ outcome }) => outcome === 'fail') ? 1 : 0)
}

if (import.meta.main)
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof ConfigError ? 78 : 1)
  })
