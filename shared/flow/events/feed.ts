/** One process's view of what happens: wakes whoever waits for events, and ends them all when the process does. */
import type { EventName } from '../../domain/event.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal, Reach } from '../../domain/principal.ts'
import type { Log } from '../../lib/log.ts'
import type { PostgresListener } from '../../lib/postgres-listener.ts'
import { findLiveKeys } from '../../store/api-key.ts'
import type { Database } from '../../store/database.ts'
import { type EventBatch, readEvents } from '../../store/event.ts'
import { watchEvents } from '../../store/event-listener.ts'

/** Who waits for events: `wake` is called when there may be new ones, `end` when no more are to be had here. */
export interface Subscriber {
  /** Null: of any inbox of the tenant. */
  inboxId: string | null
  wake(): void
  end(): void
}

interface WatchedKey {
  tenantId: string
  ends: Set<() => void>
}

/**
 * Nobody misses an event who first subscribes, then looks into the database, and looks again whenever woken: what is
 * committed after the look is told, and when telling was interrupted everybody is woken.
 */
export class EventFeed {
  readonly #database: Database
  readonly #log: Log
  readonly #listener: PostgresListener
  #leave: Promise<() => Promise<void>> | undefined
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  /** Looks that are under way, by tenant: of those that began when all that is known of had happened. */
  readonly #reads = new Map<string, Map<string, Promise<EventBatch>>>()
  readonly #keys = new Map<string, WatchedKey>()
  #keyCheck: NodeJS.Timeout | undefined
  #stopped = false

  constructor(database: Database, listener: PostgresListener, log: Log) {
    this.#database = database
    this.#listener = listener
    this.#log = log
  }

  /** Begins to listen; it goes on trying where that fails. */
  async start(): Promise<void> {
    this.#leave = watchEvents(this.#listener, {
      onEvents: (tenantId, inboxId) => {
        // What began before may not have seen it, and who is woken now asks once.
        this.#reads.delete(tenantId)
        for (const one of this.#subscribers.get(tenantId) ?? [])
          if (one.inboxId === null || one.inboxId === inboxId) one.wake()
        for (const one of this.#subscribers.get(inboxId) ?? []) one.wake()
      },
      onListening: () => {
        this.#reads.clear()
        for (const { wake } of this.#all()) wake()
      },
    })
    await this.#leave
  }

  /** Whether the process is ending: nothing is to be waited for any more. */
  get stopped(): boolean {
    return this.#stopped
  }

  /** Adds a subscriber to a tenant's events. @returns how to leave. */
  subscribe(tenantId: string, subscriber: Subscriber): () => void {
    // By inbox where there is one: thousands may wait in a tenant, each in an inbox of its own.
    const name = subscriber.inboxId ?? tenantId
    const group = this.#subscribers.get(name) ?? new Set()
    this.#subscribers.set(name, group.add(subscriber))
    if (this.#stopped) subscriber.end()
    return () => {
      if (group.delete(subscriber) && group.size === 0) this.#subscribers.delete(name)
    }
  }

  /** Events behind a position; those who ask for the same share one look into the database, while nothing else happens. */
  read(reach: Reach, types: readonly EventName[] | null, after: number): Promise<EventBatch> {
    const { tenantId, inboxId } = reach
    const reads = this.#reads.get(tenantId) ?? new Map<string, Promise<EventBatch>>()
    this.#reads.set(tenantId, reads)
    const name = JSON.stringify([inboxId, types, after])
    const known = reads.get(name)
    if (known !== undefined) return known
    const reading = readEvents(this.#database, reach, types, after).finally(() => {
      if (reads.delete(name) && reads.size === 0 && this.#reads.get(tenantId) === reads)
        this.#reads.delete(tenantId)
    })
    reads.set(name, reading)
    return reading
  }

  /** Calls `end` soon after the key has been revoked or has expired. @returns how to stop watching. */
  watchKey({ tenantId, keyId }: Pick<Principal, 'tenantId' | 'keyId'>, end: () => void): () => void {
    const watched = this.#keys.get(keyId) ?? { tenantId, ends: new Set() }
    this.#keys.set(keyId, watched)
    watched.ends.add(end)
    this.#scheduleKeyCheck()
    return () => {
      watched.ends.delete(end)
      if (watched.ends.size === 0) this.#keys.delete(keyId)
    }
  }

  /** Ends everybody's waiting, and listens no more. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#keyCheck)
    for (const { end } of this.#all()) end()
    await (await this.#leave)?.()
  }

  #all(): Subscriber[] {
    return [...this.#subscribers.values()].flatMap((group) => [...group])
  }

  /** Asks for all keys at once, for as long as there are any. */
  #scheduleKeyCheck(): void {
    if (this.#keyCheck !== undefined || this.#stopped) return
    this.#keyCheck = setTimeout(() => {
      this.#checkKeys()
        // Whether a key lives can't be told while the database is away, and nothing is shown then either.
        .catch((error: unknown) => this.#log.debug({ err: error }, 'keys of streams could not be checked'))
        .finally(() => {
          this.#keyCheck = undefined
          if (this.#keys.size > 0) this.#scheduleKeyCheck()
        })
    }, limits.streamKeyMs).unref()
  }

  async #checkKeys(): Promise<void> {
    const asked = [...this.#keys]
    if (asked.length === 0) return
    const live = await findLiveKeys(
      this.#database,
      asked.map(([keyId, { tenantId }]) => ({ keyId, tenantId })),
    )
    for (const [keyId, { ends }] of asked) if (!live.has(keyId)) for (const end of [...ends]) end()
  }
}
