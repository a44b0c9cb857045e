/** An event stream: server-sent events of a tenant or an inbox, from a position of the outbox on, for as long as it is read. */
import { Readable } from 'node:stream'
import { type EventName, eventId } from '../../domain/event.ts'
import { limits } from '../../domain/limits.ts'
import type { Reach } from '../../domain/principal.ts'
import { eventPayload } from '../../events/index.ts'
import type { Log } from '../../lib/log.ts'
import type { StoredEvent } from '../../store/event.ts'
import type { EventFeed } from './feed.ts'

/** What a stream shows, and from where on. */
export interface StreamOrder {
  reach: Reach
  /** Null: all. */
  types: readonly EventName[] | null
  /** The position behind which it begins. */
  after: number
  /** Set where events between what the reader has seen and `after` are gone. */
  gap: boolean
}

/** Milliseconds that a reader is asked to wait before it connects again. */
const retryMs = 2_000

/**
 * Text of `text/event-stream` (HTML standard, server-sent events). It holds one batch at a time, and reads the next when
 * that has been taken: a slow reader falls behind in the outbox, not in memory, and one that takes nothing is cut off.
 */
export class EventStream extends Readable {
  readonly #feed: EventFeed
  readonly #order: StreamOrder
  readonly #log: Log
  readonly #unsubscribe: () => void
  readonly #heartbeat: NodeJS.Timeout
  #after: number
  /** The position that the reader knows of. */
  #told: number
  /** Heartbeats since it last looked for events. */
  #beats = 0
  /** Texts that have not been taken. */
  #waiting: string[] = []
  /** Whether the reader takes more. */
  #wanted = false
  /** Whether there may be events behind `#after`. */
  #dirty = true
  #pumping = false
  #ended = false
  #stall: NodeJS.Timeout | undefined

  constructor(feed: EventFeed, order: StreamOrder, log: Log) {
    super({ highWaterMark: 64 * 1024 })
    this.#feed = feed
    this.#order = order
    this.#log = log
    this.#after = order.after
    this.#told = order.after
    this.#waiting.push(`retry: ${retryMs}\n\n`)
    if (order.gap)
      this.#waiting.push(
        `event: stream.gap\ndata: ${JSON.stringify({ message: `Events are kept for ${limits.eventDays} days: some between the last one that was seen and the next are gone.` })}\n\n`,
      )
    // No event, but its reader keeps it: who breaks off before the first one goes on from here.
    this.#waiting.push(`id: ${eventId(order.after, new Date().toISOString())}\n\n`)
    this.#heartbeat = setInterval(() => void this.#beat(), limits.streamHeartbeatMs).unref()
    const { tenantId, inboxId } = order.reach
    this.#unsubscribe = feed.subscribe(tenantId, {
      inboxId,
      wake: () => {
        this.#dirty = true
        void this.#pump()
      },
      end: () => this.end(),
    })
  }

  /** Ends it, after what the reader is taking. */
  end(): void {
    this.#ended = true
    this.#waiting = []
    void this.#pump()
  }

  override _read(): void {
    this.#wanted = true
    clearTimeout(this.#stall)
    void this.#pump()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#stall)
    this.#unsubscribe()
    done(error)
  }

  /**
   * A comment; and where the stream has got further than its reader knows, the place: what was passed over is gone one day,
   * and who comes back from before that would be told of a gap.
   */
  async #beat(): Promise<void> {
    if (!this.#wanted || this.#pumping) return
    if (++this.#beats * limits.streamHeartbeatMs >= limits.streamPlaceMs) {
      this.#dirty = true
      await this.#pump()
      if (!this.#wanted || this.#pumping) return
    }
    const place = this.#after > this.#told ? `id: ${eventId(this.#after, new Date().toISOString())}\n` : ''
    this.#told = this.#after
    this.#waiting.push(`: \n${place}\n`)
    await this.#pump()
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    try {
      while (this.#wanted && !this.destroyed) {
        const text = this.#waiting.shift()
        if (text !== undefined) this.#take(text)
        else if (this.#ended) {
          this.push(null)
          return
        } else if (this.#dirty) await this.#fill()
        else return
      }
    } catch (error) {
      // The reader connects again, and goes on where it was.
      this.#log.warn({ err: error }, 'an event stream could not be read on')
      this.destroy()
    } finally {
      this.#pumping = false
    }
  }

  #take(text: string): void {
    this.#wanted = this.push(text)
    if (!this.#wanted) this.#stall = setTimeout(() => this.destroy(), limits.streamStallMs).unref()
  }

  async #fill(): Promise<void> {
    this.#dirty = false
    this.#beats = 0
    const { events, through, more, gone } = await this.#feed.read(
      this.#order.reach,
      this.#order.types,
      this.#after,
    )
    this.#after = through
    this.#dirty ||= more
    // Its reader asks again, and is told why; another inbox may have the slug by then.
    if (gone) this.#ended = true
    if (this.#ended || events.length === 0) return
    this.#waiting.push(...events.map(written))
    this.#told = events.at(-1)!.position
  }
}

/** One event: its identifier, its kind, and the payload that webhooks have too. */
function written({ position, type, message, facts, createdAt }: StoredEvent): string {
  const payload = JSON.stringify(eventPayload(type, message, facts, createdAt))
  return `id: ${eventId(position, createdAt)}\nevent: ${type}\ndata: ${payload}\n\n`
}
