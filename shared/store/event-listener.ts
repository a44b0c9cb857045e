/** Hears of new events, of every process: LISTEN on one connection. */
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import { eventChannel } from './event.ts'

/** Who is told. */
export interface EventWatcher {
  /** Something has happened in the inbox; once for all events of a transaction. */
  onEvents(tenantId: string, inboxId: string): void
  /** It listens from now on: anything may have happened before. */
  onListening(): void
}

const reconnectMs = 1_000
/** Milliseconds between two signs of life, and for which one is waited: a silent connection may be a lost one. */
const pulse = { everyMs: 10_000, waitMs: 5_000 }

/** Listens until it is stopped; a connection that is lost is made again. */
export class EventListener {
  readonly #databaseUrl: string
  readonly #log: Log
  readonly #watcher: EventWatcher
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(databaseUrl: string, log: Log, watcher: EventWatcher) {
    this.#databaseUrl = databaseUrl
    this.#log = log
    this.#watcher = watcher
  }

  /** Resolves when it listens, or the first try has failed: others follow. */
  async start(): Promise<void> {
    if (this.#stopped) return
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: pulse.waitMs,
      query_timeout: pulse.waitMs,
      application_name: 'agent-email-service events',
    })
    this.#client = client
    let lost = false
    const onLost = (error?: Error) => {
      if (lost) return
      lost = true
      client.end().catch(() => {})
      clearTimeout(this.#timer)
      if (this.#stopped) return
      this.#log.warn({ err: error }, 'the event listener lost its connection')
      this.#timer = setTimeout(() => void this.start(), reconnectMs).unref()
    }
    client.on('error', onLost)
    client.on('end', () => onLost())
    client.on('notification', ({ payload = '' }) => {
      for (const pair of payload.split(',')) {
        const [tenantId, inboxId] = pair.split(' ')
        if (tenantId !== undefined && inboxId !== undefined) this.#watcher.onEvents(tenantId, inboxId)
      }
    })
    const beat = () => {
      this.#timer = setTimeout(() => client.query('select 1').then(beat, onLost), pulse.everyMs).unref()
    }
    try {
      await client.connect()
      await client.query(`listen ${eventChannel}`)
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
