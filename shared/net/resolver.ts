/** DNS look-ups for sender authentication and routing: cached, coalesced, each within a deadline. */
import { type AnyRecord, promises as dns } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { within } from './within.ts'

/** Records in the shapes of `dns.promises.resolve`: strings, rows of strings (TXT), or objects (MX). */
export type Records = Awaited<ReturnType<typeof dns.resolve>> | AnyRecord[]

export interface Resolver {
  /**
   * The records of `type` that `name` has.
   * @throws an Error with `code`: ENOTFOUND or ENODATA where there is none; ETIMEOUT, ESERVFAIL, EREFUSED …
   *   where no answer could be had.
   */
  resolve(this: void, name: string, type: string): Promise<Records>
  /** Ends look-ups under way with ECANCELLED. */
  close(): void
}

export interface ResolverOptions {
  /** Milliseconds a look-up may take, all servers and repeats included. */
  deadlineMs?: number
  /** Milliseconds an answer is remembered: DNS tells no lifetime of most record types here. */
  cacheMs?: number
  /** Milliseconds it is remembered that there is none. */
  negativeCacheMs?: number
  /** Answers remembered; the one longest unused goes first. */
  cacheSize?: number
  /** Finds an address of a server that is given by name; the system does, unless told otherwise. */
  lookupServer?: (host: string) => Promise<string>
}

/** Milliseconds after which a server that is given by name is looked up again: it may have moved. */
const serversMs = 60_000

interface Cached {
  until: number
  records: Records | null
  code: string
}

/** A resolver that asks `servers` (`host` or `host:port`), or the system's where there is none. */
export function createResolver(servers: readonly string[], options: ResolverOptions = {}): Resolver {
  const { deadlineMs = 4_000, cacheMs = 60_000, negativeCacheMs = 30_000, cacheSize = 10_000 } = options
  const { lookupServer = async (host) => (await lookup(host)).address } = options
  const asked = new Servers(servers, lookupServer, { timeout: Math.ceil(deadlineMs / 4), tries: 2 })
  const cache = new Map<string, Cached>()
  const running = new Map<string, Promise<Records>>()

  const remember = (key: string, entry: Cached): void => {
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value!)
    cache.set(key, entry)
  }

  const ask = async (key: string, name: string, type: string): Promise<Records> => {
    try {
      const records = (await within(
        deadlineMs,
        asked.current(name).then((resolver) => resolver.resolve(name, type)),
        () => dnsError('ETIMEOUT', name),
      )) as Records
      remember(key, { until: Date.now() + cacheMs, records, code: '' })
      return records
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (code === 'ENOTFOUND' || code === 'ENODATA')
        remember(key, { until: Date.now() + negativeCacheMs, records: null, code })
      throw error
    } finally {
      running.delete(key)
    }
  }

  return {
    async resolve(name, type) {
      const key = `${type} ${name.toLowerCase().replace(/\.$/, '')}`
      const cached = cache.get(key)
      if (cached !== undefined) {
        cache.delete(key)
        if (cached.until > Date.now()) {
          cache.set(key, cached)
          if (cached.records === null) throw dnsError(cached.code, name)
          return structuredClone(cached.records)
        }
      }
      const question = running.get(key) ?? ask(key, name, type)
      running.set(key, question)
      return structuredClone(await question)
    },
    close: () => asked.cancel(),
  }
}

/** Whom to ask. Servers given by name are looked up first, and again now and then, or once that has failed. */
class Servers {
  readonly #servers: readonly string[]
  readonly #lookupServer: (host: string) => Promise<string>
  readonly #options: { timeout: number; tries: number }
  readonly #named: boolean
  /** By the addresses of their servers: those of one that asks can't be changed. */
  readonly #resolvers = new Map<string, dns.Resolver>()
  #known: dns.Resolver | undefined
  #looking: Promise<dns.Resolver> | undefined
  #since = Number.NEGATIVE_INFINITY

  constructor(
    servers: readonly string[],
    lookupServer: (host: string) => Promise<string>,
    options: { timeout: number; tries: number },
  ) {
    this.#servers = servers
    this.#lookupServer = lookupServer
    this.#options = options
    this.#named = servers.some((server) => isIP(hostAndPort(server).host) === 0)
    if (!this.#named) this.#known = this.#resolverOf(servers)
  }

  /** @throws an Error with the code ECONNREFUSED where no server has an address: that says nothing of `name`. */
  async current(name: string): Promise<dns.Resolver> {
    if (!this.#named) return this.#known!
    const age = Date.now() - this.#since
    if (this.#known !== undefined && age >= 0 && age < serversMs) return this.#known
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    const looking = this.#looking.catch(() => undefined)
    // Where they were they mostly are, and nobody has to wait for that.
    const found = this.#known ?? (await looking)
    if (found === undefined) throw dnsError('ECONNREFUSED', name)
    return found
  }

  cancel(): void {
    for (const resolver of this.#resolvers.values()) resolver.cancel()
  }

  async #look(): Promise<dns.Resolver> {
    if (this.#known !== undefined) this.#since = Date.now()
    const addresses = await Promise.all(
      this.#servers.map(async (server) => {
        const { host, port } = hostAndPort(server)
        return isIP(host)
          ? server
          : `${bracketed(await this.#lookupServer(host))}${port === '' ? '' : `:${port}`}`
      }),
    )
    this.#known = this.#resolverOf(addresses)
    this.#since = Date.now()
    return this.#known
  }

  #resolverOf(addresses: readonly string[]): dns.Resolver {
    const key = addresses.join()
    let resolver = this.#resolvers.get(key)
    if (resolver === undefined) {
      resolver = new dns.Resolver(this.#options)
      if (addresses.length > 0) resolver.setServers(addresses.map(format))
      this.#resolvers.set(key, resolver)
    }
    return resolver
  }
}

function hostAndPort(server: string): { host: string; port: string } {
  if (isIP(server)) return { host: server, port: '' }
  const match = /^\[?([^\]]+?)\]?(?::(\d{1,5}))?$/.exec(server)
  return { host: match?.[1] ?? server, port: match?.[2] ?? '' }
}

const bracketed = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address)

function format(server: string): string {
  const { host, port } = hostAndPort(server)
  return port === '' ? host : `${bracketed(host)}:${port}`
}

/** Without a stack, which takes longer than all else: that a name has no records is an answer like others. */
function dnsError(code: string, name: string): NodeJS.ErrnoException {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const error = new Error(`query ${code} ${name}`)
  Error.stackTraceLimit = stackTraceLimit
  return Object.assign(error, { code })
}
