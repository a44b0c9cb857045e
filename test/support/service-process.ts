/** The service as an operator runs it: a process of its own, steered by environment and signals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { placeCertificate } from './certificate.ts'
import { childEnvironment } from './child-environment.ts'
import { serviceProgram } from './service-program.ts'

/** What the ready line says, as far as tests look at it. */
export interface ReadyLine {
  ready: true
  http?: { host: string; port: number }
  smtp?: { host: string; port: number }
  metrics?: { host: string; port: number }
  roles: string[]
}

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export const secretKey = 'a secret key of the tests, long enough'

/** Nothing in the way of a test, any free port, and nothing from outside unless the test says so. */
const quiet = {
  SMTP_PORT: '0',
  HTTP_PORT: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_SECOND: '0',
  SIGNUPS_PER_HOUR: '1000000',
  INBOUND_PER_MINUTE: '0',
  INBOUND_PER_MINUTE_PER_PEER: '0',
  SMTP_MAX_CLIENTS_PER_ADDRESS: '1000',
  CLAMAV_URL: 'unix:/nonexistent',
  SECRET_KEY: secretKey,
}

/** One process of the service; `start` anew for a restart. */
export class ServiceProcess {
  readonly pid: number
  /** Resolves when the process has ended, whatever ended it. */
  readonly ended: Promise<Ending>
  readonly #child: ChildProcess
  readonly #log: string[]
  #stdout = ''
  #ready: ReadyLine | undefined

  private constructor(child: ChildProcess, log: string[]) {
    this.#child = child
    this.#log = log
    this.pid = child.pid!
    this.ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Ending)
    createInterface(child.stderr!).on('line', (line) => this.#log.push(line))
  }

  /** Runs the service with these settings; {@link ready} tells when it is up. */
  static spawn(
    settings: Record<string, string>,
    log: string[] = [],
    program = serviceProgram,
  ): ServiceProcess {
    const child = spawn(process.execPath, [program], {
      env: { ...childEnvironment(), ...quiet, ...settings },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new ServiceProcess(child, log)
  }

  /** Runs the service and waits until its roles are up. @throws with its last words when it ends before. */
  static async start(settings: Record<string, string>, log: string[] = []): Promise<ServiceProcess> {
    const service = ServiceProcess.spawn(settings, log)
    await service.ready()
    return service
  }

  /** Waits for the ready line. @throws with the process's last words when it ends before. */
  async ready(): Promise<ReadyLine> {
    if (this.#ready !== undefined) return this.#ready
    const line = new Promise<string>((resolve) => {
      this.#child.stdout!.on('data', (chunk: Buffer) => {
        this.#stdout += chunk
        if (this.#stdout.includes('\n')) resolve(this.#stdout)
      })
    })
    const text = await Promise.race([line, this.ended])
    if (typeof text !== 'string')
      throw new Error(`the service ended before it was ready: ${JSON.stringify(text)}\n${this.lastWords()}`)
    this.#ready = JSON.parse(text.slice(0, text.indexOf('\n'))) as ReadyLine
    return this.#ready
  }

  /** Where its listener is. @throws when it has none. */
  get smtpPort(): number {
    const port = this.#ready?.smtp?.port
    if (port === undefined) throw new Error('this process has no SMTP listener')
    return port
  }

  /** `http://host:port` of its API. @throws when it has none. */
  get apiUrl(): string {
    const http = this.#ready?.http
    if (http === undefined) throw new Error('this process has no API')
    return `http://${http.host}:${http.port}`
  }

  /** Lines of its standard error so far; shared by processes that were given the same log. */
  get log(): readonly string[] {
    return this.#log
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** kill -9, and waits until it is gone. */
  async kill(): Promise<Ending> {
    this.signal('SIGKILL')
    return this.ended
  }

  /** SIGTERM, and waits until it has drained. */
  async stop(): Promise<Ending> {
    this.signal('SIGTERM')
    return this.ended
  }

  /** The end of its log, for the message of a failing test. */
  lastWords(): string {
    return this.#log.slice(-20).join('\n')
  }
}

/** Processes and folders that a test file makes, so that none outlives it; and the log of them all. */
export class ServiceFleet {
  /** Standard error of every process of the fleet. */
  readonly log: string[] = []
  readonly #settings: Record<string, string>
  readonly #dataDir: string
  readonly #running = new Set<ServiceProcess>()

  /** `settings` are those of every process; each test may add to them. */
  constructor(settings: Record<string, string> = {}) {
    this.#dataDir = mkdtempSync(join(tmpdir(), 'agent-email-service-'))
    placeCertificate(this.#dataDir)
    this.#settings = { DATA_DIR: this.#dataDir, ...settings }
  }

  spawn(settings: Record<string, string> = {}, program = serviceProgram): ServiceProcess {
    const service = ServiceProcess.spawn({ ...this.#settings, ...settings }, this.log, program)
    this.#running.add(service)
    void service.ended.then(() => this.#running.delete(service))
    return service
  }

  async start(settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = this.spawn(settings)
    await service.ready()
    return service
  }

  /** Those of `words` (keys, secrets, texts of mail) that some process has logged; none is to be. */
  logged(words: readonly string[]): string[] {
    const text = this.log.join('\n')
    return [...words, secretKey].filter((word) => text.includes(word))
  }

  /** Ends whatever still runs, at once. */
  async end(): Promise<void> {
    await Promise.all([...this.#running].map((service) => service.kill()))
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

/** JSON of unknown shape: tests look into it freely, and assert what they find. */
export interface Json {
  readonly [key: string]: Json | undefined
}

/** Calls the API below /api/v1. @throws for an answer that is not 2xx. */
export async function callApi(
  apiUrl: string,
  method: string,
  path: string,
  key?: string,
  body?: unknown,
): Promise<Json> {
  const response = await fetch(`${apiUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Json
}

/** Signs an account up; its live key. */
export async function signUp(apiUrl: string): Promise<string> {
  const answer = await callApi(apiUrl, 'POST', '/signup', undefined, {
    organization_name: 'Acme',
    contact_email: 'ops@acme.example',
  })
  return String(answer.api_key?.key)
}
