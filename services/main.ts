/** The process: reads the configuration, brings its roles up, and takes them down in reverse on a signal. */

import type { Config } from '../config/config.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { unknownSettings } from '../config/unknown-settings.ts'
import { limits } from '../shared/domain/limits.ts'
import { Quotas } from '../shared/flow/access/quotas.ts'
import { countBuffersWithHeap } from '../shared/lib/large-buffers.ts'
import { createLog } from '../shared/lib/log.ts'
import { watchEventLoop } from '../shared/lib/stall-watch.ts'
import type { Database } from '../shared/store/database.ts'
import { startMetricsServer } from './api/metrics-server.ts'
import { type Context, createContext, type Threads } from './context.ts'
import { probePort } from './probe-port.ts'
import { describeFailure, failureAt, listening } from './start-failure.ts'

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
 * Starts the roles of `config.ROLES`. Ways in come up last and go down first. Who starts it several times in one process
 * may give it `threads` that outlive it.
 * @throws when a part can't start; those started before it are stopped.
 */
export function startService(config: Config, threads?: Threads): Promise<Service> {
  return start(config, threads).catch((error: unknown) => {
    throw failureAt(config, error)
  })
}

async function start(config: Config, threads?: Threads): Promise<Service> {
  // The others hold no mail while it comes in, and have less memory.
  if (config.ROLES.includes('smtp')) countBuffersWithHeap()
  await probeWaysIn(config)
  const roles = await loadRoles(config)
  const context = await createContext(config, threads)
  const { database, queue, keyring, parser, assessors, fetch, log, metrics, lifecycle } = context
  const service: Service = { stop: () => lifecycle.stop() }
  let started = false
  const loop = watchLoop(context, () => started)
  const ready = async () => started && !lifecycle.draining && (await databaseWorks(database))
  try {
    const quotas = new Quotas(database, {
      storedBytes: config.QUOTA_STORED_BYTES,
      messagesPerDay: config.QUOTA_MESSAGES_PER_DAY,
    })
    const acceptor = roles.smtp?.createAcceptor(context, quotas)
    const policiesChanged = (tenantId?: string) => acceptor?.forget(tenantId)
    await roles.worker?.runWorker(context)
    if (config.METRICS_PORT !== undefined) {
      // What is counted here is told while the database is away, too: then it matters most.
      const backlog = () =>
        queue.backlog(database).catch((error: unknown) => {
          log.debug({ err: error }, 'the backlog is not known now')
          return null
        })
      const render = async () => metrics.render(await backlog(), loop.delays())
      const at = { host: config.METRICS_HOST, port: config.METRICS_PORT }
      const server = await listening('METRICS_PORT', at, startMetricsServer(at.host, at.port, render, ready))
      lifecycle.add('metrics', () => server.stop())
      service.metrics = { host: server.host, port: server.port }
    }
    const http = await roles.api?.runApi(context, quotas, policiesChanged, ready)
    if (http !== undefined) service.http = http
    if (acceptor !== undefined) service.smtp = await roles.smtp!.runSmtp(context, acceptor)
    if (roles.relay !== undefined) {
      const listener = () => service.smtp ?? null
      const publicUrl = () => publicUrlOf(config, service.http)
      const shared = { database, queue, keyring, parser, assessors, fetch, log, metrics }
      lifecycle.add('relay', await roles.relay.startRelay({ config, listener, publicUrl, ...shared }))
    }
    started = true
    return service
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

/** The roles that are run, and no other: most of what a process loads is one role's. */
async function loadRoles({ ROLES }: Config) {
  const runs = (role: Config['ROLES'][number]) => ROLES.includes(role)
  const [smtp, worker, api, relay] = await Promise.all([
    runs('smtp') ? import('./smtp-role.ts') : undefined,
    runs('worker') ? import('./worker-role.ts') : undefined,
    runs('api') ? import('./api-role.ts') : undefined,
    runs('relay') ? import('./relay/relay.ts') : undefined,
  ])
  return { smtp, worker, api, relay }
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
    // Loading its modules holds it at each start, when there is nobody to wait; and a busy machine, which nothing here can help.
    const isOurs = serves() && cpuMs >= Math.min(heldMs / 2, limits.loopHeldMs)
    log[isOurs ? 'warn' : 'debug']({ work, held_ms: heldMs, cpu_ms: cpuMs }, 'the event loop was held')
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

/** Whether it does the service's work: one that takes no changes, as a standby, answers and is of no use. */
async function databaseWorks(database: Database): Promise<boolean> {
  try {
    const [row] = await database.query<{ works: boolean }>(
      `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as works`,
    )
    return row?.works === true
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
