/** Runs a Postgres of our own under DATA_DIR: made on first start, durable, restarted when it dies. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { generatedSecret } from '../../config/secrets.ts'
import type { Log } from '../../shared/lib/log.ts'
import { endWithParent } from './parent-watch.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type PostgresHome, postgresFolder, postgresHome } from './postgres-home.ts'
import { clusterProcesses, postmasterOf, waitForEnd } from './postgres-processes.ts'
import { LockedError, lockHolder, takeLock } from './process-lock.ts'

/**
 * A running Postgres. `url` connects as its superuser, `serviceUrl` as a user that is yet to be made, and owns nothing;
 * both stay the same when Postgres is restarted.
 */
export interface EmbeddedPostgres {
  url: string
  serviceUrl: string
  /** Ends all sessions, writes everything out and leaves no process. */
  stop(): Promise<void>
}

/** Another process runs the Postgres of this folder. */
export class DataDirInUseError extends Error {}

interface Cluster {
  home: PostgresHome
  /** The data directory, PGDATA. */
  data: string
  /** The folder of the Unix socket. */
  sockets: string
  binaries: string
  log: Log
}

/** Longest path of a Unix socket that every platform takes, less the name Postgres gives its socket. */
const maxSocketFolder = 80
const startMs = 120_000
const stopMs = 60_000

/** What libpq and node-postgres look for in a socket folder. */
const socketFile = (folder: string) => join(folder, '.s.PGSQL.5432')

/** Nothing of our own environment: it holds secrets, and PG… variables would steer Postgres. */
const environment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Starts the Postgres of `dataDir` (absolute), making it first where there is none, and keeps it running.
 * It listens on a Unix socket only, which no user but its own (and root) can reach, and asks for a password.
 * As root it runs as another user; see {@link postgresHome} for where its files are then.
 * What a killed predecessor left running is stopped first.
 * `settings` are added to the server's, or replace them.
 * @throws DataDirInUseError naming the other process when one that lives runs this `dataDir`.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options
  const home = postgresHome(dataDir)
  const unlock = lock(home, dataDir)
  const ownSockets = Buffer.byteLength(home.folder) > maxSocketFolder ? socketFolder(home) : undefined
  const sockets = ownSockets ?? home.folder
  const cleanUp = () => {
    if (ownSockets !== undefined) rmSync(ownSockets, { recursive: true, force: true })
    unlock()
  }
  try {
    const password = generatedSecret(dataDir, 'postgres')
    const binaries = postgresBinaries(home.user)
    const cluster: Cluster = { home, data: join(home.folder, 'data'), sockets, binaries, log }
    await stopLeftOver(cluster)
    if (await answers(socketFile(sockets)))
      throw new DataDirInUseError(`embedded Postgres: another container or machine runs on ${dataDir}`)
    if (!existsSync(cluster.data)) makeCluster(cluster, password)
    const settings = { ...serverSettings(sockets), ...options.settings }
    const server = new Server(cluster, settings)
    await server.start()
    return {
      url: urlOf('postgres', password, sockets),
      serviceUrl: urlOf('agent_email', generatedSecret(dataDir, 'postgres-service'), sockets),
      stop: async () => {
        await server.stop()
        cleanUp()
      },
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}

const urlOf = (user: string, password: string, sockets: string): string =>
  `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(sockets)}`

/**
 * The URL of the Postgres of `dataDir` that another process runs now, for the operator's commands; undefined where none
 * runs, or this user can't reach it.
 */
export function runningEmbeddedPostgres(dataDir: string): string | undefined {
  const folder = postgresFolder(dataDir)
  try {
    if (embeddedPostgresHolder(dataDir) === undefined) return undefined
    // Written by the server (PostgreSQL, src/include/utils/pidfile.h): the fifth line is the folder of its socket.
    const lines = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8')
      .trimEnd()
      .split('\n')
    const sockets = lines[4] ?? ''
    if (sockets === '' || !lines.at(-1)!.startsWith('ready')) return undefined
    return urlOf('postgres', generatedSecret(dataDir, 'postgres'), sockets)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES') return undefined
    throw error
  }
}

/** The number of the living process that has the Postgres of `dataDir`; undefined where none has. */
export const embeddedPostgresHolder = (dataDir: string): number | undefined =>
  lockHolder(join(postgresFolder(dataDir), 'lock'))

function lock({ folder }: PostgresHome, dataDir: string): () => void {
  try {
    return takeLock(join(folder, 'lock'))
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new DataDirInUseError(
      `embedded Postgres: process ${error.pid} already runs on ${dataDir}; stop it, or choose another DATA_DIR`,
      { cause: error },
    )
  }
}

function socketFolder({ user }: PostgresHome): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-email-'))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Into a draft that is renamed when complete, so that a start cut short is not taken for a database. */
function makeCluster({ home, data, binaries, log }: Cluster, password: string): void {
  const draft = `${data}.draft`
  const passwordFile = join(home.folder, 'password.draft')
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (home.user !== undefined) chownSync(passwordFile, home.user.uid, home.user.gid)
  log.info({ folder: home.folder }, 'making the embedded Postgres')
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorted the same on every machine and after every upgrade of its libraries.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...home.user, cwd: '/', env: environment, encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`embedded Postgres: initdb failed: ${made.error?.message ?? made.stderr.trim()}`)
  }
  renameSync(draft, data)
}

function serverSettings(sockets: string): Record<string, string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const bufferMegabytes = Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 64), 1024))
  return {
    listen_addresses: '',
    unix_socket_directories: sockets,
    max_connections: '200',
    // Sessions of ours have shorter limits of their own; this is for whoever else comes.
    idle_in_transaction_session_timeout: '60s',
    // An acknowledged mail is on the disk.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: `${bufferMegabytes}MB`,
    wal_buffers: '16MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    // Containers have 64 MB of /dev/shm, too little for parallel queries; ours are short.
    max_parallel_workers_per_gather: '0',
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of statements quote rows, and so mail: only the server's own messages are logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}

/** Stops what a killed process left running on this cluster. */
async function stopLeftOver({ data, log }: Cluster): Promise<void> {
  const postmaster = postmasterOf(data)
  if (postmaster !== undefined) {
    log.warn({ pid: postmaster }, 'stopping the embedded Postgres that a killed process left')
    process.kill(postmaster, 'SIGINT')
    if (!(await waitForEnd([postmaster], stopMs))) process.kill(postmaster, 'SIGQUIT')
  }
  // Without their postmaster they end by themselves, unless in the middle of a long statement.
  if (await waitForEnd(() => clusterProcesses(data), 5_000)) return
  for (const pid of clusterProcesses(data)) process.kill(pid, 'SIGKILL')
  if (!(await waitForEnd(() => clusterProcesses(data), 5_000)))
    throw new Error(`embedded Postgres: processes ${clusterProcesses(data).join(', ')} on ${data} don't end`)
}

/** Whether someone listens there: processes of other containers that share the folder can't be seen. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => resolve(true))
    connection.once('error', () => resolve(false))
    connection.once('connect', () => connection.destroy())
  })
}

/** One postmaster at a time: started anew when it dies without having been told to. */
class Server {
  readonly #cluster: Cluster
  readonly #settings: Record<string, string>
  #postmaster: ChildProcess | undefined
  #up = false
  #stopping = false
  #restart: Promise<void> | undefined
  readonly #onExit = () => this.#postmaster?.kill('SIGINT')

  constructor(cluster: Cluster, settings: Record<string, string>) {
    this.#cluster = cluster
    this.#settings = settings
  }

  async start(): Promise<void> {
    const { home, data, sockets, binaries, log } = this.#cluster
    // The numbers in its lock files may by now be those of zombies or strangers, to whom Postgres would yield.
    for (const file of [join(data, 'postmaster.pid'), `${socketFile(sockets)}.lock`])
      rmSync(file, { force: true })
    const logFile = join(home.folder, 'log')
    const output = openSync(logFile, 'w', 0o600)
    const started = performance.now()
    const postmaster = spawn(
      join(binaries, 'postgres'),
      ['-D', data, ...Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...home.user,
        cwd: '/',
        env: environment,
        // A session of its own: Ctrl-C in a terminal must reach us alone, who still need it to drain.
        detached: true,
        stdio: ['ignore', output, output],
      },
    )
    closeSync(output)
    const ended = new Promise<string>((resolve) => {
      postmaster.once('error', (error) => resolve(error.message))
      postmaster.once('exit', (code, signal) => resolve(`ended with ${signal ?? code}`))
    })
    this.#postmaster = postmaster
    process.once('exit', this.#onExit)
    const endWatch = watch(postmaster, home.user)
    void ended.then((how) => {
      endWatch()
      this.#ended(how)
    })
    const failure = await Promise.race([ended, this.#ready(postmaster)])
    if (failure !== undefined) {
      postmaster.kill('SIGQUIT')
      throw new Error(`embedded Postgres: ${failure}; ${tail(logFile)}`)
    }
    this.#up = true
    const ms = Math.round(performance.now() - started)
    log.info({ folder: home.folder, ms, pid: postmaster.pid }, 'embedded Postgres is up')
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#restart
    const postmaster = this.#postmaster
    if (postmaster?.pid === undefined) return
    const { log } = this.#cluster
    postmaster.kill('SIGINT')
    if (await waitForEnd([postmaster.pid], stopMs)) return
    log.warn({ pid: postmaster.pid }, 'embedded Postgres is slow to stop: it will recover on its next start')
    postmaster.kill('SIGQUIT')
    await waitForEnd([postmaster.pid], 10_000)
  }

  /** Resolves with undefined when the server takes connections, else with what is wrong. */
  async #ready(postmaster: ChildProcess): Promise<string | undefined> {
    const file = join(this.#cluster.data, 'postmaster.pid')
    const deadline = performance.now() + startMs
    while (performance.now() < deadline && this.#postmaster === postmaster) {
      // The last of its lines is the server's state.
      if (existsSync(file) && readFileSync(file, 'utf8').trimEnd().endsWith('ready')) return undefined
      await delay(5)
    }
    return `was not ready within ${startMs / 1000} s`
  }

  #ended(how: string): void {
    this.#postmaster = undefined
    process.off('exit', this.#onExit)
    const unasked = this.#up && !this.#stopping
    this.#up = false
    if (!unasked) return
    this.#cluster.log.error({ how }, 'embedded Postgres ended unasked')
    this.#restart = this.#startAnew()
  }

  async #startAnew(): Promise<void> {
    const { log } = this.#cluster
    for (let pause = 100; !this.#stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        await stopLeftOver(this.#cluster)
        await this.start()
        return
      } catch (error) {
        log.error({ err: error }, 'embedded Postgres does not start')
        await delay(pause)
      }
    }
  }
}

/** A postmaster whose process is gone stops as it would for a signal: sessions end, all is written out. */
function watch({ pid }: ChildProcess, user: PostgresHome['user']): () => void {
  return pid === undefined ? () => {} : endWithParent(pid, 'INT', user)
}

function tail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' ') || 'it wrote no log'
}
