/** Waiting for a message: those who wait in one inbox share each look into the database, and none is made for nothing. */
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Database } from '../../store/database.ts'
import { type Backlog, findBacklog, findWaited, type WaitFilter, type WaitHit } from '../../store/wait.ts'
import type { EventFeed } from './feed.ts'

/** What is waited for, where, from when on, and for how long. */
export interface WaitOrder {
  inboxId: string
  filter: WaitFilter
  /** Messages that could be read before count too; null: they don't. */
  backlog: Backlog | null
  /** Position to go on behind; null: from now on. */
  after: number | null
  timeoutMs: number
  /** Ends the wait: nobody is there to be answered. */
  signal: AbortSignal
}

interface Waiter {
  filter: WaitFilter
  after: number
  settle(outcome: WaitHit | Error): void
}

/** Those who wait in one inbox. */
interface Group {
  waiters: Set<Waiter>
  /** Counts the times it was woken: who finds it changed has to look again. */
  woken: number
  looking: boolean
  leave: () => void
}

/** The position of who has not looked yet: what others look for isn't for them. */
const notLooking = Number.MAX_SAFE_INTEGER

/** The waiting requests of one process. */
export class Waiters {
  readonly #database: Database
  readonly #feed: EventFeed
  readonly #groups = new Map<string, Group>()
  readonly #byKey = new Map<string, number>()

  constructor(database: Database, feed: EventFeed) {
    this.#database = database
    this.#feed = feed
  }

  /**
   * The first message that matches, or null when the time is up or the process ends; and where to go on.
   * @throws ServiceError `too_many_streams`, `bad_request` where the caller hung up.
   */
  async wait({ tenantId, keyId }: Principal, order: WaitOrder): Promise<WaitHit> {
    const waiting = this.#byKey.get(keyId) ?? 0
    if (waiting >= limits.waitsPerKey)
      throw new ServiceError('too_many_streams', `The key has ${waiting} requests waiting already.`, {
        retryAfter: 1,
      })
    this.#byKey.set(keyId, waiting + 1)
    try {
      return await this.#wait(tenantId, order)
    } finally {
      const left = (this.#byKey.get(keyId) ?? 1) - 1
      if (left === 0) this.#byKey.delete(keyId)
      else this.#byKey.set(keyId, left)
    }
  }

  async #wait(
    tenantId: string,
    { inboxId, filter, backlog, after, timeoutMs, signal }: WaitOrder,
  ): Promise<WaitHit> {
    const group = this.#join(tenantId, inboxId)
    const { promise, resolve, reject } = Promise.withResolvers<WaitHit>()
    // It may end while nobody waits for it yet.
    promise.catch(() => {})
    const waiter: Waiter = {
      filter,
      after: backlog === null && after !== null ? after : notLooking,
      settle: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
    }
    let late = false
    const timer = setTimeout(() => {
      late = true
      if (waiter.after !== notLooking) resolve({ id: null, position: waiter.after, backlog: null })
    }, timeoutMs)
    const hangUp = () => reject(new ServiceError('bad_request', 'The caller hung up.'))
    signal.addEventListener('abort', hangUp)
    try {
      if (signal.aborted) hangUp()
      // It joins before it looks: what is committed after the look wakes it.
      group.waiters.add(waiter)
      if (waiter.after !== notLooking) this.#look(tenantId, inboxId, group)
      else {
        const { woken } = group
        const hit = await findBacklog(this.#database, { tenantId, inboxId }, filter, backlog, after)
        if (hit.id !== null || late || this.#feed.stopped) return hit
        waiter.after = hit.position
        if (after !== null || group.woken !== woken) this.#look(tenantId, inboxId, group)
      }
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', hangUp)
      group.waiters.delete(waiter)
      if (group.waiters.size === 0 && this.#groups.get(inboxId) === group) {
        this.#groups.delete(inboxId)
        group.leave()
      }
    }
  }

  #join(tenantId: string, inboxId: string): Group {
    const known = this.#groups.get(inboxId)
    if (known !== undefined) return known
    const group: Group = { waiters: new Set(), woken: 0, looking: false, leave: () => {} }
    this.#groups.set(inboxId, group)
    group.leave = this.#feed.subscribe(tenantId, {
      inboxId,
      wake: () => {
        group.woken++
        this.#look(tenantId, inboxId, group)
      },
      end: () => {
        for (const { settle, after } of group.waiters)
          if (after !== notLooking) settle({ id: null, position: after, backlog: null })
      },
    })
    return group
  }

  /** Looks for all of a group at once; one look at a time, and another where it was woken meanwhile. */
  #look(tenantId: string, inboxId: string, group: Group): void {
    if (group.looking) {
      group.woken++
      return
    }
    group.looking = true
    const look = async () => {
      try {
        for (let seen = -1; seen !== group.woken; ) {
          seen = group.woken
          const waiters = [...group.waiters].filter(({ after }) => after !== notLooking)
          if (waiters.length === 0) return
          const asked = waiters.map(({ filter, after }) => ({ ...filter, after }))
          const hits = await findWaited(this.#database, { tenantId, inboxId }, asked)
          waiters.forEach((waiter, index) => {
            const hit = hits[index]!
            waiter.after = hit.position
            // Who begins to wait when the process is ending is told so as those were who waited then.
            if (hit.id !== null || this.#feed.stopped) waiter.settle(hit)
          })
        }
      } finally {
        // At once with the last comparison: whoever comes later looks itself.
        group.looking = false
      }
    }
    look().catch((error: Error) => {
      for (const { settle } of group.waiters) settle(error)
    })
  }
}
