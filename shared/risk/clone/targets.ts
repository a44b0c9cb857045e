/** Where the links of a mail lead, without those that any mail has. */
import type { Link } from '../../domain/parsed-mail.ts'
import { registrableDomain } from '../lookalike.ts'
import { countsClicks, isCommonTarget } from '../relays.ts'

/** Links that are looked at. */
const maxLinks = 200

/** A link to a page. */
export interface Target {
  href: string
  text: string
  host: string
  /** Registrable; the host itself where it is an IP address. */
  domain: string
  /** Whether it may be counted there on its way to somebody else. */
  counted: boolean
}

/** The links to pages, but for those to where anyone links. */
export function targetsOf(links: readonly Link[]): Target[] {
  return links.slice(0, maxLinks).flatMap(({ href, text }) => {
    if (!/^\s{0,20}https?:/i.test(href) || !URL.canParse(href)) return []
    const host = new URL(href).hostname.toLowerCase()
    const domain = registrableDomain(host) ?? host
    if (isCommonTarget(domain)) return []
    return [{ href, text: text.trim().slice(0, 300), host, domain, counted: countsClicks(host, domain) }]
  })
}
