/** Whether one domain imitates another. */
import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { skeleton } from './confusables.ts'

/** The registrable domain of a host name or address, in lower case; null for an IP address or none. */
export function registrableDomain(hostOrAddress: string): string | null {
  const host = hostOrAddress.slice(hostOrAddress.lastIndexOf('@') + 1).trim()
  if (host === '' || host.length > 255) return null
  const { domain, hostname, isIp } = parse(host)
  return isIp === true ? null : (domain ?? hostname)
}

/** As {@link registrableDomain}, but only under a public suffix of the DNS: what is no mere word with a dot. */
export function publicDomain(hostOrAddress: string): string | null {
  const host = hostOrAddress.slice(hostOrAddress.lastIndexOf('@') + 1)
  const { domain, isIcann } = parse(host)
  return isIcann === true ? domain : null
}

/** Top-level domains and second-level names that nobody can register (RFC 2606, RFC 6761). */
const reserved = /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/

/** Whether a registrable domain is kept for examples and tests: such names are alike by custom, and lead nowhere. */
export const isReserved = (domain: string): boolean => reserved.test(domain)

/**
 * How surely `domain` imitates `model`, both registrable and different, from 0 to 1: their names look
 * alike letter for letter, or differ in one letter; short names are left out, they differ by chance.
 */
export function imitation(domain: string, model: string): number {
  if (domain === model || isReserved(domain) || isReserved(model)) return 0
  const [name, suffix] = split(domain)
  const [modelName, modelSuffix] = split(model)
  if (name.length < 4 || modelName.length < 4) return 0
  if (name === modelName) return suffix !== modelSuffix && withinOneEdit(suffix, modelSuffix) ? 0.5 : 0
  if (Math.abs(name.length - modelName.length) > 2) return 0
  if (skeleton(name) === skeleton(modelName)) return 1
  return modelName.length >= 6 && suffix === modelSuffix && withinOneEdit(name, modelName) ? 0.8 : 0
}

/** Whether a host name mixes scripts in one label, or is all look-alikes of Latin letters. */
export function isDeceptiveHost(host: string): boolean {
  if (!host.includes('xn--')) return false
  return domainToUnicode(host)
    .split('.')
    .some((label) => {
      if (!/[^\p{ASCII}]/u.test(label)) return false
      const latin = /[a-z]/.test(label)
      const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(
        label,
      )
      return foreign && (latin || /^[\p{ASCII}]+$/u.test(skeleton(label)))
    })
}

function split(domain: string): [name: string, suffix: string] {
  const unicode = domain.includes('xn--') ? domainToUnicode(domain) : domain
  const dot = unicode.indexOf('.')
  return dot < 0 ? [unicode, ''] : [unicode.slice(0, dot), unicode.slice(dot + 1)]
}

/** Whether one insertion, removal, change, or swap of neighbours turns `a` into `b`. */
function withinOneEdit(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1)
  if (short.slice(i + 1) === long.slice(i + 1)) return true
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2)
}
