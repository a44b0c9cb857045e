/** The process: reads the configuration, brings its roles up, and takes them down in reverse on a signal. */

import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { unknownSettings } from '../config/unknown-settings.ts'
import type { ApiDeps } from '../shared/api/deps.ts'
import { Door } from '../shared/api/door.ts'
import { publicUrl } from '../shared/api/public-url.ts'
import { limits } from '../shared/domain/limits.ts'
import { Quotas } from '../shared/flow/access/quotas.ts'
import { ensurePostmaster } from '../shared/flow/account/postmaster.ts'
import { workBilling } from '../shared/flow/billing/work.ts'
import { EventFeed } from '../shared/flow/events/feed.ts'
import { EventStreams } from '../shared/flow/events/open-stream.ts'
import { Waiters } from '../shared/flow/events/wait.ts'
import { Acceptor } from '../shared/flow/inbound/accept.ts'
import { checkWebhookUrl } from '../shared/flow/webhook/check-url.ts'
import { createLog } from '../shared/lib/log.ts'
import { watchEventLoop } from '../shared/lib/stall-watch.ts'
import { openDatabase } from '../shared/store/database.ts'
import { watchPolicyChanges } from '../shared/store/policy-changes.ts'
import { Reads } from '../shared/store/reads.ts'
import { createApi } from './api/api.ts'
import { startMetricsServer } from './api/metrics-server.ts'

import { type Context, createContext } from './context.ts'
import { registerConfirmation } from './dashboard/confirm.ts'
import { registerDashboard } from './dashboard/dashboard.ts'
import { workDecisions } from './dashboard/pending.ts'
import { registerReview } from './dashboard/review.ts'
import { domainReport } from './doctor/domain-report.ts'
import { registerMcp } from './mcp/mcp.ts'
import { probePort } from './probe-port.ts'
import { startRelay } from './relay/relay.ts'
import { readDkimKeys } from './relay/transports.ts'
import { startListener } from './smtp/listener.ts'
import { describeFailure, listening } from './start-failure.ts'
import { startHousekeeping } from './worker/housekeeping.ts'
import { startWorker } from './worker/worker.ts'

/** Where a running service can be reached; a role that isn't run is missing. */
export interface Service {
  http?: { host: string; port: number }
  smtp?: { host: string; port: number }
  metrics?: { host: string; port: number }
  /** Drains: no new connections, current mail finished, jobs handed back. */
  stop(): Promise<void>
}

/** Exit status for a bad configuration (sysexits.h EX_CONFIG). */
const exitConfig = 78
const drainMs = 30_000

/**
 * Starts the roles of `config.ROLES`. Ways in come up last and go down first.
 * @throws when a part can't start; those started before it are stopped.
 */
export async function startService(config: Config): Promise<Service> {
  await probeWaysIn(config)
  const context = await createContext(config)
  const {
    databaseUrl,
    database,
    listener,
    queue,
    parser,
    scanner,
    assessors,
    keyring,
    billing,
    fetch,
    metrics,
    log,
    lifecycle,
  } = context
  const service: Service = { stop: () => lifecycle.stop() }
  let started = false
  const loop = watchLoop(context, () => started)
  const ready = async () => started && !lifecycle.draining && (await databaseAnswers(database))
  try {
    const bounds = { withholdAbove: config.RISK_WITHHOLD_ABOVE, flagAbove: config.RISK_FLAG_ABOVE }
    const inboxDomain = config.INBOX_DOMAIN
    const quotas = new Quotas(database, {
      storedBytes: config.QUOTA_STORED_BYTES,
      messagesPerDay: config.QUOTA_MESSAGES_PER_DAY,
    })
    const acceptor = config.ROLES.includes('smtp')
      ? new Acceptor({
          database,
          queue,
          parser,
          keyring,
          metrics,
          log,
          quotas,
          perMinute: config.INBOUND_PER_MINUTE,
        })
      : undefined
    const policiesChanged = (tenantId?: string) => acceptor?.forget(tenantId)
    if (config.ROLES.includes('worker')) {
      const inbound = {
        database,
        queue,
        parser,
        scanner,
        assessors,
        bounds,
        keyring,
        inboxDomain,
        wantsRaw: config.RSPAMD_URL !== undefined || config.SPAMD_URL !== undefined,
        log,
        metrics,
      }
      const retryDelays = config.WEBHOOK_RETRY_DELAYS
      await startWorker(inbound, { database, queue, keyring, fetch, retryDelays, log, metrics })
      const slugQuarantineDays = config.SLUG_QUARANTINE_DAYS
      lifecycle.add(
        'housekeeping',
        startHousekeeping({
          database,
          queue,
          billing,
          slugQuarantineDays,
          approvalNotices: config.APPROVAL_NOTICES,
          keyring,
          log,
        }),
      )
      lifecycle.add('billing', workBilling({ database, billing, log }))
    }
    if (config.METRICS_PORT !== undefined) {
      const render = async () => metrics.render(await queue.backlog(database), loop.delays())
      const at = { host: config.METRICS_HOST, port: config.METRICS_PORT }
      const server = await listening('METRICS_PORT', at, startMetricsServer(at.host, at.port, render, ready))
      lifecycle.add('metrics', () => server.stop())
      service.metrics = { host: server.host, port: server.port }
    }
    if (config.ROLES.includes('api')) {
      const readers = openDatabase(databaseUrl, config.DATABASE_READ_POOL_SIZE, log)
      lifecycle.add('readers', () => readers.close())
      const canceller = openDatabase(databaseUrl, 1, log)
      lifecycle.add('canceller', () => canceller.close())
      const reads = Reads.of(database, readers, config.DATABASE_READ_POOL_SIZE, canceller)
      const feed = new EventFeed(database, listener, log)
      await feed.start()
      const sending = {
        records: database,
        queue,
        parser,
        scanner,
        assessors,
        keyring,
        bounds,
        inboxDomain,
        maxMessageBytes: config.MAX_MESSAGE_BYTES,
        approvalHours: config.APPROVAL_TTL_HOURS,
        approvalNotices: config.APPROVAL_NOTICES,
        loopBudget: config.LOOP_ANSWERS_PER_HOUR,
        sendHeaders: config.SEND_HEADERS,
        quotas,
        log,
        metrics,
      }
      const deps: ApiDeps = {
        config,
        log,
        database,
        reads,
        queue,
        keyring,
        parser,
        assessors,
        outbound: sending,
        checkWebhookUrl: (url, path) => checkWebhookUrl(url, fetch, path),
        webhooks: fetch,
        billing,
        streams: new EventStreams({ database, feed, log }),
        waiters: new Waiters(database, feed),
        policiesChanged,
        ready,
      }
      const door = new Door(deps)
      lifecycle.add('records of reads and keys', () => door.settled())
      const api = await createApi(deps, door)
      registerMcp(api, { door, config })
      registerReview(api, { ...sending, database, keyring })
      registerConfirmation(api, { database, keyring })
      const dashboard = {
        database,
        queue,
        keyring,
        door,
        assessors,
        bounds,
        log,
        publicUrl: (request: FastifyRequest) => publicUrl(config, request),
        domain: domainReport(config, readDkimKeys),
      }
      registerDashboard(api, dashboard)
      await workDecisions(dashboard)
      const at = { host: config.HTTP_HOST, port: config.HTTP_PORT }
      await listening('HTTP_PORT', at, api.listen(at))
      lifecycle.add('api', () => api.close())
      // Before the API is closed: what waits for events would hold that up.
      lifecycle.add('event feed', () => feed.stop())
      service.http = boundTo(api.server.address())
    }
    if (acceptor !== undefined) {
      await ensurePostmaster(database, keyring)
      queue.yieldTo(() => acceptor.busy)
      lifecycle.add('policy watch', await watchPolicyChanges(listener, policiesChanged))
      const at = { host: config.SMTP_HOST, port: config.SMTP_PORT }
      const smtp = await listening('SMTP_PORT', at, startListener({ config, acceptor, log, metrics }))
      lifecycle.add('smtp', () => smtp.stop())
      service.smtp = { host: smtp.host, port: smtp.port }
    }
    if (config.ROLES.includes('relay')) {
      const listener = () => service.smtp ?? null
      const shared = { database, queue, keyring, parser, assessors, fetch, log, metrics }
      const publicUrl = () => publicUrlOf(config, service.http)
      const close = await startRelay({ config, listener, publicUrl, ...shared })
      lifecycle.add('relay', close)
    }
    started = true
    return service
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

/**
 * Looks at the ports before anything is started that would have to be stopped again.
 * @throws CannotListenError
 */
async function probeWaysIn(config: Config): Promise<void> {
  const { ROLES, HTTP_HOST, HTTP_PORT, SMTP_HOST, SMTP_PORT, METRICS_HOST, METRICS_PORT } = config
  const probe = (setting: string, at: { host: string; port: number }) => listening(setting, at, probePort(at))
  if (ROLES.includes('api')) await probe('HTTP_PORT', { host: HTTP_HOST, port: HTTP_PORT })
  if (ROLES.includes('smtp')) await probe('SMTP_PORT', { host: SMTP_HOST, port: SMTP_PORT })
  if (METRICS_PORT !== undefined) await probe('METRICS_PORT', { host: METRICS_HOST, port: METRICS_PORT })
}

/** Counts and logs what holds the event loop of this process. */
function watchLoop(
  { lifecycle, log, metrics }: Pick<Context, 'lifecycle' | 'log' | 'metrics'>,
  serves: () => boolean,
) {
  const watch = watchEventLoop(limits.loopHeldMs, ({ work, heldMs, cpuMs }) => {
    metrics.stalls.inc({ work })
    // Loading its modules holds it at each start, when there is nobody to wait.
    log[serves() ? 'warn' : 'debug']({ work, held_ms: heldMs, cpu_ms: cpuMs }, 'the event loop was held')
  })
  lifecycle.add('event loop watch', async () => watch.stop())
  return watch
}

/** PUBLIC_URL, or else the address that the API is bound to, in this process or by its settings. */
function publicUrlOf({ PUBLIC_URL, HTTP_HOST, HTTP_PORT }: Config, http: Service['http']): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '')
  const { host, port } = http ?? { host: HTTP_HOST, port: HTTP_PORT }
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function boundTo(address: AddressInfo | string | null): { host: string; port: number } {
  if (address === null || typeof address === 'string') throw new Error('the API is bound to no port')
  return { host: address.address, port: address.port }
}

async function databaseAnswers(database: { query(text: string): Promise<unknown> }): Promise<boolean> {
  try {
    await database.query('select 1')
    return true
  } catch {
    return false
  }
}

/** Runs the service until SIGTERM or SIGINT, then drains and ends with 0; with 1 after an error that nothing caught. */
async function main(): Promise<void> {
  const environment = readEnvironment()
  const config = parseConfig(environment)
  const log = createLog(config.LOG_LEVEL)
  for (const { name, nearest } of unknownSettings(environment))
    log.warn({ setting: name, nearest }, `${name} is no setting: was ${nearest} meant?`)
  const starting = startService(config)
  let ending = false
  let exitCode = 0
  const end = async () => {
    // Told again, by an impatient supervisor or a second Ctrl-C, it goes on draining.
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), drainMs).unref()
    log.info('stopping: what is under way is finished first')
    const service = await starting.catch(() => undefined)
    await service?.stop()
    log.info('stopped')
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  // What state the process is in, nobody knows then: it ends, in order, and its supervisor starts another.
  const fail = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected error: the service ends')
    exitCode = 1
    void end()
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  const { http, smtp, metrics } = await starting
  process.stdout.write(`${JSON.stringify({ ready: true, http, smtp, metrics, roles: config.ROLES })}\n`)
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${describeFailure(error)}\n`)
    process.exit(error instanceof ConfigError ? exitConfig : 1)
  })
}
