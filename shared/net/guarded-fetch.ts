/** HTTP to addresses that strangers chose: public ones only, DNS pinned, no redirects, within a deadline. */
import { isIP } from 'node:net'
import { Agent, buildConnector, errors, request } from 'undici'
import { allowedByHost, checkUrl, hostOf, type UrlPolicy } from './check-url.ts'
import { createLookup, type Lookup, lookupBySystem } from './lookup-addresses.ts'
import { isPublicAddress } from './public-address.ts'
import { createResolver } from './resolver.ts'
import { within } from './within.ts'

export interface GetOptions {
  headers: Record<string, string>
  /** Milliseconds for all of it: look-up, connection, answer. */
  deadlineMs: number
  /** Bytes kept of the answer's body; beyond them the connection is dropped. */
  maxResponseBytes: number
}

export interface PostOptions extends GetOptions {
  body: string
}

/** Why no answer was had; `blocked`: the policy refuses the URL or where it leads. */
export type FetchFailureKind = 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol'

/** The answer, whatever its status, or why there was none. */
export type PostResult =
  | {
      status: number
      body: string
      latencyMs: number
      /** Seconds after which it asks to be tried again (RFC 9110 §10.2.3); null where it doesn't say. */
      retryAfterSeconds: number | null
    }
  | { kind: FetchFailureKind; message: string; latencyMs: number }

/** Who asks: firewalls of the web refuse those who don't say, by rules that many have switched on. */
const userAgent = 'agent-email-service'
/** Milliseconds a look-up and the connection after it may take. */
const connectMs = 5_000
/** Addresses of one name that are tried. */
const maxAddresses = 4

class FetchFailure extends Error {
  readonly kind: FetchFailureKind
  constructor(kind: FetchFailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Posts under a policy, over connections that are kept alive. */
export class GuardedFetch {
  readonly #policy: UrlPolicy
  readonly #lookup: Lookup
  readonly #agent: Agent

  constructor(
    policy: UrlPolicy,
    options: { lookup?: Lookup; connectionsPerHost?: number; ca?: string } = {},
  ) {
    this.#policy = policy
    this.#lookup = options.lookup ?? createLookup(createResolver([]))
    this.#agent = new Agent({
      connect: guardedConnector(policy, this.#lookup, options.ca),
      // A request that waits for a connection spends its deadline unsent: callers bound how many there are.
      connections: options.connectionsPerHost ?? 1_024,
      pipelining: 1,
      keepAliveTimeout: 10_000,
      keepAliveMaxTimeout: 60_000,
      maxHeaderSize: 16_384,
    })
  }

  /** Posts once. Never throws for what the URL, its host or the network does; redirects are answers, not followed. */
  post(text: string, options: PostOptions): Promise<PostResult> {
    return this.#request('POST', text, options, options.body)
  }

  /** Gets once, as {@link post}. */
  get(text: string, options: GetOptions): Promise<PostResult> {
    return this.#request('GET', text, options, null)
  }

  async #request(
    method: 'GET' | 'POST',
    text: string,
    options: GetOptions,
    body: string | null,
  ): Promise<PostResult> {
    const started = performance.now()
    const latencyMs = () => Math.round(performance.now() - started)
    const checked = checkUrl(text, this.#policy)
    if ('problem' in checked) return { kind: 'blocked', message: checked.problem, latencyMs: 0 }
    const ended = new AbortController()
    const late = () => new FetchFailure('timeout', `no answer within ${options.deadlineMs} ms`)
    const timer = setTimeout(() => ended.abort(late()), options.deadlineMs)
    const headers = { 'user-agent': userAgent, ...options.headers }
    const { maxResponseBytes } = options
    try {
      const answer = await Promise.race([
        request(checked.url, {
          method,
          headers,
          body,
          dispatcher: this.#agent,
          signal: ended.signal,
        }),
        // undici hears of the signal only once it is connected.
        rejectedOn(ended.signal),
      ])
      const kept = await readSome(answer.body, maxResponseBytes)
      const retryAfterSeconds = secondsUntil(answer.headers['retry-after'])
      return { status: answer.statusCode, body: kept, latencyMs: latencyMs(), retryAfterSeconds }
    } catch (error) {
      const { kind, message } = failureOf(error)
      return { kind, message, latencyMs: latencyMs() }
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * What is wrong with a URL under the policy, before anything is posted to it; null where nothing is.
   * A host that can't be looked up now is let pass: every post looks it up, and checks it, again.
   */
  async check(text: string): Promise<string | null> {
    const checked = checkUrl(text, this.#policy)
    if ('problem' in checked) return checked.problem
    const host = hostOf(checked.url)
    if (checked.exempt || isIP(host) !== 0) return null
    const addresses = await within(connectMs, this.#lookup(host), slowLookup).catch(() => [])
    return addresses.every(isPublicAddress)
      ? null
      : `leads to an address that is not public; ${allowedByHost}`
  }

  /** Ends all connections, and with them the posts under way. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

const slowLookup = () => new FetchFailure('dns', 'the host name does not resolve in time')

function rejectedOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** Of a `Retry-After`: seconds, or a date; null where it is neither. */
function secondsUntil(field: string | string[] | undefined): number | null {
  if (typeof field !== 'string') return null
  if (/^\d{1,9}$/.test(field)) return Number(field)
  const at = Date.parse(field)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000))
}

/**
 * The first `maxBytes` of a body as text; a longer one is dropped with its connection. One that breaks off, or is
 * late, ends there: the status has said what there is to say.
 */
async function readSome(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > maxBytes) break
    }
  } catch {
    // What came before stays.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

/** Looks the host up, checks every address, and connects to those very addresses. */
function guardedConnector(
  policy: UrlPolicy,
  lookup: Lookup,
  ca: string | undefined,
): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs, allowH2: false, ...(ca === undefined ? {} : { ca }) })
  return (options, callback) => {
    const { protocol, hostname, port } = options
    // undici has taken the brackets off an IPv6 address.
    const authority = isIP(hostname) === 6 ? `[${hostname}]` : hostname
    const checked = checkUrl(`${protocol}//${authority}${port ? `:${port}` : ''}`, policy)
    if ('problem' in checked) return callback(new FetchFailure('blocked', checked.problem), null)
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const servername = options.servername ?? (isIP(host) ? undefined : host.replace(/\.$/, ''))
    const tryNext = (addresses: string[]): void => {
      const [address, ...rest] = addresses
      if (address === undefined) {
        callback(new FetchFailure('connect', 'no address answered'), null)
        return
      }
      connect(
        { ...options, hostname: address, ...(servername === undefined ? {} : { servername }) },
        (error, socket) => {
          if (error === null) callback(null, socket!)
          else if (rest.length > 0 && !isTlsError(error)) tryNext(rest)
          else callback(error, null)
        },
      )
    }
    within(connectMs, addressesOf(host, checked.exempt, lookup), slowLookup).then(tryNext, (error: Error) =>
      callback(error, null),
    )
  }
}

/** The addresses to connect to. @throws FetchFailure when there is none, or one of them is not public. */
async function addressesOf(host: string, exempt: boolean, lookup: Lookup): Promise<string[]> {
  if (isIP(host)) return [host]
  let addresses: string[]
  try {
    addresses = exempt ? await lookupBySystem(host) : await lookup(host)
  } catch (error) {
    throw new FetchFailure(
      'dns',
      `the host name does not resolve (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
      error,
    )
  }
  if (addresses.length === 0) throw new FetchFailure('dns', 'the host name has no address')
  if (!exempt && !addresses.every(isPublicAddress))
    throw new FetchFailure('blocked', 'the host name leads to a private address')
  return addresses.slice(0, maxAddresses)
}

function isTlsError(error: Error): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/.test(code)
}

/** What the receiver's owner may know of an error: the kind and its code, never an address of ours. */
function failureOf(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  const code = (error as NodeJS.ErrnoException).code ?? 'error'
  if (error instanceof Error && isTlsError(error))
    return new FetchFailure('tls', `TLS failed (${code})`, error)
  if (error instanceof errors.ConnectTimeoutError)
    return new FetchFailure('timeout', 'no connection in time', error)
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|EACCES|EPERM)$/.test(code))
    return new FetchFailure('connect', `no connection (${code})`, error)
  return new FetchFailure('protocol', `the connection failed (${code})`, error)
}
