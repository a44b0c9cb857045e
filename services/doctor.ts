/** The operator's command that looks at everything a mail service needs of its surroundings, and says how to mend it. */
import { ConfigError, parseConfig } from '../config/config.ts'
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
import { examine } from './doctor/examine.ts'
import { renderTable } from './doctor/table.ts'
import { databasesIn, haveFullDatabase, machineDatabaseFolder } from './local/clamd-home.ts'
import { runningEmbeddedPostgres } from './local/embedded-postgres.ts'
import { findProgram } from './local/find-program.ts'
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

function findClamd(path: string): MachineClamd | null {
  const program = findProgram('clamd', path)
  if (program === null) return null
  return { program, hasSignatures: haveFullDatabase(databasesIn(machineDatabaseFolder)) }
}

/** Prints the table; ends with 1 where something is to be mended. */
async function main(): Promise<void> {
  const environment = readEnvironment()
  const config = parseConfig(environment)
  const url = config.DATABASE_URL ?? runningEmbeddedPostgres(config.DATA_DIR)
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
    clamd: findClamd(environment.PATH ?? ''),
    readDatabase: url === undefined ? null : () => readDatabase(url),
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
