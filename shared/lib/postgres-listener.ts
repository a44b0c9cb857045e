/** Hears of what other processes announce: LISTEN, on a connection of its own that is made anew when it is lost. */
import pg from 'pg'
import type { Log } from './log.ts'
import { connectionSettings } from './postgres-session.ts'

/** Who is told. */
export interface Watcher {
  onNotification(payload: string): void
  /** It listens from now on: anything may have been announced before. */
  onListening(): void
}

const reconnectMs = 1_000
/** Milliseconds between two signs of life, and for which one is waited: a silent connection may be a lost one. */
const pulse = { everyMs: 10_000, waitMs: 5_000 }

/** Listens to `channel`, a plain name, until it is stopped. */
export class PostgresListener {
  readonly #url: string
  readonly #channel: string
  readonly #log: Log
  readonly #watcher: Watcher
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(url: string, channel: string, log: Log, watcher: Watcher) {
    this.#url = url
    this.#channel = channel
    this.#log = log
    this.#watcher = watcher
  }

  /** Resolves when it listens, or the first try has failed: others follow. */
  async start(): Promise<void> {
    if (this.#stopped) return
    const client = new pg.Client({
      ...connectionSettings(this.#url, pulse.waitMs),
      query_timeout: pulse.waitMs,
      application_name: `agent-email-service ${this.#channel}`,
    })
    this.#client = client
    let lost = false
    const onLost = (error?: Error) => {
      if (lost) return
      lost = true
      client.end().catch(() => {})
      clearTimeout(this.#timer)
      if (this.#stopped) return
      this.#log.warn({ err: error, channel: this.#channel }, 'a listener lost its connection to the database')
      this.#timer = setTimeout(() => void this.start(), reconnectMs).unref()
    }
    client.on('error', onLost)
    client.on('end', () => onLost())
    client.on('notification', ({ payload = '' }) => this.#watcher.onNotification(payload))
    const listen = () => client.query(`listen "${this.#channel}"`)
    // Listening again changes nothing, and shows that somebody is there.
    const beat = () => {
      this.#timer = setTimeout(() => listen().then(beat, onLost), pulse.everyMs).unref()
    }
    try {
      await client.connect()
      await listen()
      this.#watcher.onListening()
      beat()
    } catch (error) {
      onLost(error as Error)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => {})
  }
}
