/** The patterns of domain lists: a domain, all subdomains of one, or an address. */
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { limits } from '../domain/limits.ts'

/** Characters of a domain name, and of a label of it (RFC 1035 §2.3.4). */
const domainCharacters = 253
const labelCharacters = 63

/**
 * A domain name in its one form: ASCII (IDNA), lower case, without a trailing dot; null for what is none.
 * Underscores are let through: mail is sent from such names.
 */
export function plainDomain(domain: string): string | null {
  const given = domain.replace(/\.$/, '')
  // The URL parser would also read numbers as an address: it is asked only for what isn't ASCII. That as it was given, since
  // JavaScript's lower case knows a final sigma, which is another letter there.
  const ascii = /^[\u0021-\u007e]+$/.test(given)
    ? given.toLowerCase()
    : domainToASCII(given).replace(/\.$/, '')
  if (ascii === '' || ascii.length > domainCharacters) return null
  const isLabel = (label: string) =>
    label.length <= labelCharacters &&
    /^[a-z0-9_-]+$/.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  return ascii.split('.').every(isLabel) ? ascii : null
}

/**
 * An address in its one form: the domain as {@link plainDomain}, the local part in lower case, composed (NFC) and
 * without quotes that it doesn't need. Null where it has no domain name: then no pattern matches it.
 */
export function plainAddress(address: string): { local: string; domain: string } | null {
  const at = address.lastIndexOf('@')
  const domain = at <= 0 ? null : plainDomain(address.slice(at + 1))
  if (domain === null) return null
  const given = address.slice(0, at).normalize('NFC').toLowerCase()
  const quoted = given.length > 2 && given.startsWith('"') && given.endsWith('"')
  const local = quoted ? given.slice(1, -1).replaceAll(/\\(.)/g, '$1') : given
  return { local, domain }
}

/** An address in its one form, to be compared; where it has none, in lower case. */
export function oneForm(address: string): string {
  const plain = plainAddress(address)
  return plain === null ? address.toLowerCase() : `${plain.local}@${plain.domain}`
}

/** One pattern in its one form; null for what is none. */
export function plainPattern(pattern: string): string | null {
  const text = pattern.trim()
  if (text.includes('@')) {
    const address = plainAddress(text)
    return address === null || address.local.includes('*') ? null : `${address.local}@${address.domain}`
  }
  const suffix = text.startsWith('*.')
  const domain = plainDomain(suffix ? text.slice(2) : text)
  return domain === null ? null : suffix ? `*.${domain}` : domain
}

export const addressPattern = z
  .string()
  .max(limits.policyPatternCharacters)
  .meta({ examples: ['example.com'] })

/** What is said of what is no pattern. */
export const noPattern =
  'must be a domain (example.com), the subdomains of one (*.example.com) or an address (user@example.com)'

/** The patterns of a list, ready to be asked; in any letter case, Unicode or ASCII. */
export class AddressPatterns {
  readonly #patterns: ReadonlySet<string>

  constructor(patterns: readonly string[]) {
    this.#patterns = new Set(patterns.flatMap((pattern) => plainPattern(pattern) ?? []))
  }

  /**
   * Whether a pattern matches `address`: its domain exactly, any domain that it is a subdomain of (not that domain
   * itself), or the whole address, whose local part counts in full (`+tag` included).
   */
  match(address: string): boolean {
    const plain = plainAddress(address)
    if (plain === null) return false
    const { local, domain } = plain
    if (this.#patterns.has(domain) || this.#patterns.has(`${local}@${domain}`)) return true
    for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1))
      if (this.#patterns.has(`*${domain.slice(dot)}`)) return true
    return false
  }
}

const remembered = new WeakMap<readonly string[], AddressPatterns>()

/** The patterns of a config's list; made once for the same array. */
export function patternsOf(domains: readonly string[]): AddressPatterns {
  let patterns = remembered.get(domains)
  if (patterns === undefined) {
    patterns = new AddressPatterns(domains)
    remembered.set(domains, patterns)
  }
  return patterns
}
