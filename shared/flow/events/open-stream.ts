/** Opening an event stream: for whom, from where on, and only so many. */

import { ServiceError } from '../../domain/errors.ts'
import type { EventName } from '../../domain/event.ts'
import { notAnEvent } from '../../domain/event-stream.ts'
import { isId, ordinalOfId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/database.ts'
import { findPositionAgo, findPositions } from '../../store/event.ts'
import type { EventFeed } from './feed.ts'
import { EventStream } from './stream.ts'

/** What a stream is to show. */
export interface StreamRequest {
  /** Null: of every inbox within reach. */
  inboxId: string | null
  types: EventName[] | null
  /** The last event that the reader has seen; null: it begins now. */
  lastEventId: string | null
  /** Seconds ago at which one without a last event begins. */
  waited: number
}

/** Opens event streams of one process. */
export class EventStreams {
  readonly #parts: { database: Database; feed: EventFeed; log: Log }
  readonly #open = new Map<string, number>()

  constructor(parts: { database: Database; feed: EventFeed; log: Log }) {
    this.#parts = parts
  }

  /**
   * A stream of the events behind the last one seen. It ends when the process does, and soon after the key is revoked.
   * @throws ServiceError `validation_error` for what is no event's identifier, `too_many_streams`.
   */
  async open(
    principal: Principal,
    { inboxId, types, lastEventId, waited }: StreamRequest,
  ): Promise<EventStream> {
    const { tenantId, keyId } = principal
    if (lastEventId !== null && !isId('event', lastEventId))
      throw new ServiceError('validation_error', undefined, {
        details: [{ path: 'headers.last-event-id', message: notAnEvent }],
      })
    const leave = this.#enter(keyId)
    try {
      const { database, feed, log } = this.#parts
      const { last, purged } = await findPositions(database, tenantId)
      const begins = waited === 0 ? last : Math.min(last, await findPositionAgo(database, tenantId, waited))
      const seen = lastEventId === null ? Math.max(begins, purged) : ordinalOfId(lastEventId)
      // Behind the last event there is nothing: the database is an older one than that the reader knew.
      const after = seen > last ? last : Math.max(seen, purged)
      const order = { reach: { tenantId, inboxId }, types, after, gap: after !== seen }
      const stream = new EventStream(feed, order, log)
      const unwatch = feed.watchKey(principal, () => stream.end())
      stream.once('close', () => {
        unwatch()
        leave()
      })
      return stream
    } catch (error) {
      leave()
      throw error
    }
  }

  #enter(keyId: string): () => void {
    const open = this.#open.get(keyId) ?? 0
    if (open >= limits.streamsPerKey)
      throw new ServiceError('too_many_streams', `The key has ${open} event streams open already.`, {
        retryAfter: 1,
      })
    this.#open.set(keyId, open + 1)
    return () => {
      const left = (this.#open.get(keyId) ?? 1) - 1
      if (left === 0) this.#open.delete(keyId)
      else this.#open.set(keyId, left)
    }
  }
}
