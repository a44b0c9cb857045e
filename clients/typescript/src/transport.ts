/** How requests are made: with the key, tried again where that is safe, errors as exceptions. */
import {
  AgentEmailError,
  type ApiError,
  apiError,
  ConnectionError,
  type ErrorBody,
  TimeoutError,
} from './errors.ts'
import { operationTable } from './operations.ts'
import type { Answer, Body, OperationName, Query } from './types.ts'

export interface ClientOptions {
  /** `svc_live_…` or `svc_test_…`; unless told, `AGENT_EMAIL_KEY` of the environment. */
  apiKey?: string | undefined
  /**
   * Where the service is: `https://mail.example.com`, with or without `/api/v1`; unless told, `AGENT_EMAIL_URL` of the
   * environment, and where that isn't set, `http://127.0.0.1:8080`.
   */
  baseUrl?: string | undefined
  /** Milliseconds for one attempt to be answered in; 60,000 unless told. */
  timeoutMs?: number
  /** How often a request that failed is made again; 2 unless told. */
  maxRetries?: number
  /** The `fetch` to use. */
  fetch?: typeof fetch
}

/** For one request. */
export interface RequestOptions {
  /** Gives up the request, and all its attempts. */
  signal?: AbortSignal
  /** The `Idempotency-Key` of a POST; a random one unless told, so that it may be made again. */
  idempotencyKey?: string
  timeoutMs?: number
  maxRetries?: number
}

/** What an operation is given. */
export interface Input<Name extends OperationName> {
  path?: Record<string, string>
  /** As a function it is asked for each attempt. */
  query?: Query<Name> | (() => Query<Name>) | undefined
  body?: Body<Name> | undefined
}

/** Longest wait between two attempts that is made without being asked, in milliseconds. */
const longestPauseMs = 8_000
/** A service that says to wait for longer than this isn't waited for: its error is thrown. In seconds. */
const longestRetryAfter = 60

/** Seconds for which the service looks back for those who have waited. */
const longestWaited = 3_600
/** Seconds that a request is on its way: one more of what came before is better than one less of what came after. */
const onItsWay = 1

/** Seconds to be told of by a request that is made again, first made at `began`. */
export const waitedSince = (began: number): number =>
  Math.min(longestWaited, (Date.now() - began) / 1_000 + onItsWay)

/** A variable of the environment, where there is one: a browser has none. */
export const fromEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name] || undefined

/** Where a service is, without a slash at the end: it may lie under a path, and its address be given with `/api/v1`. */
export const serviceAt = (url: string): string => url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')

/** Whether a service can be at an address: `localhost:8080` is a URL, too, of a scheme `localhost`. */
export const isHttpUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Makes requests of one service with one key. */
export class Transport {
  readonly #apiKey: string | undefined
  readonly #base: string
  readonly #timeoutMs: number
  readonly #maxRetries: number
  readonly #fetch: typeof fetch

  /** Without a key, only what needs none can be called. @throws AgentEmailError for a `baseUrl` that is no URL of HTTP. */
  constructor({ apiKey, baseUrl, timeoutMs = 60_000, maxRetries = 2, ...rest }: ClientOptions) {
    this.#apiKey = apiKey
    const url = baseUrl || (fromEnvironment('AGENT_EMAIL_URL') ?? 'http://127.0.0.1:8080')
    if (!isHttpUrl(url)) throw new AgentEmailError(`baseUrl is no http or https URL: ${url}`)
    this.#base = serviceAt(url)
    this.#timeoutMs = timeoutMs
    this.#maxRetries = maxRetries
    this.#fetch = rest.fetch ?? ((...request) => globalThis.fetch(...request))
  }

  /** Calls an operation, and answers its JSON. @throws ApiError, ConnectionError. */
  async call<Name extends OperationName>(
    name: Name,
    input: Input<Name> = {},
    options: RequestOptions = {},
  ): Promise<Answer<Name>> {
    return this.#attempts(name, input, options, async (response) => {
      const text = await response.text()
      return (text === '' ? undefined : jsonOf(text)) as Answer<Name>
    })
  }

  /** Calls an operation that answers bytes. @throws as `call`. */
  async bytes<Name extends OperationName>(
    name: Name,
    input: Input<Name> = {},
    options: RequestOptions = {},
  ): Promise<Uint8Array> {
    return this.#attempts(
      name,
      input,
      options,
      async (response) => new Uint8Array(await response.arrayBuffer()),
    )
  }

  /** Calls a method of the service's Model Context Protocol, once, and answers its result. @throws as `call`. */
  async rpc(method: string, params: Record<string, unknown>, options: RequestOptions = {}): Promise<unknown> {
    const { signal } = options
    const timeout = AbortSignal.timeout(this.#timeoutOf(params.arguments, options))
    const answer = await this.#attemptTo(timeout, async () => {
      const response = await this.#fetch(`${this.#base}/mcp`, {
        method: 'POST',
        headers: {
          ...this.#authorization(),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
        redirect: 'error',
      })
      if (!response.ok) throw await errorOf(response)
      return jsonOf(await response.text()) as { result?: unknown; error?: { message: string } }
    })
    if ('error' in answer) {
      signal?.throwIfAborted()
      throw answer.error
    }
    const { result, error } = answer.result
    if (error !== undefined) throw new AgentEmailError(error.message)
    return result
  }

  #authorization(): Record<string, string> {
    return this.#apiKey === undefined ? {} : { authorization: `Bearer ${this.#apiKey}` }
  }

  /** Begins to read an answer that goes on, once: its reader makes it again. @throws as `call`. */
  async stream<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send(name, input, headers, signal)
    if (!response.ok) throw await errorOf(response)
    if (response.body === null) throw new ConnectionError('the answer has no body')
    return response.body
  }

  async #attempts<Name extends OperationName, Result>(
    name: Name,
    input: Input<Name>,
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const [method] = operationTable[name]
    const headers: Record<string, string> = {}
    // The same for all attempts: the service does it once, and answers it again.
    if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
    const retries = options.maxRetries ?? this.#maxRetries
    let lost = false
    for (let attempt = 0; ; attempt++) {
      const failure = await this.#attempt(name, input, headers, options, read)
      if ('result' in failure) return failure.result
      const { error } = failure
      options.signal?.throwIfAborted()
      // The attempt before has done it, and its answer was lost; there is nothing in one to a DELETE.
      if (lost && method === 'DELETE' && (error as Partial<ApiError>).status === 404)
        return undefined as Result
      lost ||= error instanceof ConnectionError || (error as ApiError).status >= 500
      if (attempt >= retries || !mayPass(error)) throw error
      await pause(pauseBefore(attempt, error), options.signal)
    }
  }

  async #attempt<Name extends OperationName, Result>(
    name: Name,
    input: Input<Name>,
    headers: Record<string, string>,
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<{ result: Result } | { error: AgentEmailError }> {
    const query = typeof input.query === 'function' ? (input.query as () => Query<Name>)() : input.query
    const timeout = AbortSignal.timeout(this.#timeoutOf(query, options))
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
    return this.#attemptTo(timeout, async () => {
      const response = await this.#send(name, { ...input, query }, headers, signal)
      if (!response.ok) throw await errorOf(response)
      return await read(response)
    })
  }

  /** What goes wrong while `work` is done, `timeout` ending it, as an error of ours. */
  async #attemptTo<Result>(
    timeout: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<{ result: Result } | { error: AgentEmailError }> {
    try {
      return { result: await work() }
    } catch (error) {
      if (error instanceof AgentEmailError) return { error }
      if (timeout.aborted)
        return { error: new TimeoutError('the service gave no answer in time', { cause: error }) }
      return { error: new ConnectionError('the service could not be reached', { cause: error }) }
    }
  }

  /** A call that asks the service to wait is waited for as long, and a little longer. */
  #timeoutOf(asksFor: unknown, { timeoutMs }: RequestOptions): number {
    const { timeout } = (asksFor ?? {}) as { timeout?: unknown }
    const asked = typeof timeout === 'number' ? timeout * 1_000 + 10_000 : 0
    return timeoutMs ?? Math.max(asked, this.#timeoutMs)
  }

  #send<Name extends OperationName>(
    name: Name,
    { path = {}, query, body }: Input<Name>,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const [method, template] = operationTable[name]
    const filled = template.replace(/\{(\w+)\}/g, (_, field: string) => segmentOf(path[field], field))
    const url = new URL(`${this.#base}/api/v1${filled}`)
    for (const [field, value] of Object.entries(query ?? {}).flatMap(fieldsOf))
      if (value !== undefined && value !== null)
        for (const one of [value].flat()) url.searchParams.append(field, String(one))
    return this.#fetch(url, {
      method,
      headers: {
        ...this.#authorization(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      redirect: 'error',
    })
  }
}

/** A parameter that is an object is one for each of its fields: `metadata[ticket]`. */
function fieldsOf([name, value]: [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]]
  return Object.entries(value).map(([field, one]) => [`${name}[${field}]`, one])
}

/** An empty segment, or one of dots, would lead to another operation. */
function segmentOf(value: string | undefined, field: string): string {
  if (value === undefined || value === '' || /^\.{1,2}$/.test(value))
    throw new AgentEmailError(`${field} must be given`)
  return encodeURIComponent(value)
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  // An empty one says nothing, and is no zero.
  const seconds = Number(response.headers.get('retry-after')?.trim() || Number.NaN)
  return apiError(response.status, bodyOf(text), Number.isFinite(seconds) ? seconds : null)
}

/** @throws ConnectionError for what is none: something in between has answered, such as the sign-in page of a network. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConnectionError('the answer is no JSON: is baseUrl the address of the service?', { cause })
  }
}

/** Proxies in between answer with pages of their own. */
function bodyOf(text: string): Partial<ErrorBody> {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<ErrorBody> }
    return error ?? {}
  } catch {
    return {}
  }
}

/** Whether the same request may succeed a little later. */
function mayPass(error: AgentEmailError): boolean {
  if (error instanceof ConnectionError) return true
  const { status, code, retryAfter } = error as ApiError
  if (retryAfter !== null && retryAfter > longestRetryAfter) return false
  return status === 429 || status >= 500 || code === 'idempotency_conflict'
}

function pauseBefore(attempt: number, error: AgentEmailError): number {
  const asked = (error as Partial<ApiError>).retryAfter
  if (typeof asked === 'number') return asked * 1_000
  return Math.min(longestPauseMs, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** @throws the signal's reason where it ends the wait. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
