/** The transports of the relay, as they are configured. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { type Config, ConfigError } from '../../config/config.ts'
import { type DkimKey, readDkimKey } from '../../shared/mail/dkim.ts'
import type { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import { isPublicAddress } from '../../shared/net/public-address.ts'
import { createResolver } from '../../shared/net/resolver.ts'
import { Capture } from '../../shared/relay/capture.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { Direct } from '../../shared/relay/direct.ts'
import type { SessionTarget } from '../../shared/relay/session.ts'
import { SmartHost, type TransportOptions, targetOf } from '../../shared/relay/smart-host.ts'
import type { Transport } from '../../shared/relay/transport.ts'

export interface Transports {
  outside: Transport
  local: Transport
  close(): Promise<void>
}

interface TransportParts {
  config: Config
  /** For policies of MTA-STS: to public addresses over https only. */
  fetch: GuardedFetch
  /** Our own listener in this process; null where it has none. */
  listener: () => { host: string; port: number } | null
}

const policyMs = 15_000
const policyBytes = 64 * 1_024

/** @throws ConfigError for a URL that can't be used. */
export function openTransports({ config, fetch, listener }: TransportParts): Transports {
  const options: TransportOptions = {
    name: config.SMTP_NAME ?? config.INBOX_DOMAIN,
    deadlines: deadlinesOf(config.RELAY_TIMEOUT_SECONDS),
    sessions: config.RELAY_CONNECTIONS,
  }
  const resolver = createResolver(config.DNS_SERVERS)
  const outside = openOutside()
  const local = new SmartHost(localTarget(config, listener), options)

  function openOutside(): Transport {
    const url = config.RELAY_URL
    if (url === 'capture:') return new Capture(join(config.DATA_DIR, 'outbox'))
    if (url !== 'mx:') {
      const target = targetOfSetting('RELAY_URL', url)
      return new SmartHost(() => target, options)
    }
    // Behind another MTA, a host of our name is that one.
    const own = new Set(
      config.SMTP_LMTP ? [] : [options.name, config.INBOX_DOMAIN].map((name) => name.toLowerCase()),
    )
    const allowed = new Set(config.RELAY_ALLOWED_HOSTS.map((host) => host.toLowerCase()))
    return new Direct({
      ...options,
      port: config.RELAY_MX_PORT,
      resolve: resolver.resolve,
      fetchPolicy: (domain) => fetchPolicy(domain, fetch),
      isOwn: (host) => own.has(host),
      mayReach: (host, address) => isPublicAddress(address) || allowed.has(host) || allowed.has(address),
    })
  }

  return {
    outside,
    local,
    async close() {
      await Promise.all([outside.close(), local.close()])
      resolver.close()
    },
  }
}

function targetOfSetting(name: string, url: string): SessionTarget {
  try {
    return targetOf(url)
  } catch (error) {
    throw new ConfigError([`${name}: ${(error as Error).message}`])
  }
}

/** Where our own listener is: as configured, or in this process, or where its settings say. */
function localTarget(
  { RELAY_LOCAL_URL: url, SMTP_HOST, SMTP_PORT, SMTP_LMTP: lmtp }: Config,
  listener: TransportParts['listener'],
): () => SessionTarget | null {
  if (url !== undefined) {
    const target = { ...targetOfSetting('RELAY_LOCAL_URL', url), lmtp }
    return () => target
  }
  return () => {
    const { host, port } = listener() ?? { host: SMTP_HOST, port: SMTP_PORT }
    if (port === 0) return null
    const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
    // Between our own parts on one machine there is nobody to hide from.
    return {
      host: isIP(address) === 0 ? address : 'localhost',
      address,
      port,
      secure: false,
      tls: 'off',
      lmtp,
    }
  }
}

/** The policy file of a domain (RFC 8461 §3.3): no redirects, 200 only. */
async function fetchPolicy(domain: string, fetch: GuardedFetch): Promise<string | null> {
  const answer = await fetch.get(`https://mta-sts.${domain}/.well-known/mta-sts.txt`, {
    headers: {},
    deadlineMs: policyMs,
    maxResponseBytes: policyBytes,
  })
  return 'status' in answer && answer.status === 200 ? answer.body : null
}

/** The keys that sent mail is signed with; none where DKIM is not configured. @throws ConfigError */
export function readDkimKeys(config: Config): DkimKey[] {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY_FILE } = config
  if (DKIM_DOMAIN === undefined || DKIM_SELECTOR === undefined || DKIM_PRIVATE_KEY_FILE === undefined)
    return []
  const [selectors, files] = [DKIM_SELECTOR, DKIM_PRIVATE_KEY_FILE].map((list) =>
    list.split(',').map((item) => item.trim()),
  ) as [string[], string[]]
  if (selectors.length !== files.length)
    throw new ConfigError(['DKIM_SELECTOR, DKIM_PRIVATE_KEY_FILE: give as many selectors as files'])
  return files.map((file, i) => {
    try {
      return readDkimKey(readFileSync(file, 'utf8'), DKIM_DOMAIN.toLowerCase(), selectors[i]!)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      throw new ConfigError([`DKIM_PRIVATE_KEY_FILE: ${code ?? message}`])
    }
  })
}
