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
/** Milliseconds without a sign, of which the service gives one each 15 seconds, after which a stream counts as lost. */
const silentMs = 45_000
/** Milliseconds before listening for notifications again, and what that grows to while it fails. */
const listenAgainMs = { first: 2_000, longest: 30_000 }

/** A message that follows one would be sent elsewhere. */
const redirect = 'manual'

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
  #beginning: Promise<void> | undefined
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
    const signal = AbortSignal.timeout(closeMs)
    await fetch(this.#url, { method: 'DELETE', headers: this.#headers(), signal, redirect }).catch(() => {})
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
      if (method === 'resources/subscribe' && params?.uri !== undefined && refusalOf(text) === undefined)
        this.#subscribed.add(params.uri)
      if (method === 'resources/unsubscribe' && params?.uri !== undefined) this.#subscribed.delete(params.uri)
      if (text !== '') this.#say(text)
    } catch (error) {
      if (id !== undefined) this.#fail(id, -32_000, (error as Error).message)
    }
  }

  /** Posts a message; resolves with the answer, '' where there is none. @throws with words for the client. */
  async #post(line: string, again = true): Promise<string> {
    const sessionId = this.#sessionId
    const headers = { ...this.#headers(), 'content-type': 'application/json' }
    const { signal } = this.#end
    const response = await fetch(this.#url, {
      method: 'POST',
      headers,
      body: line,
      signal,
      redirect,
    }).catch(() => {
      throw new Error(
        signal.aborted ? 'The client has gone.' : `The service can not be reached at ${this.#url.origin}.`,
      )
    })
    const text = lineOf(await response.text())
    if (response.ok && text === null)
      throw new Error(`What answers at ${this.#url.origin} is not the service: is a sign-in page in between?`)
    if (response.ok && begins(line)) this.#sessionId = response.headers.get('mcp-session-id') ?? undefined
    if (response.ok && text !== null) return text
    // The service has forgotten the session.
    if (again && response.status === 404 && this.#initialize !== undefined && !begins(line)) {
      await this.#beginAgain(sessionId)
      return await this.#post(line, false)
    }
    if (response.status >= 300 && response.status < 400)
      throw new Error(`What answers at ${this.#url.origin} redirects, which is not followed.`)
    throw new Error(refusalOf(text ?? '') ?? `The service answered ${response.status}.`)
  }

  /** Listens for notifications until the end, or until the service has no room for a session. */
  async #listen(): Promise<void> {
    const { signal } = this.#end
    let pause = listenAgainMs.first
    while (!signal.aborted && this.#sessionId !== undefined) {
      const silence = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const listenOn = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), silentMs)
      }
      try {
        listenOn()
        const stream = await this.#openStream(this.#sessionId, AbortSignal.any([signal, silence.signal]))
        if (stream !== null) {
          pause = listenAgainMs.first
          for await (const { data } of readEvents(stream, listenOn)) this.#say(data)
        }
      } catch {
        // What can't be reached now is tried again.
      } finally {
        clearTimeout(timer)
      }
      await sleep(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(2 * pause, listenAgainMs.longest)
    }
  }

  /** Null where there is nothing to hear: where the service has forgotten the session, another was begun. */
  async #openStream(sessionId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    const headers = { ...this.#headers(), accept: 'text/event-stream' }
    const { ok, status, body } = await fetch(this.#url, { headers, signal, redirect })
    if (ok) return body
    await body?.cancel()
    if (status === 404) await this.#beginAgain(sessionId)
    return null
  }

  /** Begins another session in place of `gone`, once for all calls that have found it gone. */
  async #beginAgain(gone: string | undefined): Promise<void> {
    if (this.#sessionId !== gone) return
    this.#beginning ??= this.#beginAnother()
      .catch((error: unknown) => {
        // Without all that was subscribed to it is none: whoever comes next begins it once more.
        this.#sessionId = gone
        throw error
      })
      .finally(() => {
        this.#beginning = undefined
      })
    await this.#beginning
  }

  async #beginAnother(): Promise<void> {
    if (this.#initialize === undefined) return
    await this.#post(this.#initialize)
    for (const uri of this.#subscribed) {
      await this.#post(
        JSON.stringify({
          jsonrpc: '2.0',
          id: `again ${uri}`,
          method: 'resources/subscribe',
          params: { uri },
        }),
        false,
      )
      // What came between the two sessions was told to nobody.
      this.#say(
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } }),
      )
    }
  }

  #fail(id: Id | null, code: number, message: string): void {
    this.#say(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer as one line, as stdio has it; null for what is no message. */
function lineOf(text: string): string | null {
  if (text === '') return text
  try {
    const message: unknown = JSON.parse(text)
    if (!isMessage(message)) return null
    return text.includes('\n') ? JSON.stringify(message) : text
  } catch {
    return null
  }
}

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
