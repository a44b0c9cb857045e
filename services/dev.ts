/** `npm run dev`: runs the service, and starts it anew when a file of it changes; Postgres and clamd go on meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { announceWait } from '../shared/lib/announce-wait.ts'
import { Lifecycle } from '../shared/lib/lifecycle.ts'
import { createLog, type Log } from '../shared/lib/log.ts'
import { startEmbeddedPostgres } from './local/embedded-postgres.ts'
import { startManagedClamd } from './local/managed-clamd.ts'
import { describeFailure } from './start-failure.ts'

const top = new URL('../', import.meta.url)
const main = fileURLToPath(new URL('main.ts', import.meta.url))
/** What the service is made of. */
const folders = ['config', 'services', 'shared']
/** Milliseconds without a change after which those before are taken together: an editor writes several files at once. */
const quietMs = 100
/** Milliseconds that the service has to stop in order; it is killed then, and nothing is lost by that. */
const stopMs = 1_500
const exitConfig = 78

/** Starts what the service would start for itself and stop with itself. @returns where it is, as settings. */
async function startParts(config: Config, log: Log, lifecycle: Lifecycle): Promise<Record<string, string>> {
  // What hasn't changed isn't compiled again.
  const settings: Record<string, string> = { NODE_COMPILE_CACHE: join(config.DATA_DIR, 'compiled') }
  if (config.DATABASE_URL === undefined) {
    const starting = startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
    const postgres = await announceWait(log, () => 'the embedded Postgres to start', starting)
    lifecycle.add('embedded Postgres', () => postgres.stop())
    settings.DATABASE_URL = postgres.serviceUrl
    settings.DATABASE_OWNER_URL = postgres.url
  }
  if (config.CLAMAV_URL === 'managed:') {
    const starting = startManagedClamd({ dataDir: config.DATA_DIR, log })
    const clamd = await announceWait(log, () => 'clamd to start', starting)
    if (clamd !== null) {
      lifecycle.add('clamd', () => clamd.stop())
      settings.CLAMAV_URL = clamd.url
    }
  }
  return settings
}

/** The service, one process after the other. */
class Service {
  readonly #settings: Record<string, string | undefined>
  readonly #log: Log
  #child: ChildProcess | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(settings: Record<string, string | undefined>, log: Log) {
    this.#settings = settings
    this.#log = log
  }

  /** Starts it, once the one before has ended. */
  start(): void {
    this.#turn = this.#turn.then(async () => {
      await this.#end()
      const child = spawn(process.execPath, [main], { env: this.#settings, stdio: 'inherit' })
      this.#child = child
      child.once('exit', (code) => {
        if (this.#child === child)
          this.#log.warn({ code }, 'the service ended: it starts again when a file changes')
      })
    })
  }

  async stop(): Promise<void> {
    await this.#turn
    await this.#end()
  }

  async #end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), stopMs)
    await ended
    clearTimeout(kill)
  }
}

async function dev(): Promise<void> {
  const environment = readEnvironment()
  const config = parseConfig(environment)
  const log = createLog(config.LOG_LEVEL)
  const lifecycle = new Lifecycle(log)
  const end = () => void lifecycle.stop().then(() => process.exit(0))
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  const service = new Service({ ...environment, ...(await startParts(config, log, lifecycle)) }, log)
  lifecycle.add('service', () => service.stop())
  let pending: NodeJS.Timeout | undefined
  for (const folder of folders)
    watch(new URL(folder, top), { recursive: true }, (_, file) => {
      clearTimeout(pending)
      pending = setTimeout(() => {
        log.info({ file: `${folder}/${file}` }, 'a file changed: the service starts anew')
        service.start()
      }, quietMs)
    })
  service.start()
}

dev().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exit(error instanceof ConfigError ? exitConfig : 1)
})
