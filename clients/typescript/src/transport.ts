/** How requests are made: with the key, tried again where that is safe, errors as exceptions. */
import { bodyOf, errorOf, isObject, isText, objectOf, StrangeAnswerError } from './answer.ts'
import { AgentEmailError, type ApiError, ConnectionError, TimeoutError } from './errors.ts'
import { operationTable } from './operations.ts'
import { type Input, idempotencyKeyOf, jsonFrom, type Request, requestOf } from './request.ts'
import { addressProblem, serviceAt } from './service-address.ts'
import type { Answer, OperationName, Query } from './types.ts'

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

/** Longest wait between two attempts that is made without being asked, in milliseconds. */
const longestPauseMs = 8_000
/** A service that says to wait for longer than this isn't waited for: its error is thrown. In seconds. */
const longestRetryAfter = 60

/** Seconds that the service waits in a call, of an operation or of a tool, that doesn't say for how long. */
const waitsUnasked: Readonly<Record<string, number>> = { wait_for_message: 30 }

/** A variable of the environment, where there is one: a browser has none. */
export const fromEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name] || undefined

/** Makes requests of one service with one key. */
export class Transport {
  readonly #apiKey: string | undefined
  readonly #base: string
  readonly #timeoutMs: number
  readonly #maxRetries: number
  readonly #fetch: typeof fetch

  /** Without a key, only what needs none can be called. @throws AgentEmailError for a `baseUrl` that can't be that of a service. */
  constructor({ apiKey, baseUrl, timeoutMs = 60_000, maxRetries = 2, ...rest }: ClientOptions) {
    this.#apiKey = apiKey
    // Of a file it comes with a line end.
    const url = (baseUrl || (fromEnvironment('AGENT_EMAIL_URL') ?? 'http://127.0.0.1:8080')).trim()
    const problem = addressProblem(url)
    if (problem !== undefined) throw new AgentEmailError(`baseUrl ${problem}`)
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
    return this.#attempts(
      name,
      input,
      options,
      async (response) => (await objectOf(response)) as Answer<Name>,
    )
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
    const request = {
      url: `${this.#base}/mcp`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: jsonFrom({ jsonrpc: '2.0', id: 1, method, params }),
    }
    const timeout = AbortSignal.timeout(this.#timeoutOf(params.name, params.arguments, options))
    const outcome = await this.#attemptTo(timeout, async () => {
      const response = await this.#send(
        request,
        signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      )
      return resultOf(await objectOf(response))
    })
    if ('result' in outcome) return outcome.result
    signal?.throwIfAborted()
    throw outcome.error
  }

  #authorization(): Record<string, string> {
    return this.#apiKey === undefined ? {} : { authorization: `Bearer ${this.#apiKey}` }
  }

  /** Begins to read an answer of the media type that goes on, once: its reader makes it again. @throws as `call`. */
  async stream<Name extends OperationName>(
    name: Name,
    mediaType: string,
    {
      query,
      headers = {},
      signal,
    }: { query?: Query<Name>; headers?: Record<string, string>; signal: AbortSignal },
  ): Promise<ReadableStream<Uint8Array>> {
    const request = requestOf(this.#base, name, { query }, headers)
    const outcome = await this.#attemptTo(signal, async () =>
      bodyOf(await this.#send(request, signal), mediaType),
    )
    if ('result' in outcome) return outcome.result
    signal.throwIfAborted()
    throw outcome.error
  }

  /** How often a request that failed is made again. */
  get maxRetries(): number {
    return this.#maxRetries
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
    if (method === 'POST')
      headers['idempotency-key'] =
        options.idempotencyKey === undefined ? crypto.randomUUID() : idempotencyKeyOf(options.idempotencyKey)
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
    const request = requestOf(this.#base, name, { ...input, query }, headers)
    const timeout = AbortSignal.timeout(this.#timeoutOf(name, query, options))
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
    return this.#attemptTo(timeout, async () => read(await this.#send(request, signal)))
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

  /** A call in which the service waits is waited for as long, and a little longer. */
  #timeoutOf(name: unknown, asksFor: unknown, { timeoutMs }: RequestOptions): number {
    const { timeout } = (asksFor ?? {}) as { timeout?: unknown }
    const waits = timeout ?? waitsUnasked[String(name)]
    const asked = typeof waits === 'number' ? waits * 1_000 + 10_000 : 0
    return timeoutMs ?? Math.max(asked, this.#timeoutMs)
  }

  /** @throws ApiError where the answer is no success. */
  async #send({ url, headers, ...request }: Request, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch(url, {
      ...request,
      headers: { ...this.#authorization(), ...headers },
      signal,
      // One that is followed would take the key elsewhere.
      redirect: 'manual',
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
}

/** What a method of the Model Context Protocol answers (JSON-RPC 2.0). */
function resultOf(answer: Record<string, unknown> = {}): unknown {
  const { result, error } = answer
  if (isObject(error) && isText(error.message)) throw new AgentEmailError(error.message)
  if (!isObject(result)) throw new StrangeAnswerError('the answer has no result')
  return result
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
