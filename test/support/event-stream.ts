/** A reader of server-sent events over a real socket, as strict as the standard asks of one. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'

/** An event as it was received; `data` is parsed. */
export interface ReceivedEvent {
  id: string | null
  event: string
  data: { event?: string; timestamp?: string; data?: Record<string, unknown>; message?: string }
}

/** What a server answered that didn't open a stream. */
export class StreamRefused extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
    this.body = body
  }
}

export class EventStreamReader {
  /** All events so far, oldest first. */
  readonly received: ReceivedEvent[] = []
  readonly headers: IncomingMessage['headers']
  /** Resolves when the stream has ended, whoever ended it. */
  readonly ended: Promise<void>
  comments = 0
  readonly #request: ClientRequest
  readonly #response: IncomingMessage
  readonly #waiting: ((event: ReceivedEvent) => void)[] = []
  #handedOut = 0
  #rest = ''

  private constructor(clientRequest: ClientRequest, response: IncomingMessage) {
    this.#request = clientRequest
    this.#response = response
    this.headers = response.headers
    this.ended = new Promise((resolve) => response.once('close', resolve))
    response.on('error', () => {})
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#read(text))
  }

  /** Opens a stream below /api/v1. @throws StreamRefused. */
  static open(apiUrl: string, key: string, query = '', lastEventId?: string): Promise<EventStreamReader> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      }
      const clientRequest = request(`${apiUrl}/api/v1/events${query}`, { headers, agent: false })
      clientRequest.on('error', reject)
      clientRequest.on('response', (response) => {
        if (response.statusCode === 200) resolve(new EventStreamReader(clientRequest, response))
        else {
          let body = ''
          response.setEncoding('utf8')
          response.on('data', (text: string) => {
            body += text
          })
          response.on('end', () => reject(new StreamRefused(response.statusCode ?? 0, body)))
        }
      })
      clientRequest.end()
    })
  }

  /** The oldest event not handed out yet, awaited when there is none. */
  next(): Promise<ReceivedEvent> {
    const event = this.received[this.#handedOut]
    if (event !== undefined) {
      this.#handedOut++
      return Promise.resolve(event)
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** The next `count` events. */
  async take(count: number): Promise<ReceivedEvent[]> {
    const events: ReceivedEvent[] = []
    while (events.length < count) events.push(await this.next())
    return events
  }

  /** Takes nothing more from the socket until {@link resume}. */
  pause(): void {
    this.#response.pause()
  }

  resume(): void {
    this.#response.resume()
  }

  /** Hangs up. */
  close(): void {
    this.#request.destroy()
  }

  #read(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop()!
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => {
        const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [undefined, line, '']
        return [name, value] as const
      })
      const field = (name: string) => fields.find(([known]) => known === name)?.[1]
      if (field('') !== undefined) this.comments++
      const data = field('data')
      if (data === undefined) continue
      const event = {
        id: field('id') ?? null,
        event: field('event') ?? 'message',
        data: JSON.parse(data) as ReceivedEvent['data'],
      }
      this.received.push(event)
      const waiting = this.#waiting.shift()
      if (waiting === undefined) continue
      this.#handedOut++
      waiting(event)
    }
  }
}
