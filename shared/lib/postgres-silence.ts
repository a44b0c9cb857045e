/** Notices that Postgres, or one connection to it, has gone silent, so that nobody waits until TCP gives up. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'
import { connectionSettings } from './postgres-session.ts'

/** The server says nothing to anyone, or has lost sight of this connection. */
export class DatabaseSilentError extends Error {
  readonly code = 'ETIMEDOUT'
}

export interface SilenceLimits {
  /** Milliseconds without a byte after which a statement's connection, and the server, are looked at. */
  silentMs: number
  /** Milliseconds in which the server is to answer over a new connection, else it is silent. */
  probeMs: number
}

/** The socket of a connection, which the types of node-postgres don't name. */
type Connected = pg.ClientBase & { connection: { stream: { readonly bytesRead: number; destroy(): void } } }
const socketOf = (client: pg.ClientBase) => (client as Connected).connection.stream

/** A wait, which grows only while this process runs: a starved one hasn't listened. */
interface Wait {
  quietMs: number
  /** Quiet for so long, it is looked at. */
  patienceMs: number
}

interface Statements extends Wait {
  open: number
  bytesRead: number
  /** What its session did when it was looked at last, where that fits no statement under way. */
  suspected: string | undefined
}

interface Checkout extends Wait {
  giveUp(error: Error): void
}

/** A session as `pg_stat_activity` tells it. */
interface Session {
  pid: number
  /** Whether it works on a statement; one that can't get rid of its answer does not. */
  works: boolean
  /** Changes with everything the session does. */
  doing: string
}

const tickMs = 250
const retryMs = 1_000
/** Milliseconds between two looks at a session that seems to have missed our statement, or we its answer. */
const confirmMs = 500
/** Milliseconds that a statement which the server works on goes unlooked at, at most. */
const longestPatienceMs = 10_000

/**
 * Watches the connections of one pool. A long statement is no silence: whether the server answers, and works on it, is
 * asked over a connection of its own before anything is given up.
 */
export class SilenceWatch {
  readonly #url: string
  readonly #limits: SilenceLimits
  readonly #log: Log
  readonly #statements = new Map<pg.ClientBase, Statements>()
  readonly #checkouts = new Set<Checkout>()
  readonly #pids = new WeakMap<pg.ClientBase, { pid: number; spell: number }>()
  readonly #timer: NodeJS.Timeout
  #tickedAt = performance.now()
  #looking = false
  #silent = false
  /** Counts the times that the server went silent: connections made before may be dead. */
  #spell = 0
  #closed = false

  constructor(url: string, limits: SilenceLimits, log: Log) {
    this.#url = url
    this.#limits = limits
    this.#log = log
    this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  /** Notes a new connection, and the process id of its session. */
  admit(client: pg.ClientBase, pid: number): void {
    this.#pids.set(client, { pid, spell: this.#spell })
  }

  /** Whether the connection is of use; one that was made before the server went silent is ended. */
  keeps(client: pg.ClientBase): boolean {
    const kept = this.#pids.get(client)?.spell === this.#spell
    if (!kept) drop(client)
    return kept
  }

  /** Runs a statement on the connection, and gives the connection up where it, or the server, goes silent. */
  async statement<T>(client: pg.ClientBase, run: () => Promise<T>): Promise<T> {
    const { silentMs: patienceMs } = this.#limits
    let watched = this.#statements.get(client)
    if (watched === undefined) {
      watched = { open: 0, quietMs: 0, patienceMs, bytesRead: -1, suspected: undefined }
      this.#statements.set(client, watched)
    }
    watched.open++
    try {
      return await run()
    } finally {
      watched.open--
      if (watched.open === 0) this.#statements.delete(client)
    }
  }

  /** Waits for a connection; rejects at once while the server is silent. A late one goes to `discard`. */
  checkout<T>(connect: () => Promise<T>, discard: (late: T) => void): Promise<T> {
    if (this.#silent) return Promise.reject(silence())
    return new Promise((resolve, reject) => {
      const { silentMs: patienceMs } = this.#limits
      const checkout: Checkout = { quietMs: 0, patienceMs, giveUp: reject }
      this.#checkouts.add(checkout)
      connect().then(
        (connection) => {
          if (this.#checkouts.delete(checkout)) resolve(connection)
          else discard(connection)
        },
        (error: unknown) => {
          this.#checkouts.delete(checkout)
          reject(error)
        },
      )
    })
  }

  /** Whether the server answers anyone. */
  async answers(): Promise<boolean> {
    return Array.isArray(await this.#ask([]))
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    const listenedMs = Math.min(now - this.#tickedAt, 2 * tickMs)
    this.#tickedAt = now
    let suspicious = false
    for (const [client, watched] of this.#statements) {
      const { bytesRead } = socketOf(client)
      watched.quietMs = bytesRead === watched.bytesRead ? watched.quietMs + listenedMs : 0
      if (bytesRead !== watched.bytesRead) watched.patienceMs = this.#limits.silentMs
      watched.bytesRead = bytesRead
      suspicious ||= watched.quietMs >= watched.patienceMs
    }
    for (const checkout of this.#checkouts) {
      checkout.quietMs += listenedMs
      suspicious ||= checkout.quietMs >= checkout.patienceMs
    }
    if (!suspicious || this.#looking || this.#silent) return
    this.#looking = true
    void this.#look().finally(() => {
      this.#looking = false
    })
  }

  async #look(): Promise<void> {
    const quiet = [...this.#statements].filter(([, { quietMs, patienceMs }]) => quietMs >= patienceMs)
    const pids = quiet.flatMap(([client]) => this.#pids.get(client)?.pid ?? [])
    const sessions = await this.#ask(pids)
    if (this.#closed) return
    if (sessions === 'silent') {
      this.#goSilent()
      return
    }
    for (const checkout of this.#checkouts)
      if (checkout.quietMs >= checkout.patienceMs) checkout.patienceMs = checkout.quietMs * 2
    for (const [client, watched] of quiet) {
      // Answered meanwhile.
      if (this.#statements.get(client) !== watched || watched.quietMs < watched.patienceMs) continue
      const pid = this.#pids.get(client)?.pid
      if (sessions === 'refused') this.#giveUp(client)
      else if (sessions !== 'unknown' && pid !== undefined)
        this.#judge(
          client,
          watched,
          sessions.find((one) => one.pid === pid),
        )
      else watched.patienceMs = patienceAfter(watched.quietMs)
    }
  }

  /** A session that has ended, or waits for a statement while we wait for its answer, is looked at twice. */
  #judge(client: pg.ClientBase, watched: Statements, session: Session | undefined): void {
    const suspected = session?.works === true ? undefined : (session?.doing ?? 'gone')
    if (suspected !== undefined && suspected === watched.suspected) {
      this.#giveUp(client)
      return
    }
    watched.suspected = suspected
    watched.patienceMs =
      suspected === undefined ? patienceAfter(watched.quietMs) : watched.quietMs + confirmMs
  }

  #giveUp(client: pg.ClientBase): void {
    this.#log.warn('a database connection has gone silent: it is given up')
    drop(client)
  }

  #goSilent(): void {
    this.#silent = true
    this.#spell++
    this.#log.warn('the database has gone silent: what waits for it is given up')
    for (const client of [...this.#statements.keys()]) drop(client)
    for (const checkout of [...this.#checkouts]) {
      this.#checkouts.delete(checkout)
      checkout.giveUp(silence())
    }
    void this.#awaitReturn()
  }

  async #awaitReturn(): Promise<void> {
    while (!this.#closed && (await this.#ask([])) === 'silent')
      await sleep(retryMs, undefined, { ref: false })
    this.#silent = false
    if (!this.#closed) this.#log.info('the database answers again')
  }

  /**
   * What the sessions do, as the server tells over a connection of its own; `silent` where it says nothing, `refused`
   * where nobody is there, `unknown` where it is there and doesn't let us ask.
   */
  async #ask(pids: number[]): Promise<Session[] | 'silent' | 'refused' | 'unknown'> {
    const client = new pg.Client({
      ...connectionSettings(this.#url, 2 * this.#limits.probeMs),
      application_name: 'agent-email-service watch',
    })
    client.on('error', () => {})
    const asked = (async () => {
      await client.connect()
      return (await client.query<Session>(sessionsOf, [pids])).rows
    })().catch((error: { code?: unknown }) =>
      typeof error.code === 'string' && /^[0-9][0-9A-Z]{4}$/.test(error.code) ? 'unknown' : 'refused',
    )
    try {
      return await Promise.race([asked, this.#patience().then(() => 'silent' as const)])
    } finally {
      drop(client)
    }
  }

  /** Resolves after `probeMs` in which this process could have heard the answer. */
  async #patience(): Promise<void> {
    for (let waitedMs = 0; waitedMs < this.#limits.probeMs; waitedMs += tickMs)
      await sleep(tickMs, undefined, { ref: false })
  }
}

const sessionsOf = `select pid, state = 'active' and wait_event is distinct from 'ClientWrite' as works,
    concat_ws(' ', state, state_change, wait_event) as doing
  from pg_stat_activity where pid = any($1::int[]) and datname = current_database()`

const patienceAfter = (quietMs: number) => Math.min(quietMs * 2, quietMs + longestPatienceMs)

function silence(): DatabaseSilentError {
  return new DatabaseSilentError('the database does not answer')
}

function drop(client: pg.ClientBase): void {
  socketOf(client).destroy()
}
