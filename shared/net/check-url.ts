/** What can be said against a webhook's URL before anything is looked up. */
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** What webhook URLs may be. */
export interface UrlPolicy {
  /** Whether `http:` is allowed. */
  allowHttp: boolean
  /** Hosts exempt from the private-address guard, with port or without: `127.0.0.1:9999`, `[::1]`, `localhost`. */
  allowedHosts: readonly string[]
}

/** The URL, or why it is refused, in words fit for whoever set it. */
export type CheckedUrl = { url: URL; exempt: boolean } | { problem: string }

/** What the operator can do about a host that is refused. */
export const allowedByHost = 'the setting WEBHOOK_ALLOWED_HOSTS of the service exempts hosts'

const maxUrlCharacters = 2_048

/** Ports from 1024 up that belong to other protocols (WHATWG Fetch, bad ports). */
const foreignPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** Names that never lead to the public internet (RFC 6761, RFC 8375, ICANN's `.internal`). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa|invalid|test|onion)$/

/**
 * Checks a webhook's URL: scheme, credentials, port, and a host that is a non-public address in any notation or a
 * name that is private by rule. A name that passes is checked again when it has been looked up, at each connection.
 */
export function checkUrl(text: string, policy: UrlPolicy): CheckedUrl {
  if (text.length > maxUrlCharacters) return { problem: `must have at most ${maxUrlCharacters} characters` }
  if (!URL.canParse(text)) return { problem: 'must be a URL' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'must be an https URL' }
  if (url.protocol === 'http:' && !policy.allowHttp)
    return { problem: 'must be an https URL; the setting WEBHOOK_ALLOW_HTTP of the service allows http' }
  if (url.username !== '' || url.password !== '') return { problem: 'must not hold credentials' }
  const port = portOf(url)
  if (isExempt(hostOf(url), port, policy)) return { url, exempt: true }
  if ((port < 1_024 && port !== 80 && port !== 443) || foreignPorts.has(port))
    return { problem: `must not use port ${port}` }
  const host = hostOf(url)
  if (isIP(host) ? !isPublicAddress(host) : privateNames.test(host) || !host.includes('.'))
    return { problem: `must not lead to a private address; ${allowedByHost}` }
  return { url, exempt: false }
}

/** The host of `url`, as it is looked up: without brackets and trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** The port of `url`, told or by its scheme. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** Whether the operator has exempted `host` at `port`. */
function isExempt(host: string, port: number, { allowedHosts }: UrlPolicy): boolean {
  return allowedHosts.some((allowed) => {
    const entry = `http://${allowed.includes(':') && isIP(allowed) === 6 ? `[${allowed}]` : allowed}`
    if (!URL.canParse(entry)) return false
    const parsed = new URL(entry)
    const anyPort = !/:\d+$/.test(allowed) || isIP(allowed) === 6
    return hostOf(parsed) === host && (anyPort || portOf(parsed) === port)
  })
}
