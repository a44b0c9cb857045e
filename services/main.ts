/** The process: reads the configuration, brings its roles up, and takes them down in reverse on a signal. */

import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { ensurePostmaster } from '../shared/flow/account/postmaster.ts'
import { workBilling } from '../shared/flow/billing/work.ts'
import { EventFeed } from '../shared/flow/events/feed.ts'
import { EventStreams } from '../shared/flow/events/open-stream.ts'
import { Waiters } from '../shared/flow/events/wait.ts'
import { Acceptor } from '../shared/flow/inbound/accept.ts'
import { checkWebhookUrl } from '../shared/flow/webhook/check-url.ts'
import { createLog } from '../shared/lib/log.ts'
import { watchPolicyChanges } from '../shared/store/policy-changes.ts'
import { createApi } from './api/api.ts'
import { startMetricsServer } from './api/metrics-server.ts'
import { createContext } from './context.ts'
import { registerReview } from './dashboard/review.ts'
import { startRelay } from './relay/relay.ts'
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
  const context = await createContext(config)
  const {
    databaseUrl,
    database,
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
  const ready = async () => started && !lifecycle.draining && (await databaseAnswers(database))
  try {
    const bounds = { withholdAbove: config.RISK_WITHHOLD_ABOVE, flagAbove: config.RISK_FLAG_ABOVE }
    const inboxDomain = config.INBOX_DOMAIN
    const acceptor = config.ROLES.includes('smtp')
      ? new Acceptor({ database, queue, parser, keyring, metrics, log })
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
        inboxDomain,
        wantsRaw: config.RSPAMD_URL !== undefined || config.SPAMD_URL !== undefined,
        log,
        metrics,
      }
      const retryDelays = config.WEBHOOK_RETRY_DELAYS
      await startWorker(inbound, { database, queue, keyring, fetch, retryDelays, log, metrics })
      lifecycle.add('housekeeping', startHousekeeping({ database, queue, billing, log }))
      lifecycle.add('billing', workBilling({ database, billing, log }))
    }
    if (config.METRICS_PORT !== undefined) {
      const render = async () => metrics.render(await queue.backlog(database))
      const at = { host: config.METRICS_HOST, port: config.METRICS_PORT }
      const server = await listening('METRICS_PORT', at, startMetricsServer(at.host, at.port, render, ready))
      lifecycle.add('metrics', () => server.stop())
      service.metrics = { host: server.host, port: server.port }
    }
    if (config.ROLES.includes('api')) {
      const feed = new EventFeed(database, context.databaseUrl, log)
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
        log,
        metrics,
      }
      const api = await createApi({
        config,
        log,
        database,
        queue,
        keyring,
        parser,
        assessors,
        outbound: sending,
        checkWebhookUrl: (url) => checkWebhookUrl(url, fetch),
        webhooks: fetch,
        billing,
        streams: new EventStreams({ database, feed, log }),
        waiters: new Waiters(database, feed),
        policiesChanged,
        ready,
      })
      registerReview(api, { ...sending, database, keyring })
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
      lifecycle.add('policy watch', await watchPolicyChanges(databaseUrl, log, policiesChanged))
      const at = { host: config.SMTP_HOST, port: config.SMTP_PORT }
      const listener = await listening('SMTP_PORT', at, startListener({ config, acceptor, log, metrics }))
      lifecycle.add('smtp', () => listener.stop())
      service.smtp = { host: listener.host, port: listener.port }
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
  const config = parseConfig(readEnvironment())
  const starting = startService(config)
  let ending = false
  let exitCode = 0
  const end = async () => {
    // Told again, by an impatient supervisor or a second Ctrl-C, it goes on draining.
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), drainMs).unref()
    const service = await starting.catch(() => undefined)
    await service?.stop()
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  const log = createLog(config.LOG_LEVEL)
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
