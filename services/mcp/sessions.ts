/** The sessions of clients: what a process remembers between their requests, which is what they want to be told of. */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { limits } from '../../shared/domain/limits.ts'
import type { Principal } from '../../shared/domain/principal.ts'

/** A stream of the client that notifications go out by. */
export interface Listener {
  /** Tells that a resource has changed. */
  notify(uri: string): void
  /** What has changed and was not told yet. */
  untold(): Iterable<string>
  /** Ends the stream. */
  close(): void
}

/** What a session is told of: an inbox. */
export interface Subscription {
  /** Its events; null while they are opened, and while the client does not listen: they would take a stream of its key. */
  stream: Readable | null
  /** Goes on with them, where they were left. */
  resume(): void
}

/** One session: of one key, with the inboxes that it has subscribed to. */
export interface Session {
  readonly id: string
  readonly keyHash: string
  readonly tenantId: string
  /** By the slug of the inbox. */
  readonly subscriptions: Map<string, Subscription>
  /** Calls under way, by the id of their request. */
  readonly running: Map<string | number, AbortController>
  /** Null while the client does not listen. */
  listener: Listener | null
  /** The resources that have changed meanwhile. */
  readonly missed: Set<string>
  /** Those of which the present stream has told: where it is dead, nobody knows how much of that has arrived. */
  readonly told: Set<string>
  ended: boolean
  usedAt: number
}

/** Tells the client of a session that a resource has changed: now, or when it listens again. */
export function tell({ listener, missed, told }: Session, uri: string): void {
  if (listener === null) missed.add(uri)
  else {
    told.add(uri)
    listener.notify(uri)
  }
}

/** Tells of a resource no more. */
export function forget({ missed, told }: Session, uri: string): void {
  missed.delete(uri)
  told.delete(uri)
}

/** The sessions of one process; those that nobody uses are forgotten, the longest unused first where there are too many. */
export class Sessions {
  readonly #sessions = new Map<string, Session>()
  readonly #now: () => number
  /** Begins the id of each session of this process: other processes don't know what became of it. */
  readonly #mark = randomBytes(6).toString('base64url')

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** How many there are. */
  get size(): number {
    return this.#sessions.size
  }

  /** Begins a session; null where all that there may be are listened to: the client is then served without one. */
  begin({ keyHash, tenantId }: Pick<Principal, 'keyHash' | 'tenantId'>): Session | null {
    this.#forgetIdle()
    const all = [...this.#sessions.values()]
    const roomy =
      this.#makeRoom(
        all.filter((session) => session.keyHash === keyHash),
        limits.mcpSessionsPerKey,
      ) &&
      this.#makeRoom(
        all.filter((session) => session.tenantId === tenantId),
        limits.mcpSessionsPerTenant,
      ) &&
      this.#makeRoom(all, limits.mcpSessions)
    if (!roomy) return null
    const id = `${this.#mark}${randomBytes(18).toString('base64url')}`
    const session: Session = {
      id,
      keyHash,
      tenantId,
      subscriptions: new Map(),
      running: new Map(),
      listener: null,
      missed: new Set(),
      told: new Set(),
      ended: false,
      usedAt: this.#now(),
    }
    this.#sessions.set(id, session)
    return session
  }

  /** The session with an id, for the key that began it; null for all others, and where it is forgotten. */
  find(id: string, keyHash: string): Session | null {
    const session = this.#sessions.get(id)
    if (session === undefined || session.keyHash !== keyHash) return null
    session.usedAt = this.#now()
    return session
  }

  /** Whether an id was given by this process. */
  gave(id: string): boolean {
    return id.startsWith(this.#mark)
  }

  /**
   * Has `listener` tell the client of a session, of what it has missed first; false where the session has ended. It takes
   * the place of one before: a client that comes again has lost its connection, which may take a quarter of an hour to be
   * noticed here, and what was told by that may have been told to nobody.
   */
  listen(session: Session, listener: Listener): boolean {
    if (session.ended) return false
    const { listener: before, missed, told } = session
    session.listener = listener
    if (before !== null) {
      for (const uri of told) missed.add(uri)
      before.close()
    }
    const again = [...missed]
    missed.clear()
    told.clear()
    for (const uri of again) tell(session, uri)
    for (const subscription of session.subscriptions.values()) subscription.resume()
    return true
  }

  /** The stream of `listener` is over: the session counts as unused from now on. */
  leave(session: Session, listener: Listener): void {
    if (session.listener !== listener) return
    session.listener = null
    session.told.clear()
    for (const uri of listener.untold()) session.missed.add(uri)
    for (const { stream } of session.subscriptions.values()) stream?.destroy()
    session.usedAt = this.#now()
  }

  /** Ends a session, what it is told of, and the stream by which it is told. */
  end(session: Session): void {
    this.#sessions.delete(session.id)
    session.ended = true
    for (const { stream } of session.subscriptions.values()) stream?.destroy()
    session.subscriptions.clear()
    session.listener?.close()
    session.listener = null
  }

  /** Ends all of them. */
  close(): void {
    for (const session of [...this.#sessions.values()]) this.end(session)
  }

  /** Whether there is room among `sessions` for one more, the longest unused of those that nobody listens to making it. */
  #makeRoom(sessions: readonly Session[], most: number): boolean {
    const there = sessions.filter(({ ended }) => !ended)
    if (there.length < most) return true
    const silent = there.filter(({ listener }) => listener === null)
    if (silent.length === 0) return false
    this.end(oldest(silent))
    return true
  }

  #forgetIdle(): void {
    const since = this.#now() - limits.mcpSessionIdleMs
    for (const session of [...this.#sessions.values()])
      if (session.listener === null && session.usedAt < since) this.end(session)
  }
}

const oldest = (sessions: readonly Session[]): Session =>
  sessions.reduce((first, one) => (one.usedAt < first.usedAt ? one : first))
