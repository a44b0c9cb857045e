/** Events as they happen: a stream that is taken up again where it broke off. */
import { ApiError } from '../errors.ts'
import { readEvents } from '../event-stream.ts'
import { pause, type Transport, waitedSince } from '../transport.ts'
import type { Schema, ServiceEvent } from '../types.ts'

/** Which events, from where on. */
export interface StreamOptions {
  /** Only these kinds; all unless told. */
  types?: readonly Schema<'EventName'>[]
  /** Only those of the inbox with this slug. */
  slug?: string
  /** Only those of the inbox with this id. */
  inboxId?: string
  /** Goes on behind this event; unless told, the stream begins now. */
  lastEventId?: string
  /** Ends the stream. */
  signal?: AbortSignal
}

/** An event of the stream. `id` is what `lastEventId` takes; `stream.gap` says that some events are gone. */
export type StreamEvent =
  | { id: string; type: 'stream.gap'; payload: unknown }
  | {
      [Name in Schema<'EventName'>]: { id: string; type: Name; payload: ServiceEvent<Name> }
    }[Schema<'EventName'>]

/** Milliseconds without a sign, of which the service gives one each 15 seconds, after which a stream counts as lost. */
const silentMs = 45_000
const pauses = { firstMs: 500, longestMs: 15_000 }

/** Events. */
export class EventsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Events, until `signal` ends them. A stream that breaks off is taken up behind the last event, as often as it takes.
   * @throws ApiError where the service refuses it for good.
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<StreamEvent, void, undefined> {
    const { types, slug, inboxId, signal } = options
    let lastEventId = options.lastEventId
    let failures = 0
    const began = Date.now()
    let attempts = 0
    while (signal?.aborted !== true) {
      const silence = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const listenOn = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), silentMs)
      }
      try {
        listenOn()
        const query = {
          ...(types === undefined ? {} : { types: types.join(',') }),
          ...(slug === undefined ? {} : { slug }),
          ...(inboxId === undefined ? {} : { inbox_id: inboxId }),
        }
        // Until it is known where it begins, it is where it was first asked for.
        const again = lastEventId === undefined && attempts++ > 0
        const headers: Record<string, string> =
          lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
        const either = signal === undefined ? silence.signal : AbortSignal.any([silence.signal, signal])
        const stream = await this.#transport.stream(
          'stream_events',
          { query: again ? { ...query, waited: waitedSince(began) } : query },
          headers,
          either,
        )
        // It has been there, with an event or without: that it breaks off then is no failure.
        const goOnBehind = (id: string) => {
          failures = 0
          lastEventId = id
        }
        for await (const { id, event, data } of readEvents(stream, listenOn, goOnBehind)) {
          failures = 0
          if (id !== '') lastEventId = id
          yield { id, type: event, payload: JSON.parse(data) } as StreamEvent
        }
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
      } finally {
        clearTimeout(timer)
        silence.abort()
      }
      const ms = Math.min(pauses.longestMs, pauses.firstMs * 2 ** failures++)
      await pause(ms * (0.5 + Math.random() / 2), signal).catch(() => {})
    }
  }
}
