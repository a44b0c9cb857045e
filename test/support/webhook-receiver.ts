/** A real HTTP receiver for webhooks, which answers as the test says and remembers what it was sent. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the receiver does with one request. */
export type Answer =
  /** Answers; `bodyBytes` sends so many bytes of filler, `everyMs` one byte at a time at that pace. */
  | { status: number; headers?: Record<string, string>; body?: string; bodyBytes?: number; everyMs?: number }
  /** Reads the request and never answers. */
  | 'hang'
  /** Reads the request and closes the connection without an answer. */
  | 'close'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** When the request was complete, Unix time in milliseconds. */
  at: number
}

export class WebhookReceiver {
  /** All requests so far, oldest first. */
  readonly received: ReceivedRequest[] = []
  readonly #server = createServer((request, response) => void this.#handle(request, response))
  readonly #script: Answer[] = []
  readonly #waiting: ((request: ReceivedRequest) => void)[] = []
  #handedOut = 0
  #otherwise: Answer = { status: 200 }

  /** Listens on a free port of 127.0.0.1. */
  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Where to send webhooks: plain HTTP, an address that the guard against private ones must be told of. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  /** Queues answers, one for each request to come; once they are used up, {@link otherwise} applies. */
  answer(...answers: Answer[]): void {
    this.#script.push(...answers)
  }

  /** The answer to requests that no queued one is left for; 200 unless set. */
  otherwise(answer: Answer): void {
    this.#otherwise = answer
  }

  /** The oldest request not handed out yet, awaited when there is none. */
  next(): Promise<ReceivedRequest> {
    const request = this.received[this.#handedOut]
    if (request !== undefined) {
      this.#handedOut++
      return Promise.resolve(request)
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Ends all connections, hanging ones too. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const answer = this.#script.shift() ?? this.#otherwise
    this.#record({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
      at: Date.now(),
    })
    if (answer === 'hang') return
    if (answer === 'close') request.socket.destroy()
    else reply(response, answer)
  }

  #record(request: ReceivedRequest): void {
    this.received.push(request)
    const waiting = this.#waiting.shift()
    if (waiting === undefined) return
    this.#handedOut++
    waiting(request)
  }
}

function reply(response: ServerResponse, answer: Exclude<Answer, string>): void {
  response.writeHead(answer.status, answer.headers)
  const body = Buffer.from(answer.body ?? 'x'.repeat(answer.bodyBytes ?? 0))
  if (answer.everyMs === undefined) {
    response.end(body)
    return
  }
  let sent = 0
  const timer = setInterval(() => {
    if (sent < body.length) response.write(body.subarray(sent, ++sent))
    else response.end()
  }, answer.everyMs)
  response.once('close', () => clearInterval(timer))
}
