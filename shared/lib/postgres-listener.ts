/** Hears of what other processes announce: LISTEN, on one connection for all channels, made anew when it is lost. */
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

/** Listens to whatever channels are watched; without any it has no connection. */
export class PostgresListener {
  readonly #url: string
  readonly #log: Log
  readonly #watchers = new Map<string, Set<Watcher>>()
  /** The one that is used, or is being made. */
  #client: pg.Client | undefined
  #listening = false
  /** The connection as it is made; undefined while there is none, and none is being made. */
  #connecting: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  /**
   * Tells `watcher` of what is announced on `channel`, a plain name. Resolves when it listens, or the first try has
   * failed: others follow. @returns what ends it; the connection ends with the last.
   */
  async watch(channel: string, watcher: Watcher): Promise<() => Promise<void>> {
    const others = this.#watchers.get(channel)
    if (others === undefined) this.#watchers.set(channel, new Set([watcher]))
    else others.add(watcher)
    if (this.#connecting === undefined && this.#timer === undefined) this.#connecting = this.#connect()
    else await this.#join(channel, watcher)
    await this.#connecting
    return () => this.#leave(channel, watcher)
  }

  /** Has a connection that is there already listen to one more channel. */
  async #join(channel: string, watcher: Watcher): Promise<void> {
    await this.#connecting
    const client = this.#client
    if (client === undefined || !this.#listening) return
    try {
      await client.query(listenTo([channel]))
      watcher.onListening()
    } catch {
      // The connection is lost, and says so itself; the next one listens to this channel, too.
    }
  }

  async #leave(channel: string, watcher: Watcher): Promise<void> {
    const watchers = this.#watchers.get(channel)
    watchers?.delete(watcher)
    if (watchers?.size === 0) this.#watchers.delete(channel)
    if (this.#watchers.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#connecting
    const client = this.#client
    this.#forget()
    await client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...connectionSettings(this.#url, pulse.waitMs),
      query_timeout: pulse.waitMs,
      application_name: 'agent-email-service listener',
    })
    this.#client = client
    const onLost = (error?: Error) => {
      if (this.#client !== client) return
      this.#forget()
      client.end().catch(() => {})
      this.#log.warn({ err: error }, 'the listener lost its connection to the database')
      this.#after(reconnectMs, () => {
        this.#connecting = this.#connect()
      })
    }
    client.on('error', onLost)
    client.on('end', () => onLost())
    client.on('notification', ({ channel, payload = '' }) => {
      for (const watcher of this.#watchers.get(channel) ?? []) watcher.onNotification(payload)
    })
    // Listening again changes nothing, and shows that somebody is there.
    const beat = () => {
      if (this.#client === client)
        this.#after(
          pulse.everyMs,
          () => void client.query(listenTo(this.#watchers.keys())).then(beat, onLost),
        )
    }
    try {
      await client.connect()
      const watched = [...this.#watchers].flatMap(([channel, watchers]) =>
        [...watchers].map((watcher) => ({ channel, watcher })),
      )
      if (watched.length > 0) await client.query(listenTo(new Set(watched.map(({ channel }) => channel))))
      this.#listening = this.#client === client
      for (const { watcher } of watched) watcher.onListening()
      beat()
    } catch (error) {
      onLost(error as Error)
    }
  }

  #forget(): void {
    this.#client = undefined
    this.#connecting = undefined
    this.#listening = false
  }

  #after(ms: number, work: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      work()
    }, ms).unref()
  }
}

const listenTo = (channels: Iterable<string>): string =>
  [...channels].map((channel) => `listen "${channel}"`).join('; ')
