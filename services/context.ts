/** The only place where adapters are built: from configuration to the parts that the roles share. */
import { type Config, ConfigError } from '../config/config.ts'
import { generatedSecret } from '../config/secrets.ts'
import { createScanner, type Scanner } from '../shared/antivirus/clamd.ts'
import { type Billing, createBilling } from '../shared/billing/index.ts'
import { knowsSecretKey } from '../shared/flow/access/secret-key.ts'
import { Metrics } from '../shared/flow/metrics.ts'
import type { AssessThreadData } from '../shared/judge/assess-thread.ts'
import { announceWait } from '../shared/lib/announce-wait.ts'
import { Keyring } from '../shared/lib/keyring.ts'
import { Lifecycle } from '../shared/lib/lifecycle.ts'
import { createLog, type Log } from '../shared/lib/log.ts'
import { PostgresListener } from '../shared/lib/postgres-listener.ts'
import { ThreadPool } from '../shared/lib/thread-pool.ts'
import { ParserPool } from '../shared/mail/parser-pool.ts'
import { GuardedFetch } from '../shared/net/guarded-fetch.ts'
import { Queue } from '../shared/queue/queue.ts'
import { gateMemory, gateNumbers } from '../shared/risk/llm/gate.ts'
import { type Database, openDatabase } from '../shared/store/database.ts'
import { ownsTables } from '../shared/store/roles.ts'
import { keepStatistics } from '../shared/store/statistics.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './local/embedded-postgres.ts'
import { startManagedScanner } from './local/managed-scanner.ts'
import { migrateAll } from './migrate.ts'
import { checkStreamLimit } from './stream-check.ts'

/** The threads that read mail and judge it. */
export interface Threads {
  parser: ParserPool
  assessors: ThreadPool
}

/** What the roles of one process share. Each role is handed just what it uses. */
export interface Context extends Threads {
  config: Config
  log: Log
  lifecycle: Lifecycle
  databaseUrl: string
  database: Database
  listener: PostgresListener
  queue: Queue
  scanner: Scanner
  fetch: GuardedFetch
  keyring: Keyring
  billing: Billing
  metrics: Metrics
}

/** Milliseconds that scans under way are waited for at the end of the process. */
const scanDrainMs = 4_000

/**
 * Builds everything, in order; what has been started is stopped again should a later part fail. Threads are started for
 * `config`, unless `given` are there: those are the caller's, who ends them.
 * @throws ConfigError for scorers that can't be loaded, and for prices and a payment gateway that can't be used.
 */
export async function createContext(config: Config, given?: Threads): Promise<Context> {
  await checkScorers(config)
  const billing = createBilling(config)
  const log = createLog(config.LOG_LEVEL)
  const lifecycle = new Lifecycle(log)
  try {
    const { owner, service: databaseUrl } = await announceWait(
      log,
      () => 'the embedded Postgres to start',
      databaseUrlsOf(config, log, lifecycle),
    )
    await migrateAll(owner, log, databaseUrl)
    if (await ownsTables(databaseUrl))
      log.warn(
        'the user of DATABASE_URL owns the tables and could change the audit log: set DATABASE_OWNER_URL',
      )
    const database = openDatabase(databaseUrl, config.DATABASE_POOL_SIZE, log)
    lifecycle.add('database', () => database.close())
    lifecycle.add('statistics', keepStatistics(database, log))
    const threadData = assessThreadData(config)
    const { parser, assessors } = given ?? startThreads(config, threadData, lifecycle)
    const scanner = await announceWait(log, () => 'clamd to start', scannerOf(config, log, lifecycle))
    lifecycle.add('scanner', () => scanner.close())
    const fetch = new GuardedFetch({
      allowHttp: config.WEBHOOK_ALLOW_HTTP,
      allowedHosts: config.WEBHOOK_ALLOWED_HOSTS,
    })
    lifecycle.add('webhook connections', () => fetch.close())
    const keyring = await keyringOf(config, database)
    const listener = new PostgresListener(databaseUrl, log)
    const queue = new Queue(databaseUrl, log, listener)
    await announceWait(log, () => 'the queue', queue.start())
    lifecycle.add('queue', async () => {
      // Scans that clamd leaves unanswered are handed back, to be made after the restart.
      const giveUp = setTimeout(() => void scanner.close(), scanDrainMs)
      await queue.stop()
      clearTimeout(giveUp)
    })
    const metrics = new Metrics()
    const { llm } = threadData
    if (llm !== null) metrics.watchModel(() => gateNumbers(llm.gate))
    // The managed one has settings of ours.
    const scans = config.ROLES.includes('worker') || config.ROLES.includes('api')
    if (scans && config.CLAMAV_URL !== 'managed:')
      lifecycle.add('antivirus check', checkStreamLimit(config, metrics, log))
    return {
      config,
      log,
      lifecycle,
      databaseUrl,
      database,
      listener,
      queue,
      parser,
      assessors,
      scanner,
      fetch,
      keyring,
      billing,
      metrics,
    }
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

/** Threads of the service's own, which end with `lifecycle`. */
function startThreads(config: Config, workerData: AssessThreadData, lifecycle: Lifecycle): Threads {
  const parser = new ParserPool()
  // Threads are slow to start: those that are seldom needed begin when they are.
  const often = config.ROLES.some((role) => role !== 'relay')
  if (often) parser.start()
  lifecycle.add('parser', () => parser.close())
  const assessors = new ThreadPool(new URL('../shared/judge/assess-thread.ts', import.meta.url), {
    workerData,
    perThread: 2,
  })
  if (often && scores(config)) assessors.start()
  lifecycle.add('assessors', () => assessors.close())
  return { parser, assessors }
}

/**
 * The keyring of SECRET_KEY, or else of the one that is generated under DATA_DIR.
 * @throws ConfigError where it is not the key of this database.
 */
export async function keyringOf(config: Config, database: Database): Promise<Keyring> {
  const secret = config.SECRET_KEY ?? generatedSecret(config.DATA_DIR, 'secret-key')
  const keyring = new Keyring(secret, config.SECRET_KEY_PREVIOUS)
  if (await knowsSecretKey(database, keyring)) return keyring
  throw new ConfigError([
    `SECRET_KEY: another one than the secrets of this database are sealed with: no webhook that is there could be signed. Set that one; where it is lost, docs/OPERATIONS.md says how to go on with this one (fingerprint ${keyring.fingerprint})`,
  ])
}

/** From which scores a message is withheld, and flagged. */
export const boundsOf = (config: Config) => ({
  withholdAbove: config.RISK_WITHHOLD_ABOVE,
  flagAbove: config.RISK_FLAG_ABOVE,
})

/** Whether a role of the process judges messages: those that come, those that are sent, or those about to leave. */
function scores({ ROLES }: Pick<Config, 'ROLES'>): boolean {
  return ROLES.some((role) => role === 'worker' || role === 'api' || role === 'relay')
}

/** Loads them once before anything starts: the threads that score would find out with the first message only. */
async function checkScorers({ ROLES, RISK_SCORERS }: Config): Promise<void> {
  if (!scores({ ROLES }) || RISK_SCORERS.length === 0) return
  const { loadScorers } = await import('../shared/risk/outside.ts')
  await loadScorers(RISK_SCORERS).catch((error: Error) => {
    throw new ConfigError([error.message])
  })
}

/**
 * The database as it is configured, or else the embedded one, which is started, and stopped with `lifecycle`: for the
 * owner of the tables, and for the service.
 */
async function databaseUrlsOf(
  { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR }: Config,
  log: Log,
  lifecycle: Lifecycle,
): Promise<{ owner: string; service: string }> {
  if (DATABASE_URL !== undefined) return { owner: DATABASE_OWNER_URL ?? DATABASE_URL, service: DATABASE_URL }
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log })
  lifecycle.add('embedded Postgres', () => postgres.stop())
  return { owner: postgres.url, service: postgres.serviceUrl }
}

/** The same for a command of the operator's: where the service runs the embedded one, that is used as it is. */
export async function databaseUrlForCommand(config: Config, log: Log, lifecycle: Lifecycle): Promise<string> {
  const running = config.DATABASE_URL === undefined ? runningEmbeddedPostgres(config.DATA_DIR) : undefined
  return running ?? (await databaseUrlsOf(config, log, lifecycle)).owner
}

async function scannerOf(config: Config, log: Log, lifecycle: Lifecycle): Promise<Scanner> {
  if (config.CLAMAV_URL !== 'managed:') return createScanner(config.CLAMAV_URL)
  if (!config.ROLES.includes('worker') && !config.ROLES.includes('api'))
    return createScanner('unix:/nonexistent')
  const scanner = await startManagedScanner({ dataDir: config.DATA_DIR, log })
  lifecycle.add('clamd', () => scanner.stop())
  return scanner
}

function assessThreadData(config: Config): AssessThreadData {
  const { LLM_URL, LLM_MODEL, LLM_API_KEY, DNS_SERVERS, RISK_SCORERS } = config
  const llm =
    LLM_URL === undefined || LLM_MODEL === undefined
      ? null
      : {
          url: LLM_URL,
          model: LLM_MODEL,
          apiKey: LLM_API_KEY ?? null,
          minScore: config.LLM_SCAN_MIN,
          maxScore: config.LLM_SCAN_MAX,
          maxCharacters: config.LLM_MAX_CHARACTERS,
          limits: {
            perMinute: config.LLM_PER_MINUTE,
            perDay: config.LLM_PER_DAY,
            tokensPerDay: config.LLM_TOKENS_PER_DAY,
            tenantShare: config.LLM_TENANT_SHARE,
            atOnce: config.LLM_AT_ONCE,
          },
          gate: gateMemory(),
        }
  return {
    dnsServers: DNS_SERVERS,
    llm,
    scorers: RISK_SCORERS,
    rspamdUrl: config.RSPAMD_URL ?? null,
    spamdUrl: config.SPAMD_URL ?? null,
  }
}
