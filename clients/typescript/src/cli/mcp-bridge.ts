/** Passes messages of the Model Context Protocol between a program on stdio and the service's `/mcp`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../event-stream.ts'

type Id = string | number
interface Message {
  id?: Id
  method?: string
  params?: { uri?: string; protocolVersion?: string }
}

/** Milliseconds that calls under way still get once the client has closed its end. */
const closeMs = 2_000
/** Milliseconds between two attempts to listen for notifications. */
const listenAgainMs = 2_000

/** One client's way to the service; `say` is given each line for it. */
export class McpBridge {
  readonly #url: URL
  readonly #key: string
  readonly #say: (line: string) => void
  readonly #end = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  readonly #subscribed = new Set<string>()
  #sessionId: string | undefined
  #version: string | undefined
  #initialize: string | undefined
  #listening: Promise<void> | undefined

  constructor(url: URL, key: string, say: (line: string) => void) {
    this.#url = url
    this.#key = key
    this.#say = say
  }

  /** Takes a line of the client. What begins a session is waited for; calls then run side by side. */
  async take(line: string): Promise<void> {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      this.#fail(null, -32_700, 'The line is not valid JSON.')
      return
    }
    if (!isMessage(message)) {
      this.#fail(null, -32_600, 'The line must be one message of JSON-RPC 2.0.')
      return
    }
    const passed = this.#pass(line, message)
    if (message.method === 'initialize') {
      this.#initialize = line
      await passed
      return
    }
    this.#underWay.add(passed)
    void passed.finally(() => this.#underWay.delete(passed))
    if (message.method === 'notifications/initialized') this.#listening ??= this.#listen()
  }

  /** Waits a moment for what is under way, and ends it, and the session. */
  async close(): Promise<void> {
    const soon = new AbortController()
    await Promise.race([
      Promise.all(this.#underWay),
      sleep(closeMs, undefined, { signal: soon.signal }).catch(() => {}),
    ])
    soon.abort()
    this.#end.abort()
    await Promise.all(this.#underWay)
    await this.#listening
    if (this.#sessionId === undefined) return
    await fetch(this.#url, { method: 'DELETE', headers: this.#headers() }).catch(() => {})
  }

  #headers(): Record<string, string> {
    return {
      authorization: `Bearer ${this.#key}`,
      accept: 'application/json, text/event-stream',
      ...(this.#sessionId === undefined ? {} : { 'mcp-session-id': this.#sessionId }),
      ...(this.#version === undefined ? {} : { 'mcp-protocol-version': this.#version }),
    }
  }

  async #pass(line: string, { id, method, params }: Message): Promise<void> {
    try {
      const text = await this.#post(line)
      if (method === 'initialize') this.#version = versionOf(text)
      if (method === 'resources/subscribe' && params?.uri !== undefined) this.#subscribed.add(params.uri)
      if (method === 'resources/unsubscribe' && params?.uri !== undefined) this.#subscribed.delete(params.uri)
      if (text !== '') this.#say(text)
    } catch (error) {
      if (id !== undefined) this.#fail(id, -32_000, (error as Error).message)
    }
  }

  /** Posts a message; resolves with the answer, '' where there is none. @throws with words for the client. */
  async #post(line: string, again = true): Promise<string> {
    const headers = { ...this.#headers(), 'content-type': 'application/json' }
    const { signal } = this.#end
    const response = await fetch(this.#url, { method: 'POST', headers, body: line, signal }).catch(() => {
      throw new Error(
        signal.aborted ? 'The client has gone.' : `The service can not be reached at ${this.#url.origin}.`,
      )
    })
    const text = await response.text()
    const sessionId = response.headers.get('mcp-session-id')
    if (sessionId !== null) this.#sessionId = sessionId
    if (response.ok) return text
    // The service has forgotten the session.
    if (again && response.status === 404 && this.#initialize !== undefined && !begins(line)) {
      await this.#beginAgain()
      return await this.#post(line, false)
    }
    throw new Error(refusalOf(text) ?? `The service answered ${response.status}.`)
  }

  /** Listens for notifications until the end; where the service has forgotten the session, begins another. */
  async #listen(): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      try {
        const response = await fetch(this.#url, {
          headers: { ...this.#headers(), accept: 'text/event-stream' },
          signal,
        })
        if (response.status === 404) await this.#beginAgain()
        else if (response.ok && response.body !== null)
          for await (const { data } of readEvents(response.body, () => {})) this.#say(data)
      } catch {
        // What can't be reached now is tried again.
      }
      await sleep(listenAgainMs, undefined, { signal }).catch(() => {})
    }
  }

  async #beginAgain(): Promise<void> {
    if (this.#initialize === undefined) return
    this.#sessionId = undefined
    await this.#post(this.#initialize)
    for (const uri of this.#subscribed)
      await this.#post(
        JSON.stringify({
          jsonrpc: '2.0',
          id: `again ${uri}`,
          method: 'resources/subscribe',
          params: { uri },
        }),
        false,
      )
  }

  #fail(id: Id | null, code: number, message: string): void {
    this.#say(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const begins = (line: string): boolean => (JSON.parse(line) as Message).method === 'initialize'

/** The words of the service's own error, or of the protocol's. */
function refusalOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message
  } catch {
    return undefined
  }
}

function versionOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { result?: { protocolVersion?: string } }).result?.protocolVersion
  } catch {
    return undefined
  }
}
