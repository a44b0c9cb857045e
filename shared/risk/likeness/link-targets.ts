/** Where the links of a mail lead, as far as that tells one sender's mail from another's. */
import { parse } from 'tldts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import { publicDomain } from '../lookalike.ts'
import { isOpen, isShared } from './shared-hosts.ts'

/** As many as the parser keeps: of a mail with that many nobody knows where all of it leads. */
export const maxLinks = 1_000
const maxNested = 5
/** In the place of a host, where an address has none. */
const nowhere = 'relative.invalid'

/** The registrable domain of a host, its own where anyone may have one below it (`name.github.io`); else the host. */
export function ownDomainOf(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host
}

/**
 * Each place that a link leads to, those written into its address included: its whole host, of one where anybody puts
 * something up also the path; of another scheme, the scheme. Tracking numbers in what is asked of a host don't count.
 */
export function linkTargets({ links }: Pick<ParsedMail, 'links'>): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const { href } of links.slice(0, maxLinks)) {
    const address = href.trim()
    // Most links of a newsletter lead to one host.
    const host = plainPage.exec(address)?.[1]
    const known = host === undefined || isOpen(host) ? address : host
    if (seen.has(known)) continue
    seen.add(known)
    const url = URL.parse(address, `https://${nowhere}`)
    if (url === null) found.add('odd:…')
    else if (/^https?:$/.test(url.protocol)) {
      found.add(targetOf(url))
      for (const nested of nestedIn(address)) found.add(targetOf(nested))
    } else if (url.protocol !== 'cid:') found.add(schemeTarget(url))
  }
  return [...found].toSorted()
}

/** An address with nothing in it that could be another. */
const plainPage = /^https:\/\/([a-z\d.-]+)\/[\w/-]*$/

/** The domains by which a campaign is known: no place that everybody links to, but its very page there. */
export function campaignTargets(targets: readonly string[]): string[] {
  const kept = targets.flatMap((target) => {
    const [host = '', path = ''] = split(target)
    if (!host.includes('.') || host.includes(':') || host === nowhere) return []
    if (isShared(host)) return path.length >= 6 ? [target] : []
    return [ownDomainOf(host)]
  })
  return [...new Set(kept)]
}

const split = (target: string): string[] => {
  const at = target.indexOf('/')
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at)]
}

const targetOf = ({ hostname, pathname }: URL): string =>
  isOpen(hostname) ? `${hostname}${pathname}` : hostname

/** Mail goes to a domain, a call to a number; of a script nobody knows. */
function schemeTarget({ protocol, pathname }: URL): string {
  if (protocol === 'mailto:') return `mailto:${pathname.slice(pathname.lastIndexOf('@') + 1).toLowerCase()}`
  if (protocol === 'tel:' || protocol === 'sms:') return `${protocol}${pathname.replace(/\D/g, '')}`
  return `${protocol}…`
}

/** Addresses within an address: where a redirect leads. */
function nestedIn(address: string): URL[] {
  const decoded = address.replace(/%25/g, '%').replace(/%3a/gi, ':').replace(/%2f/gi, '/')
  return [
    ...decoded.slice(8).matchAll(/(?:https?:)?\/\/[\p{L}\d.-]{3,253}\.[\p{L}]{2,24}[^\s"'<>&]{0,500}/giu),
  ]
    .slice(0, maxNested)
    .map(([nested]) => (nested.startsWith('/') ? `https:${nested}` : nested))
    .concat(namedIn(decoded))
    .flatMap((nested) => (URL.canParse(nested) ? [new URL(nested)] : []))
}

/** Hosts that are asked for without a scheme: `?to=evil.example`. */
const namedIn = (address: string): string[] =>
  [...address.matchAll(/[?&][^=&\s]{0,40}=((?:[\p{L}\d-]{1,63}\.){1,5}[\p{L}]{2,24})(?=[/?&#:]|$)/giu)]
    .slice(0, maxNested)
    .flatMap(([, host]) => (publicDomain(host!) === null ? [] : [`https://${host}`]))
