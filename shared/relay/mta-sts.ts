/** MTA-STS (RFC 8461): what a domain demands of those who bring it mail, kept for as long as it says. */
import { parsePolicy, resolvePolicy } from 'mailauth/lib/mta-sts.js'
import type { Resolve } from './mx-hosts.ts'

/** Reads the policy file of a domain over https with a valid certificate; null where there is none to be had. */
export type FetchPolicy = (domain: string) => Promise<string | null>

interface Policy {
  mode: 'enforce' | 'testing' | 'none'
  mx?: string[]
  maxAge: number
}

interface Known {
  id: string
  policy: Policy
  /** Milliseconds since 1970. */
  expires: number
}

/** Domains that are remembered. */
const remembered = 10_000

/** Whether a pattern of a policy, in lower case, names a host (§4.1): its wildcard is the whole of one label, the leftmost. */
function names(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return pattern === host
  const dot = host.indexOf('.')
  return dot > 0 && host.slice(dot) === pattern.slice(1)
}

/** Policies by domain. */
export class MtaSts {
  readonly #resolve: Resolve
  readonly #fetch: FetchPolicy
  readonly #known = new Map<string, Known>()
  readonly #asked = new Map<string, number>()
  /** Questions under way: whoever comes meanwhile waits for the same answer. */
  readonly #asking = new Map<string, Promise<void>>()
  readonly #askAgainMs: number

  /** Domains are asked whether their policy has changed every `askAgainMs` milliseconds. */
  constructor(resolve: Resolve, fetch: FetchPolicy, askAgainMs = 300_000) {
    this.#resolve = resolve
    this.#fetch = fetch
    this.#askAgainMs = askAgainMs
  }

  /**
   * Whether mail for `domain` may go to a host, and must go encrypted, to a valid certificate of that host. Null where
   * the domain demands nothing. A policy that was had once holds until it expires, whoever hides it meanwhile.
   */
  async demandsOf(domain: string): Promise<((host: string) => boolean) | null> {
    await this.#refresh(domain)
    const known = this.#known.get(domain)
    if (known === undefined || known.expires < Date.now() || known.policy.mode !== 'enforce') return null
    const patterns = known.policy.mx ?? []
    return (host) => patterns.some((pattern) => names(pattern, host))
  }

  #refresh(domain: string): Promise<void> | undefined {
    const now = Date.now()
    const asking = this.#asking.get(domain)
    if (asking !== undefined || (this.#asked.get(domain) ?? 0) > now - this.#askAgainMs) return asking
    this.#remember(this.#asked, domain, now)
    const asked = this.#ask(domain, now).finally(() => this.#asking.delete(domain))
    this.#asking.set(domain, asked)
    return asked
  }

  /** Never throws. */
  async #ask(domain: string, now: number): Promise<void> {
    const id = await resolvePolicy(domain, { resolver: this.#resolve as never }).catch(() => false)
    if (typeof id !== 'string') return
    const known = this.#known.get(domain)
    // What expires before we ask again is renewed now.
    if (known !== undefined && known.id === id && known.expires > now + this.#askAgainMs) return
    const text = await this.#fetch(domain).catch(() => null)
    if (text === null) return
    try {
      const policy = parsePolicy(text) as unknown as Policy
      this.#remember(this.#known, domain, { id, policy, expires: now + policy.maxAge * 1_000 })
    } catch {
      // What can't be understood is no policy; the one before it stays.
    }
  }

  #remember<Value>(map: Map<string, Value>, domain: string, value: Value): void {
    map.delete(domain)
    if (map.size >= remembered) map.delete(map.keys().next().value!)
    map.set(domain, value)
  }
}
