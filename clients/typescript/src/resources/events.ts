/** Events as they happen: a stream that is taken up again where it broke off. */
import { isObject, StrangeAnswerError } from '../answer.ts'
import { AgentEmailError, type ApiError, ConnectionError, TimeoutError } from '../errors.ts'
import { readEvents, type StreamedEvent } from '../event-stream.ts'
import { isHeaderText } from '../request.ts'
import { pause, type Transport } from '../transport.ts'
import type { Schema, ServiceEvent } from '../types.ts'
import { clock, waitedSince } from '../waiting.ts'

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
   * @throws ApiError where the service refuses it for good; ConnectionError where something else than the service answers
   * as often as a request is tried; AgentEmailError for an event that can't be read.
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<StreamEvent, void, undefined> {
    const { types, slug, inboxId, signal } = options
    let lastEventId = options.lastEventId
    if (lastEventId !== undefined && !isHeaderText(lastEventId))
      throw new AgentEmailError(
        'lastEventId must be the id of an event, such as evt_01ka2b3c4d5e6f7g8h9j0kmnpq',
      )
    let failures = 0
    let strangers = 0
    const began = clock()
    let attempts = 0
    while (signal?.aborted !== true) {
      const silence = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const listenOn = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(new TimeoutError('the stream fell silent')), silentMs)
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
        const stream = await this.#transport.stream('stream_events', 'text/event-stream', {
          query: again ? { ...query, waited: waitedSince(began) } : query,
          headers,
          signal: either,
        })
        strangers = 0
        // It has been there, with an event or without: that it breaks off then is no failure.
        const goOnBehind = (id: string) => {
          failures = 0
          lastEventId = id
        }
        for await (const streamed of readEvents(stream, listenOn, goOnBehind)) {
          failures = 0
          const event = eventOf(streamed)
          if (event.id !== '') lastEventId = event.id
          yield event
        }
      } catch (error) {
        if (signal?.aborted) return
        if (!mayPass(error)) throw error
        if (error instanceof StrangeAnswerError && strangers++ >= this.#transport.maxRetries) throw error
      } finally {
        clearTimeout(timer)
        silence.abort()
      }
      const ms = Math.min(pauses.longestMs, pauses.firstMs * 2 ** failures++)
      await pause(ms * (0.5 + Math.random() / 2), signal).catch(() => {})
    }
  }
}

/** Whether a stream that ended so may be taken up: what is refused, or can't be read, would be so again. */
function mayPass(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as Partial<ApiError>
  return error instanceof ConnectionError || status === 429 || status >= 500
}

/** @throws AgentEmailError for an event that is none of the service's. */
function eventOf({ id, event, data }: StreamedEvent): StreamEvent {
  let payload: unknown
  try {
    payload = JSON.parse(data)
  } catch (cause) {
    throw new AgentEmailError(`the event ${id} of the stream is no JSON`, { cause })
  }
  if (!isObject(payload)) throw new AgentEmailError(`the event ${id} of the stream is no object of JSON`)
  return { id, type: event, payload } as StreamEvent
}
