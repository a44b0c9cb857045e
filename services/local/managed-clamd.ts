/** Runs the machine's own clamd as a child with our configuration, and starts it anew when it dies or hangs. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import type { Log } from '../../shared/lib/log.ts'
import {
  type ClamdHome,
  configArgument,
  dropMachineDatabases,
  dropOption,
  haveFullDatabase,
  machineDatabaseFolder,
  makeClamdHome,
  removeLeftOvers,
} from './clamd-home.ts'
import { findProgram } from './find-program.ts'
import { endWithParent } from './parent-watch.ts'
import { waitForEnd } from './postgres-processes.ts'

/** A running clamd; `url` stays the same when it is restarted. */
export interface ManagedClamd {
  url: string
  /** Ends clamd and removes its files. */
  stop(): Promise<void>
}

export interface ManagedClamdOptions {
  /** Absolute. */
  dataDir: string
  log: Log
  /** Where the machine keeps its signature databases. */
  machineDatabases?: string
  /** PATH that clamd is looked for in, before the usual places of daemons. */
  path?: string
  /** False: nowhere but in `path`. */
  usualPlaces?: boolean
  /** When it counts as hung: {@link hungAfter} unless given. */
  hungAfter?: Patience
}

/** How long silence is borne. */
interface Patience {
  /** Milliseconds between two questions whether clamd is there. */
  everyMs: number
  /** Questions in a row without an answer within 5 s each, after which there will be none. */
  unanswered: number
}

/** More than five minutes, and counted in questions: a machine that is busy, or was asleep, is no clamd that hangs. */
const hungAfter: Patience = { everyMs: 30_000, unanswered: 10 }

/** Loading the full databases of ClamAV takes half a minute, and more on a slow disk. */
const startMs = 180_000
const stopMs = 10_000
const versionMs = 30_000
const minPauseMs = 100
const maxPauseMs = 30_000
/** Having run this long, clamd counts as well again. */
const steadyMs = 60_000
const environment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

/**
 * Starts clamd with `config/clamav` and the machine's databases, on a Unix socket that only its user and root can
 * reach, and waits until it answers; null where clamd isn't installed. As root it runs as the user `clamav`.
 * A clamd left by a process that was killed is ended first.
 * @throws Error when clamd is there and doesn't start.
 */
export async function startManagedClamd(options: ManagedClamdOptions): Promise<ManagedClamd | null> {
  const {
    dataDir,
    log,
    machineDatabases = machineDatabaseFolder,
    path = '/usr/local/bin:/usr/bin:/bin',
    usualPlaces = true,
    hungAfter: patience = hungAfter,
  } = options
  await removeLeftOvers(dataDir, log)
  const program = findProgram('clamd', path, usualPlaces)
  if (program === null) return null
  const home = makeClamdHome(dataDir, machineDatabases)
  const version = await versionOf(program)
  if (version < fuzzyHashOption) {
    dropOption(home, 'ScanImageFuzzyHash')
    if (version >= fuzzyHashes)
      log.warn('this clamd is older than 1.4: one small image can take it minutes and gigabytes; update it')
  }
  const daemon = new Daemon(program, home, log, patience)
  try {
    await startWithSomeDatabase(daemon, home, log)
  } catch (error) {
    await daemon.stop()
    home.remove()
    throw error
  }
  return {
    url: `unix:${home.socket}`,
    stop: async () => {
      await daemon.stop()
      home.remove()
    },
  }
}

/** Since when clamd makes the pixels of images, to compare them, and since when that can be turned off. */
const fuzzyHashes = 105
const fuzzyHashOption = 1_004

/** 1.4 is 1,004; what says none is taken for the oldest, which knows the fewest options. */
async function versionOf(program: string): Promise<number> {
  const asked = promisify(execFile)(program, ['--version'], { env: environment, timeout: versionMs })
  const { stdout } = await asked.catch(() => ({ stdout: '' }))
  const [, major = '0', minor = '0'] = /^ClamAV (\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) * 1_000 + Number(minor)
}

async function startWithSomeDatabase(daemon: Daemon, home: ClamdHome, log: Log): Promise<void> {
  try {
    await daemon.start()
  } catch (error) {
    if (home.machineDatabases.length === 0) throw error
    log.error({ err: error }, "clamd does not start with the machine's signature databases: trying without")
    dropMachineDatabases(home)
    await daemon.start()
  }
  if (!haveFullDatabase(home.machineDatabases))
    log.warn(
      'clamd knows the EICAR test file only: run freshclam, or point CLAMAV_URL at a clamd with full databases',
    )
}

/** One clamd at a time. */
class Daemon {
  readonly #program: string
  readonly #home: ClamdHome
  readonly #log: Log
  readonly #patience: Patience
  #child: ChildProcess | undefined
  #upSince: number | undefined
  /** Milliseconds before the next restart: longer each time, unless clamd has run for a while. */
  #pause = minPauseMs
  readonly #stopping = new AbortController()
  #restart: Promise<void> | undefined
  readonly #onExit = () => this.#child?.kill('SIGKILL')

  constructor(program: string, home: ClamdHome, log: Log, patience: Patience) {
    this.#program = program
    this.#home = home
    this.#log = log
    this.#patience = patience
  }

  async start(): Promise<void> {
    const started = performance.now()
    const logFile = join(this.#home.folder, 'log')
    const output = openSync(logFile, 'w', 0o600)
    const child = spawn(this.#program, [configArgument(this.#home.configFile)], {
      ...this.#home.user,
      cwd: '/',
      env: environment,
      // A session of its own: Ctrl-C in a terminal must reach us alone, who still need clamd to drain.
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(`ended with ${signal ?? code}`))
    })
    this.#child = child
    process.once('exit', this.#onExit)
    const endWatch = child.pid === undefined ? () => {} : endWithParent(child.pid, 'TERM', this.#home.user)
    void ended.then((how) => {
      endWatch()
      this.#ended(child, how)
    })
    const failure = await Promise.race([ended, this.#ready(child)])
    if (failure !== undefined) {
      child.kill('SIGKILL')
      throw new Error(`clamd ${failure}; ${tail(logFile)}`)
    }
    this.#upSince = performance.now()
    this.#log.info({ pid: child.pid, ms: Math.round(performance.now() - started) }, 'clamd is up')
    void this.#endIfHung(child)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#child?.kill('SIGTERM')
    await this.#restart
    const child = this.#child
    if (child?.pid === undefined) return
    child.kill('SIGTERM')
    if (await waitForEnd([child.pid], stopMs)) return
    child.kill('SIGKILL')
    await waitForEnd([child.pid], stopMs)
  }

  /** Resolves with undefined once clamd answers, else with what is wrong. */
  async #ready(child: ChildProcess): Promise<string | undefined> {
    const scanner = createScanner(`unix:${this.#home.socket}`)
    const deadline = performance.now() + startMs
    while (performance.now() < deadline && this.#child === child) {
      if (await scanner.ping()) return undefined
      if (this.#stopping.signal.aborted) return 'was stopped'
      await delay(25)
    }
    return `did not answer within ${startMs / 1_000} s`
  }

  /** Asks `child` now and then for as long as it runs; ends it when it has not answered for too long. */
  async #endIfHung(child: ChildProcess): Promise<void> {
    const { signal } = this.#stopping
    const { everyMs, unanswered } = this.#patience
    const scanner = createScanner(`unix:${this.#home.socket}`)
    let inRow = 0
    while (inRow < unanswered) {
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
      const answers = !signal.aborted && (await scanner.ping())
      if (signal.aborted || this.#child !== child) return
      if (!answers) this.#log.warn({ pid: child.pid, inRow: ++inRow }, 'clamd does not answer')
      else if (inRow > 0) {
        inRow = 0
        this.#log.info({ pid: child.pid }, 'clamd answers again')
      }
    }
    child.kill('SIGKILL')
  }

  #ended(child: ChildProcess, how: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    process.off('exit', this.#onExit)
    const upSince = this.#upSince
    this.#upSince = undefined
    if (upSince === undefined || this.#stopping.signal.aborted) return
    if (performance.now() - upSince > steadyMs) this.#pause = minPauseMs
    this.#log.error({ how }, 'clamd ended unasked: starting it anew; scans wait')
    this.#restart = this.#startAnew()
  }

  async #startAnew(): Promise<void> {
    const stopped = this.#stopping.signal
    while (!stopped.aborted) {
      await delay(this.#pause, undefined, { signal: stopped }).catch(() => {})
      this.#pause = Math.min(this.#pause * 2, maxPauseMs)
      if (stopped.aborted) return
      try {
        await this.start()
        return
      } catch (error) {
        if (stopped.aborted) return
        this.#log.error({ err: error }, 'clamd does not start')
      }
    }
  }
}

function tail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' ') || 'it wrote no log'
}
