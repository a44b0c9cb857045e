/** The sessions of clients: what a process remembers between their requests, which is what they want to be told of. */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'

/** One session: of one key, with the inboxes that it has subscribed to. */
export interface Session {
  readonly id: string
  readonly keyHash: string
  /** The open streams of events by the slug of their inbox. */
  readonly subscriptions: Map<string, Readable>
  /** Tells the client that a resource has changed, while it listens. */
  notify: ((uri: string) => void) | null
  usedAt: number
}

/** The sessions of one process; those that nobody uses are forgotten, the longest unused first where there are too many. */
export class Sessions {
  readonly #sessions = new Map<string, Session>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** How many there are. */
  get size(): number {
    return this.#sessions.size
  }

  /** Begins a session. @throws ServiceError `unavailable` where all that there may be are in use. */
  begin(keyHash: string): Session {
    this.#forgetIdle()
    const own = [...this.#sessions.values()].filter((session) => session.keyHash === keyHash)
    if (own.length >= limits.mcpSessionsPerKey) this.end(oldest(own))
    if (this.#sessions.size >= limits.mcpSessions) {
      const silent = [...this.#sessions.values()].filter(({ notify }) => notify === null)
      if (silent.length === 0)
        throw new ServiceError('unavailable', 'Too many sessions of the Model Context Protocol are open.', {
          retryAfter: limits.unavailableRetrySeconds,
        })
      this.end(oldest(silent))
    }
    const id = randomBytes(24).toString('base64url')
    const session: Session = { id, keyHash, subscriptions: new Map(), notify: null, usedAt: this.#now() }
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

  /** Ends a session, and what it is told of. */
  end(session: Session): void {
    this.#sessions.delete(session.id)
    for (const stream of session.subscriptions.values()) stream.destroy()
    session.subscriptions.clear()
    session.notify = null
  }

  /** Ends all of them. */
  close(): void {
    for (const session of [...this.#sessions.values()]) this.end(session)
  }

  #forgetIdle(): void {
    const since = this.#now() - limits.mcpSessionIdleMs
    for (const session of [...this.#sessions.values()])
      if (session.notify === null && session.usedAt < since) this.end(session)
  }
}

const oldest = (sessions: Session[]): Session =>
  sessions.reduce((first, one) => (one.usedAt < first.usedAt ? one : first))
